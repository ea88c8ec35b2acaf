import { compileSavedWords } from './saved-words.ts';
import type { SavedRules } from '../domain/saved-rules.ts';
import type { ConsentEntry } from '../domain/subscribers.ts';
import type { FoundConsent } from './consent-columns.ts';
import type { NamedColumn } from './table.ts';

/** A column that speaks of leaving or of consent, for the person who decides what it feeds. */
export interface ColumnConsent {
  /** Entry that it would feed; null when that cannot be determined. */
  readonly entry: ConsentEntry | null;
  /** Meanings of its known words; empty for words that are statuses already, and for times. */
  readonly values: Readonly<Record<string, string>>;
  /** Number of rows that say not to mail their person, or have a word that is not known. */
  readonly leavers: number;
  /** Whether it is a text, some cells of which speak of leaving. */
  readonly isText: boolean;
}

/** Returns the consent of each column; null for columns that say nothing of it. */
export function consentOfColumns(
  columns: readonly NamedColumn[],
  found: readonly FoundConsent[],
  savedRules: SavedRules = new Map(),
): (ColumnConsent | null)[] {
  const { statusOf } = compileSavedWords(savedRules);
  const byIndex = new Map(found.map((consent) => [consent.index, consent]));
  return columns.map(({ facts }, at) => {
    const consent = byIndex.get(at);
    if (consent === undefined) return null;
    const { entry, rule, isText, leavers } = consent;
    const words = isText ? [] : [...(facts.words?.keys() ?? [])];
    const known = words.flatMap((word) => {
      const status = entry === null ? statusOf(word) : null;
      return status === null ? [] : [[word.toLowerCase(), status] as const];
    });
    return { entry, values: rule?.values ?? Object.fromEntries(known), leavers: leavers.size, isText };
  });
}
