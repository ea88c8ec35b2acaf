import { columnsHash } from '../csv/columns-hash.ts';
import type { ColumnRule, ColumnRules } from '../domain/column-rules.ts';
import { withSavedRule } from '../domain/saved-rules.ts';
import type { SavedRules } from '../domain/saved-rules.ts';
import type { LastMapping } from '../domain/subscriber-imports.ts';
import { isConsentEntry } from '../domain/subscribers.ts';
import { meansSynonym } from './ambiguous-names.ts';
import type { UnfitColumn } from './column-notices.ts';
import type { ConsentColumn } from './consent-column.ts';
import { compileFittingShare, ruleFit } from './fitting-values.ts';
import type { AnalysisPlan, RuleFit } from './fitting-values.ts';
import { createNameFinder } from './name-finder.ts';
import { compileRuleSuggestion } from './suggest-rule.ts';
import type { NamedColumn } from './table.ts';
import { REASON_COLUMN } from '../csv/failed-log.ts';

/** Reasons to suggest an entry for a column: its name, a usual synonym of it, the list's last import, or its values. */
export const SUGGESTION_REASONS = ['name', 'synonym', 'last_import', 'values'] as const;
type SuggestionReason = (typeof SUGGESTION_REASONS)[number];

/** Entry that a column feeds; an empty one skips the column. */
export interface Suggestion {
  readonly entry: string;
  readonly reason: SuggestionReason | null;
  /** Meanings of its words; absent where they mean what they say. */
  readonly rule?: ColumnRule;
  /** Of the rule; absent without one. */
  readonly fit?: RuleFit;
}

export interface MappingSuggestion {
  /** One for each column. */
  readonly columns: readonly Suggestion[];
  /** Indexes of the columns that look like addresses; the address column is clear when `address` is not null. */
  readonly addressLike: readonly number[];
  readonly address: number | null;
  /** Columns that have the name of an entry, and values that do not fit it. */
  readonly unfit: readonly UnfitColumn[];
}

/** Entries, mappings and rules of a list, by which the columns of its files are recognized. */
interface KnownToList {
  readonly entries: readonly string[];
  readonly lastMapping: LastMapping | null;
  readonly failedLogs?: readonly string[];
  readonly savedRules?: SavedRules;
}

const SKIP: Suggestion = { entry: '', reason: null };
/** A column looks like addresses when at least this share of its values are. */
const ADDRESSES_SHARE = 0.5;
const FITTING_SHARE = 0.5;

/**
 * Suggests what each column feeds. A file with the columns of the list's last import is mapped as that was. Of another file
 * the last mapping counts where it has no header, as long as it has as many columns and contradicts no suggestion.
 * Columns of `consent` feed the status or the time of leaving, whatever their names; one that contradicts the saved rules feeds
 * nothing.
 */
export function suggestMapping(
  columns: readonly NamedColumn[],
  plan: AnalysisPlan,
  { entries, lastMapping, failedLogs = [], savedRules = new Map() }: KnownToList,
  consent: readonly ConsentColumn[] = [],
): MappingSuggestion {
  const last = lastMapping === null ? null : widenedMapping(lastMapping.mapping, columns);
  const lastRules: ColumnRules = lastMapping?.rules ?? [];
  const findName = createNameFinder(
    entries,
    columns.map(({ name }) => name),
  );
  const reasonColumn = failedLogs.includes(hashBeforeReason(columns) ?? '') ? lastNamed(columns) : -1;
  const byName = columns.map(({ name, facts }, index): Suggestion => {
    const found = name === null || index === reasonColumn ? null : findName(name);
    if (found === null) return SKIP;
    const { entry, reason, spoken } = found;
    return reason === 'synonym' && !meansSynonym(spoken ?? name ?? '', facts) ? SKIP : { entry, reason };
  });
  const known = new Set(entries);
  const wanted = [...byName.map(({ entry }) => entry), ...(last ?? [])].filter((entry) => known.has(entry));
  const fittingShare = compileFittingShare(plan, new Set(wanted));
  const shareOf = (index: number, entry: string, rule?: ColumnRule | null) =>
    fittingShare(entry, columns[index]?.facts.values ?? [], rule);
  const fits = (index: number, entry: string, rule?: ColumnRule | null) => shareOf(index, entry, rule) >= FITTING_SHARE;
  const ruleFor = compileRuleSuggestion(plan, fittingShare);
  const withFits = (suggestions: readonly Suggestion[]) =>
    suggestions.map((suggestion, index): Suggestion => {
      const { entry, rule } = suggestion;
      if (rule === undefined) return suggestion;
      return { ...suggestion, fit: ruleFit(fittingShare, entry, columns[index]?.facts.values ?? [], rule) };
    });
  const { address, addressLike } = findAddress(columns, byName, last);
  const isContradicted = consent.some(({ opposed }) => opposed.length > 0);
  const hasLastColumns = last !== null && !isContradicted && hasColumnsOf(lastMapping, columns);
  if (hasLastColumns && last.every((entry) => entry === '' || known.has(entry))) {
    const remembered = last.map((entry, index): Suggestion => {
      const rule = withSavedRule(savedRules, entry, lastRules[index]);
      // A column of consent stays one: rows with words that it did not have then fail.
      if (entry === '' || !(isConsentEntry(entry) || fits(index, entry, rule))) return SKIP;
      return { entry, reason: 'last_import', ...(rule && { rule }) };
    });
    const rememberedAddress = remembered.findIndex(({ entry }) => entry === 'email');
    if (rememberedAddress >= 0) {
      return { columns: withFits(remembered), addressLike, address: rememberedAddress, unfit: [] };
    }
  }

  const unfit: UnfitColumn[] = [];
  const ofConsent = new Map(consent.map((each) => [each.index, each]));
  const used = new Set<string>([...(address === null ? [] : ['email']), ...consent.map(({ entry }) => entry ?? '')]);
  const suggested = columns.map((_, index): Suggestion => {
    if (index === address) {
      const rule = savedRules.get('email');
      return { entry: 'email', reason: reasonOfAddress(byName[index], columns[index]), ...(rule && { rule }) };
    }
    const { entry, reason } = byName[index] ?? SKIP;
    const said = ofConsent.get(index);
    if (said !== undefined && said.opposed.length > 0) return SKIP;
    if (said?.entry != null) {
      const usual = said.entry === 'remove_time' ? ruleFor(said.entry, columns[index]?.facts) : undefined;
      const rule = withSavedRule(savedRules, said.entry, usual === undefined ? said.rule : { ...usual, ...said.rule });
      return { entry: said.entry, reason: said.entry === entry ? reason : 'values', ...(rule && { rule }) };
    }
    if (entry === '' || entry === 'email' || used.has(entry)) return SKIP;
    const rule = withSavedRule(savedRules, entry, ruleFor(entry, columns[index]?.facts));
    if (!fits(index, entry, rule)) {
      const example = columns[index]?.facts.values.find((value) => fittingShare(entry, [value], rule) < 1) ?? '';
      unfit.push({ index, entry, example });
      return SKIP;
    }
    used.add(entry);
    return { entry, reason, ...(rule && { rule }) };
  });
  const isHeaderless = columns.every(({ name }) => name === null);
  const isLike = isHeaderless && last !== null && last.length === columns.length && agrees(suggested, last);
  const completed = suggested.map((suggestion, index): Suggestion => {
    const entry = isLike ? (last[index] ?? '') : '';
    const isFree = suggestion.entry === '' && entry !== '' && !used.has(entry) && known.has(entry);
    const rule = savedRules.get(entry);
    if (!isFree || !fits(index, entry, rule)) return suggestion;
    used.add(entry);
    return { entry, reason: 'last_import', ...(rule && { rule }) };
  });
  return { columns: withFits(completed), addressLike, address, unfit };
}

/** Whether the file has the columns of the last import's file, or is the failed log of that. */
function hasColumnsOf(last: LastMapping | null, columns: readonly NamedColumn[]): boolean {
  if (last?.columnsHash == null) return false;
  const names = columns.map(({ name }) => name ?? '');
  return (
    columnsHash(isFailedLogOf(last.mapping, columns) ? names.slice(0, last.mapping.length) : names) === last.columnsHash
  );
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
  const isLike = new Set(addressLike);
  const namedAndLike = named.filter((index) => isLike.has(index));
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

/** Index of the last column with a name: a spreadsheet adds nameless ones where a row is longer than the header. */
function lastNamed(columns: readonly NamedColumn[]): number {
  return columns.findLastIndex(({ name }) => name !== '');
}

/** Whether the file may be the failed log of an import with the mapping: behind its columns is the one of the reasons. */
function isFailedLogOf(mapping: readonly string[], columns: readonly NamedColumn[]): boolean {
  const last = lastNamed(columns);
  const name = columns[last]?.name ?? null;
  return last === mapping.length && (name === null || name === REASON_COLUMN);
}

/** The mapping of an import as that of its failed log, if the file may be that: further columns are skipped. */
function widenedMapping(mapping: readonly string[], columns: readonly NamedColumn[]): readonly string[] {
  if (!isFailedLogOf(mapping, columns)) return mapping;
  return [...mapping, ...columns.slice(mapping.length).map(() => '')];
}

/** The hash of the columns before the one of the reasons; null for a file without such a column. */
function hashBeforeReason(columns: readonly NamedColumn[]): string | null {
  const last = lastNamed(columns);
  if (columns[last]?.name !== REASON_COLUMN) return null;
  return columnsHash(columns.slice(0, last).map(({ name }) => name ?? ''));
}
