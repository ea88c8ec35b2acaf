import { columnsHash } from '../csv/columns-hash.ts';
import type { LastMapping } from '../domain/subscriber-imports.ts';
import type { ColumnFacts } from './column-facts.ts';
import { shareOfFittingValues } from './fitting-values.ts';
import type { AnalysisPlan } from './fitting-values.ts';
import { areSynonyms, BUILT_IN_SYNONYMS, plainName } from './synonyms.ts';

/** Why an entry is suggested for a column: its name, a usual synonym of it, the list's last import, or its values. */
export const SUGGESTION_REASONS = ['name', 'synonym', 'last_import', 'values'] as const;
type SuggestionReason = (typeof SUGGESTION_REASONS)[number];

/** What a column feeds; an empty entry skips the column. */
export interface Suggestion {
  readonly entry: string;
  readonly reason: SuggestionReason | null;
}

export interface MappingSuggestion {
  /** One for each column. */
  readonly columns: readonly Suggestion[];
  /** Indexes of the columns that look like addresses; the address column is clear when `address` is not null. */
  readonly addressLike: readonly number[];
  readonly address: number | null;
}

/** A column of the file: its name, null without a header, and the facts of its values. */
export interface NamedColumn {
  readonly name: string | null;
  readonly facts: ColumnFacts;
}

const SKIP: Suggestion = { entry: '', reason: null };
/** A column looks like addresses when at least this share of its values are. */
const ADDRESSES_SHARE = 0.5;
const FITTING_SHARE = 0.5;

/**
 * Suggests what each column feeds. A file with the columns of the list's last import is mapped as that was. Of another file
 * the last mapping counts for columns without a known name, as long as it has as many columns and contradicts no column with one.
 */
export function suggestMapping(
  columns: readonly NamedColumn[],
  plan: AnalysisPlan,
  entries: readonly string[],
  lastMapping: LastMapping | null,
): MappingSuggestion {
  const last =
    lastMapping !== null && isFailedLogOf(lastMapping.mapping, columns)
      ? [...lastMapping.mapping, '']
      : (lastMapping?.mapping ?? null);
  const byName = columns.map(({ name }) => (name === null ? SKIP : namedEntry(name, entries)));
  const fits = (index: number, entry: string) =>
    shareOfFittingValues(plan, entry, columns[index]?.facts.values ?? []) >= FITTING_SHARE;
  const { address, addressLike } = findAddress(columns, byName, last);
  const isKnown = last !== null && hasColumnsOf(lastMapping, columns);
  if (isKnown && last.every((entry) => entry === '' || entries.includes(entry))) {
    const remembered = last.map((entry, index): Suggestion =>
      entry !== '' && fits(index, entry) ? { entry, reason: 'last_import' } : SKIP,
    );
    const known = remembered.findIndex(({ entry }) => entry === 'email');
    if (known >= 0) return { columns: remembered, addressLike, address: known };
  }

  const used = new Set(address === null ? [] : ['email']);
  const suggested = columns.map((_, index): Suggestion => {
    if (index === address) return { entry: 'email', reason: reasonOfAddress(byName[index], columns[index]) };
    const { entry, reason } = byName[index] ?? SKIP;
    if (entry === '' || entry === 'email' || used.has(entry) || !fits(index, entry)) return SKIP;
    used.add(entry);
    return { entry, reason };
  });
  const isLike = last !== null && last.length === columns.length && agrees(suggested, last);
  const completed = suggested.map((suggestion, index): Suggestion => {
    const entry = isLike ? (last[index] ?? '') : '';
    const isFree = suggestion.entry === '' && entry !== '' && !used.has(entry) && entries.includes(entry);
    if (!isFree || !fits(index, entry)) return suggestion;
    used.add(entry);
    return { entry, reason: 'last_import' };
  });
  return { columns: completed, addressLike, address };
}

/** Whether the file has the columns of the last import's file, or is the failed log of that, which has one more. */
function hasColumnsOf(last: LastMapping | null, columns: readonly NamedColumn[]): boolean {
  if (last?.columnsHash == null) return false;
  const names = columns.map(({ name }) => name ?? '');
  return columnsHash(isFailedLogOf(last.mapping, columns) ? names.slice(0, -1) : names) === last.columnsHash;
}

/** Whether the file may be the failed log of an import with the mapping: it has the reason as one column more. */
function isFailedLogOf(mapping: readonly string[], columns: readonly NamedColumn[]): boolean {
  const name = columns.at(-1)?.name;
  return columns.length === mapping.length + 1 && (name === null || name === 'Error');
}

function namedEntry(name: string, entries: readonly string[]): Suggestion {
  const exact = entries.find((entry) => entry.toLowerCase() === name.trim().toLowerCase());
  if (exact !== undefined) return { entry: exact, reason: 'name' };
  const plain = plainName(name);
  if (plain === '') return SKIP;
  const same = entries.find((entry) => plainName(entry) === plain);
  if (same !== undefined) return { entry: same, reason: 'name' };
  const builtIn = entries.find((entry) => BUILT_IN_SYNONYMS[entry]?.includes(plain));
  const synonym = builtIn ?? entries.find((entry) => areSynonyms(plainName(entry), plain));
  return synonym === undefined ? SKIP : { entry: synonym, reason: 'synonym' };
}

/** The address column is clear when one column alone has an address's name, or else when one alone has addresses. */
function findAddress(columns: readonly NamedColumn[], byName: readonly Suggestion[], last: readonly string[] | null) {
  const indexes = columns.map((_, index) => index);
  const addressLike = indexes.filter((index) => {
    const { addresses = 0, filled = 0 } = columns[index]?.facts ?? {};
    return filled > 0 && addresses / filled >= ADDRESSES_SHARE;
  });
  const named = indexes.filter((index) => byName[index]?.entry === 'email');
  // A named column without addresses is the address column of a file whose addresses are bad, or of one without rows.
  const namedAndLike = named.filter((index) => addressLike.includes(index));
  const exact = namedAndLike.filter((index) => byName[index]?.reason === 'name');
  const ofLast = addressLike.filter((index) => last?.length === columns.length && last[index] === 'email');
  const isUnclear = addressLike.length > 0 && namedAndLike.length === 0 && named.length > 0;
  const choices = [exact, namedAndLike, ofLast, isUnclear ? [] : addressLike, addressLike.length > 0 ? [] : named];
  const found = choices.find(({ length }) => length === 1)?.[0];
  return { addressLike, address: found ?? null };
}

function reasonOfAddress(named: Suggestion = SKIP, column?: NamedColumn): SuggestionReason {
  return named.entry === 'email' && named.reason !== null && column?.name !== null ? named.reason : 'values';
}

function agrees(suggested: readonly Suggestion[], last: readonly string[]): boolean {
  return suggested.every(({ entry }, index) => entry === '' || entry === last[index]);
}
