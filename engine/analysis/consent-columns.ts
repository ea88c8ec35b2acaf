import type { RawRow } from '../csv/record-parser.ts';
import { hasOtherWidth } from '../csv/row-width.ts';
import type { ColumnRule } from '../domain/column-rules.ts';
import type { SavedRules } from '../domain/saved-rules.ts';
import type { SubscriberStatus } from '../domain/subscribers.ts';
import { readDate } from '../values/date-shapes.ts';
import { consentName, isNameOfTime } from './consent-names.ts';
import type { ConsentName } from './consent-names.ts';
import { compileSavedWords, NO_SAVED_WORDS } from './saved-words.ts';
import type { SavedWords } from './saved-words.ts';
import { isOpenWord, statusOfWord } from './status-words.ts';
import type { NamedColumn } from './table.ts';
import { yesNoWords } from './yes-no-words.ts';

/** What a column says of leaving or of consent. */
export interface ConsentColumn {
  readonly index: number;
  /** What it feeds; null when that cannot be said. */
  readonly entry: 'status' | 'remove_time' | null;
  /** What its words mean; null for words that are statuses already, and for times. */
  readonly rule: ColumnRule | null;
  /** Words that mean nothing known. */
  readonly unknown: readonly string[];
  /** Words that make people active by the saved rules, and mean in this column that they want no mail. */
  readonly opposed: readonly string[];
  /** Whether a cell says that its person is not to get mail. */
  readonly leaves: (cell: string) => boolean;
}

/** A column of consent, with the rows that say of their persons not to mail them; rows count from 0. */
export interface FoundConsent extends ConsentColumn {
  readonly leavers: ReadonlySet<number>;
}

/**
 * Finds the columns of a file that speak of leaving or of consent. One for which the list has a field may say who wants mail, but
 * not who has left. What saved rules say of words counts more than what these usually mean. Takes time linear in the cells of
 * the rows.
 */
export function findConsent(
  columns: readonly NamedColumn[],
  rows: readonly RawRow[],
  hasField: (name: string) => boolean,
  savedRules: SavedRules = new Map(),
): FoundConsent[] {
  const saved = compileSavedWords(savedRules);
  return columns.flatMap((column, index) => {
    const isField = column.name !== null && hasField(column.name);
    const said = consentOf(column, index, isField ? NO_SAVED_WORDS : saved);
    if (said === null) return [];
    if (isField && consentName(column.name) === 'joined') return [];
    return [{ ...said, ...(isField && { entry: null }), leavers: leaversOf(said, rows, columns.length) }];
  });
}

/** The columns that feed the status and the time of leaving, each of which may be missing, and those that contradict saved rules. */
export function chooseConsent(found: readonly FoundConsent[]): FoundConsent[] {
  const most = (entry: ConsentColumn['entry']) =>
    found.filter((each) => each.entry === entry).sort((one, other) => other.leavers.size - one.leavers.size)[0];
  const [status, removal] = [most('status'), most('remove_time')];
  // A row with a time of leaving and a status of one who has not left can be read in two ways.
  const agrees = status === undefined || removal === undefined || isWithin(removal.leavers, status.leavers);
  const opposed = found.filter((each) => each.opposed.length > 0);
  return [...opposed, ...[status, agrees ? removal : undefined].filter((each) => each !== undefined)];
}

/** The columns that say not to mail a person of whom the mapped columns do not say so. */
export function openConsent(found: readonly FoundConsent[], mapping: readonly string[]): FoundConsent[] {
  const isTaken = ({ index }: FoundConsent) => CONSENT_ENTRIES.has(mapping[index]?.trim().toLowerCase() ?? '');
  const gone = new Set(found.filter(isTaken).flatMap(({ leavers }) => [...leavers]));
  return found.filter((each) => !isTaken(each) && !isWithin(each.leavers, gone));
}

/** Entries that tell who is not to get mail. */
export const CONSENT_ENTRIES: ReadonlySet<string> = new Set(['status', 'remove_time']);

function isWithin(some: ReadonlySet<number>, others: ReadonlySet<number>): boolean {
  return [...some].every((each) => others.has(each));
}

function leaversOf({ index, leaves }: ConsentColumn, rows: readonly RawRow[], width: number): Set<number> {
  const found = new Set<number>();
  for (const [at, { fields, error }] of rows.entries()) {
    if (error === null && !hasOtherWidth(fields, width) && leaves((fields[index] ?? '').trim())) found.add(at);
  }
  return found;
}

function consentOf({ name, facts }: NamedColumn, index: number, saved: SavedWords): ConsentColumn | null {
  const says = consentName(name);
  const isLeaving = says === 'left' || says === 'bounced' || says === 'complained';
  const words = facts.words === null ? null : [...facts.words.keys()];
  const base = { index, rule: null, unknown: [], opposed: [] };
  const statusLeaves = (cell: string) => cell !== '' && saved.statusOf(cell) !== 'active';
  if (words !== null && words.length > 0) {
    const isFlag = says !== null && says !== 'status';
    const opposed = isFlag ? opposedWords(words, says, saved) : [];
    if (opposed.length > 0) return { ...unclear(base, [], (cell) => flagLeaves(cell, says)), opposed };
    const flags = isFlag ? flagsAmong(words, saved) : null;
    if (flags !== null) return flagColumn(base, says, flags, saved);
    const usual = words.map(statusOfWord);
    const statuses = words.map(saved.statusOf);
    const isSaid = says !== null || usual.some((status) => status !== null && status !== 'active' && !isWeak(status));
    const known = statuses.filter((status) => status !== null).length;
    if (isSaid && known === words.length) return statusColumn(base, words, saved);
    const isOpen = says !== null && words.some((word, at) => statuses[at] === null && isOpenWord(word));
    const isPartlySaid = isOpen || (known > 0 && (says !== null || known > words.length / 2) && isSaid);
    if (isPartlySaid)
      return unclear(
        base,
        words.filter((_, at) => statuses[at] === null),
        statusLeaves,
      );
    // A status of yes and no: it may be of the list, or of anything else.
    if (says === 'status' && yesNoWords(words) !== null) return unclear(base, words, saysNo);
    const others = words.filter((word) => yesNoWords([word]) === null);
    const isPartlyFlag = says === 'joined' && others.length < words.length && words.every((word) => !/\d/.test(word));
    if (isPartlyFlag) return unclear(base, others, saysNo);
  }
  if (!isLeaving) return null;
  if (facts.filled === 0) {
    return isNameOfTime(name)
      ? { ...base, entry: 'remove_time', leaves: isFilled }
      : flagColumn(base, says, yesNoWords(['yes', 'true', '1']) ?? new Map(), saved);
  }
  const never = facts.values.filter((value) => NEVER.test(value));
  const isNever = (cell: string) => saved.removalOf(cell) === '' || NEVER.test(saved.removalOf(cell));
  if (facts.values.every((value) => isNever(value) || isDate(saved.removalOf(value)))) {
    const values = Object.fromEntries(never.map((value) => [value.toLowerCase(), '']));
    const rule = never.length === 0 ? null : { values };
    return { ...base, entry: 'remove_time', rule, leaves: (cell) => !isNever(cell) };
  }
  return unclear(base, (words ?? facts.samples).slice(0, SHOWN_WORDS), isFilled);
}

function saysNo(cell: string): boolean {
  return yesNoWords([cell])?.get(cell.toLowerCase()) !== true;
}

/** What programs write where there is no date. */
const NEVER = /^(?:-+|n\/?a|null|none|nil|never|nie|jamais|nunca|mai|nooit|0|0000-00-00(?:[ t]00:00(?::00)?)?)$/i;

/** Words that other columns than those of subscriptions have, too. */
function isWeak(status: SubscriberStatus): boolean {
  return status === 'deactivated';
}

const SHOWN_WORDS = 5;

type Base = Pick<ConsentColumn, 'index' | 'rule' | 'unknown' | 'opposed'>;

function unclear(base: Base, unknown: readonly string[], leaves: ConsentColumn['leaves']): ConsentColumn {
  return { ...base, entry: null, unknown: unknown.slice(0, SHOWN_WORDS), leaves };
}

const LEAVING_STATUS = { left: 'unsubscribed', bounced: 'bounced', complained: 'scomp' } as const;

/** The words of a column as yes and no, apart from those that saved rules name; null when one means neither. */
function flagsAmong(words: readonly string[], saved: SavedWords): ReadonlyMap<string, boolean> | null {
  const open = words.filter((word) => saved.saidOf(word) === null);
  if (open.length > 0) return yesNoWords(open);
  return words.every((word) => statusOfWord(word) !== null) ? null : new Map();
}

/** Words of yes and no that say in the column not to mail a person whom the saved rules make active. */
function opposedWords(words: readonly string[], says: ConsentName, saved: SavedWords): string[] {
  return words.filter((word) => saved.saidOf(word) === 'active' && flagLeaves(word, says)).slice(0, SHOWN_WORDS);
}

/** Whether a word of yes or no, or a blank cell, says in the column not to mail a person. */
function flagLeaves(cell: string, says: ConsentName): boolean {
  if (cell === '') return says === 'joined';
  const isYes = yesNoWords([cell])?.get(cell.trim().toLowerCase());
  return isYes !== undefined && flagStatus(says, isYes) !== 'active';
}

function flagStatus(says: ConsentName, isYes: boolean): SubscriberStatus {
  if (says === 'left' || says === 'bounced' || says === 'complained') return isYes ? LEAVING_STATUS[says] : 'active';
  return isYes ? 'active' : 'unsubscribed';
}

/** Where people say yes to mail a blank cell is no; where they say that they have left it says nothing. */
function flagColumn(
  base: Base,
  says: ConsentName,
  flags: ReadonlyMap<string, boolean>,
  { saidOf }: SavedWords,
): ConsentColumn {
  const values: Record<string, SubscriberStatus> = {
    ...Object.fromEntries([...flags].map(([word, isYes]) => [word, flagStatus(says, isYes)])),
    ...(says === 'joined' && { '': 'unsubscribed' }),
  };
  const leaves = (cell: string) => (saidOf(cell) ?? values[cell.toLowerCase()] ?? 'active') !== 'active';
  return { ...base, entry: 'status', rule: { values }, leaves };
}

function statusColumn(base: Base, words: readonly string[], { statusOf }: SavedWords): ConsentColumn {
  const values = Object.fromEntries(words.map((word) => [word.toLowerCase(), statusOf(word) ?? word]));
  const isPlain = Object.entries(values).every(([word, status]) => word === status);
  const leaves = (cell: string) => (statusOf(cell) ?? (cell === '' ? 'active' : null)) !== 'active';
  return { ...base, entry: 'status', rule: isPlain ? null : { values }, leaves };
}

function isFilled(cell: string): boolean {
  return cell !== '';
}

function isDate(text: string): boolean {
  return readDate(text, 'mdy') !== null || readDate(text, 'dmy') !== null;
}
