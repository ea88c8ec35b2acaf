import type { RawRow } from '../csv/record-parser.ts';
import type { ColumnRule } from '../domain/column-rules.ts';
import type { SubscriberStatus } from '../domain/subscribers.ts';
import { readDate } from '../values/date-shapes.ts';
import { consentName, isNameOfTime } from './consent-names.ts';
import type { ConsentName } from './consent-names.ts';
import { statusOfWord } from './status-words.ts';
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
  /** Whether a cell says that its person is not to get mail. */
  readonly leaves: (cell: string) => boolean;
}

/** A column of consent, with the rows that say of their persons not to mail them; rows count from 0. */
export interface FoundConsent extends ConsentColumn {
  readonly leavers: ReadonlySet<number>;
}

/**
 * Finds the columns of a file that speak of leaving or of consent. One for which the list has a field may say who wants mail, but
 * not who has left. Takes time linear in the cells of the rows.
 */
export function findConsent(
  columns: readonly NamedColumn[],
  rows: readonly RawRow[],
  hasField: (name: string) => boolean,
): FoundConsent[] {
  return columns.flatMap((column, index) => {
    const said = consentOf(column, index);
    if (said === null) return [];
    const isField = column.name !== null && hasField(column.name);
    if (isField && consentName(column.name) === 'joined') return [];
    return [{ ...said, ...(isField && { entry: null }), leavers: leaversOf(said, rows, columns.length) }];
  });
}

/** The columns that feed the status and the time of leaving; each of them may be missing. */
export function chooseConsent(found: readonly FoundConsent[]): FoundConsent[] {
  const most = (entry: ConsentColumn['entry']) =>
    found.filter((each) => each.entry === entry).sort((one, other) => other.leavers.size - one.leavers.size)[0];
  const [status, removal] = [most('status'), most('remove_time')];
  // A row with a time of leaving and a status of one who has not left can be read in two ways.
  const agrees = status === undefined || removal === undefined || isWithin(removal.leavers, status.leavers);
  return [status, agrees ? removal : undefined].filter((each) => each !== undefined);
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
    if (error === null && fields.length === width && leaves((fields[index] ?? '').trim())) found.add(at);
  }
  return found;
}

function consentOf({ name, facts }: NamedColumn, index: number): ConsentColumn | null {
  const says = consentName(name);
  const isLeaving = says === 'left' || says === 'bounced' || says === 'complained';
  const words = facts.words === null ? null : [...facts.words.keys()];
  const base = { index, rule: null, unknown: [] };
  if (words !== null && words.length > 0) {
    const flags = says === null || says === 'status' ? null : yesNoWords(words);
    if (flags !== null) return flagColumn(base, says, flags);
    const statuses = words.map(statusOfWord);
    const isSaid =
      says !== null || statuses.some((status) => status !== null && status !== 'active' && !isWeak(status));
    const known = statuses.filter((status) => status !== null).length;
    if (isSaid && known === words.length) return statusColumn(base, words);
    const isPartlySaid = known > 0 && (says !== null || known > words.length / 2) && isSaid;
    if (isPartlySaid)
      return unclear(
        base,
        words.filter((_, at) => statuses[at] === null),
        statusLeaves,
      );
    const others = words.filter((word) => yesNoWords([word]) === null);
    const isPartlyFlag = says === 'joined' && others.length < words.length && words.every((word) => !/\d/.test(word));
    if (isPartlyFlag) return unclear(base, others, (cell) => yesNoWords([cell])?.get(cell.toLowerCase()) !== true);
  }
  if (!isLeaving) return null;
  if (facts.filled === 0) {
    return isNameOfTime(name)
      ? { ...base, entry: 'remove_time', leaves: isFilled }
      : flagColumn(base, says, yesNoWords(['yes', 'true', '1']) ?? new Map());
  }
  const never = facts.values.filter((value) => NEVER.test(value));
  if (facts.values.every((value) => NEVER.test(value) || isDate(value))) {
    const values = Object.fromEntries(never.map((value) => [value.toLowerCase(), '']));
    const rule = never.length === 0 ? null : { values };
    return { ...base, entry: 'remove_time', rule, leaves: (cell) => cell !== '' && !NEVER.test(cell) };
  }
  return unclear(base, (words ?? facts.samples).slice(0, SHOWN_WORDS), isFilled);
}

/** What programs write where there is no date. */
const NEVER = /^(?:-+|n\/?a|null|none|nil|never|nie|jamais|nunca|mai|nooit|0|0000-00-00(?:[ t]00:00(?::00)?)?)$/i;

/** Words that other columns than those of subscriptions have, too. */
function isWeak(status: SubscriberStatus): boolean {
  return status === 'deactivated';
}

const SHOWN_WORDS = 5;

type Base = Pick<ConsentColumn, 'index' | 'rule' | 'unknown'>;

function unclear(base: Base, unknown: readonly string[], leaves: ConsentColumn['leaves']): ConsentColumn {
  return { ...base, entry: null, unknown: unknown.slice(0, SHOWN_WORDS), leaves };
}

const LEAVING_STATUS = { left: 'unsubscribed', bounced: 'bounced', complained: 'scomp' } as const;

/** Where people say yes to mail a blank cell is no; where they say that they have left it says nothing. */
function flagColumn(base: Base, says: ConsentName, flags: ReadonlyMap<string, boolean>): ConsentColumn {
  const statusOf = (isYes: boolean): SubscriberStatus => {
    if (says === 'left' || says === 'bounced' || says === 'complained') return isYes ? LEAVING_STATUS[says] : 'active';
    return isYes ? 'active' : 'unsubscribed';
  };
  const ofBlank = says === 'joined' ? { '': 'unsubscribed' } : {};
  const values = { ...Object.fromEntries([...flags].map(([word, isYes]) => [word, statusOf(isYes)])), ...ofBlank };
  const leaves = (cell: string) => (values[cell.toLowerCase() as keyof typeof values] ?? 'active') !== 'active';
  return { ...base, entry: 'status', rule: { values }, leaves };
}

function statusColumn(base: Base, words: readonly string[]): ConsentColumn {
  const values = Object.fromEntries(words.map((word) => [word.toLowerCase(), statusOfWord(word) ?? word]));
  const isPlain = Object.entries(values).every(([word, status]) => word === status);
  return { ...base, entry: 'status', rule: isPlain ? null : { values }, leaves: statusLeaves };
}

function statusLeaves(cell: string): boolean {
  return cell !== '' && statusOfWord(cell) !== 'active';
}

function isFilled(cell: string): boolean {
  return cell !== '';
}

function isDate(text: string): boolean {
  return readDate(text, 'mdy') !== null || readDate(text, 'dmy') !== null;
}
