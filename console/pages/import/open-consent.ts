import type { components } from '../../../client/index.ts';
import { isConsentEntry } from '../../../engine/domain/subscribers.ts';
import type { ColumnRule } from './column-rule.ts';

type Analysis = components['schemas']['SubscriberImportAnalysis'];
type Column = Analysis['columns'][number];
type Consent = NonNullable<Column['consent']>;

/** A column that speaks of leaving or of consent, and decides no status in the chosen mapping. */
export interface OpenColumn {
  readonly column: Column;
  readonly consent: Consent;
  /** The entry that was chosen for it; empty: it is not imported. */
  readonly entry: string;
  /** Whether it is left out on purpose. */
  readonly isLeftOut: boolean;
}

/**
 * Finds the columns that speak of people who left, of whom the mapped columns may not say so. What the analysis has compared
 * counts as long as the columns that it suggests decide.
 */
export function openConsent(
  { columns, notices }: Pick<Analysis, 'columns' | 'notices'>,
  mapping: readonly string[],
  leftOut: readonly number[],
): OpenColumn[] {
  const noticed = new Set(notices.filter(isAboutConsent).flatMap((notice) => notice.columns));
  const decides = (at: number) => isConsentEntry(mapping[at] ?? '');
  const isAsCompared = columns.every(({ suggestion }, at) => !isConsentEntry(suggestion ?? '') || decides(at));
  return columns.flatMap((column, at) => {
    const { number, suggestion, consent } = column;
    if (consent === null || decides(at)) return [];
    const isSaid = consent.leavers > 0 || isConsentEntry(suggestion ?? '');
    if (!noticed.has(number) && (isAsCompared || !isSaid)) return [];
    return [{ column, consent, entry: mapping[at] ?? '', isLeftOut: leftOut.includes(number) }];
  });
}

/** Whether a notice is about a column that speaks of leaving or of consent. */
export function isAboutConsent({ code }: Pick<Analysis['notices'][number], 'code'>): boolean {
  return code === 'consent_column';
}

/** The entry by which a column of consent decides. */
export function decidingEntry({ column: { suggestion }, consent }: Pick<OpenColumn, 'column' | 'consent'>): string {
  return isConsentEntry(suggestion ?? '') ? (suggestion ?? '') : (consent.entry ?? 'status');
}

/** The rule of the known words of a column of consent for an entry by which it decides; null for any other. */
export function consentRule(consent: Consent | null, entry: string): ColumnRule | null {
  if (consent === null || Object.keys(consent.values).length === 0) return null;
  return entry === (consent.entry ?? 'status') ? { values: consent.values } : null;
}
