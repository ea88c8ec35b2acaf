import { isDate } from '../values/date-shapes.ts';
import { isLink, isNoDate, speaksOfLeaving } from '../values/leaving-texts.ts';
import type { ColumnFacts } from './column-facts.ts';
import { unclearColumn } from './consent-column.ts';
import type { ConsentColumn, UnreadConsent } from './consent-column.ts';
import { hasTopic } from './consent-fillers.ts';
import { flagColumn, flagLeaves, flagsAmong, isLeavingName, opposedWords } from './consent-flags.ts';
import { isJapanese } from './consent-languages.ts';
import { denies } from './denying-cells.ts';
import { consentName, isNameOfConsent, isNameOfTime, isOfOtherChannel } from './consent-names.ts';
import type { ConsentName, DoubtedName } from './consent-names.ts';
import { mailAnswers } from './mail-questions.ts';
import type { SavedWords } from './saved-words.ts';
import { isOpenWord, isOwnWord, isWeakWord, statusOfWord } from './status-words.ts';
import { plainName } from './synonyms.ts';
import { undeliverableCells } from './undeliverable-words.ts';
import type { NamedColumn } from './table.ts';
import { needsOpposite, yesNoWords } from './yes-no-words.ts';

/** Most cells of a column of consent are no addresses. */
const ADDRESSES_SHARE = 0.5;

/** Reads a column as one of consent or of leaving, by its name and its words; null for any other one. */
export function readConsentColumn(
  { name, facts }: NamedColumn,
  index: number,
  isField: boolean,
  saved: SavedWords,
): ConsentColumn | null {
  const named = facts.addresses > facts.filled * ADDRESSES_SHARE ? null : consentName(name);
  const says = named === 'doubtful' || named === 'asked' ? doubtedName(named, facts) : named;
  const base = { index, rule: null, unknown: [], opposed: [], isText: false, hasUnclearName: says === 'unclear' };
  const words = [...(facts.words?.keys() ?? [])];
  const byWords = words.length === 0 ? null : readWords(base, words, { name, says, isField, saved });
  if (byWords !== null) return byWords;
  if (says !== 'unclear' && !isLeavingName(says)) {
    const leaves = undeliverableCells(name, facts);
    if (leaves !== null) return { ...unclearColumn(base, [], leaves), isUndeliverable: true };
    const answers = says === 'status' || facts.addresses > 0 ? null : mailAnswers(name, words);
    if (answers !== null) return { ...unclearColumn(base, [], answers), isDoubtful: true };
    return isOfOtherChannel(name) ? null : { ...base, entry: null, isText: true, leaves: speaksOfLeaving };
  }
  // A link to unsubscribe says nothing of a person.
  if (facts.filled > 0 && facts.values.every(isLink)) return null;
  if (says === 'unclear') return facts.filled === 0 ? null : unclearColumn(base, [], isFilled);
  if (facts.filled === 0) {
    return isNameOfTime(name)
      ? { ...base, entry: 'remove_time', leaves: isFilled }
      : flagColumn(base, says, yesNoWords(['yes', 'true', '1']) ?? new Map(), saved);
  }
  // A time of leaving unsubscribes, which a bounce does not.
  if (says !== 'left' && facts.values.every((value) => isNoDate(value) || isDate(value))) {
    const leaves = (cell: string) => isFilled(cell) && !isNoDate(cell);
    return { ...unclearColumn(base, [], leaves), ...(says === 'bounced' && { isUndeliverable: true }) };
  }
  const never = facts.values.filter(isNoDate);
  const isNever = (cell: string) => saved.removalOf(cell) === '' || isNoDate(saved.removalOf(cell));
  if (facts.values.every((value) => isNever(value) || isDate(saved.removalOf(value)))) {
    const values = Object.fromEntries(never.map((value) => [value.toLowerCase(), '']));
    const rule = never.length === 0 ? null : { values };
    return { ...base, entry: 'remove_time', rule, leaves: (cell) => !isNever(cell) };
  }
  return unclearColumn(base, words.length > 0 ? words : facts.samples, isFilled);
}

/** Reads a doubtful name by the cells of its column. */
function doubtedName(named: DoubtedName, facts: ColumnFacts): ConsentName {
  if (named === 'asked') return [...(facts.words?.keys() ?? [])].some(isYesOrNo) ? 'unclear' : null;
  return hasOtherTexts(facts) && !isPair(facts) ? null : 'unclear';
}

/** Whether the cells have two words, one of which is the other with more to it, as a denial is. */
function isPair({ words }: ColumnFacts): boolean {
  const [one = '', other = '', more] = [...(words?.keys() ?? [])].map((word) => word.toLowerCase());
  return one !== '' && other !== '' && more === undefined && (one.includes(other) || other.includes(one));
}

/** Whether the cells are texts that say nothing of consent: no yes and no, codes, dates or words of leaving. */
function hasOtherTexts({ values, words }: ColumnFacts): boolean {
  const saysConsent = (value: string) =>
    [isCode, needsOpposite, isDate, denies].some((says) => says(value)) ||
    isYesOrNo(value) ||
    statusOfWord(value) !== null;
  return ![...(words?.keys() ?? []), ...values].some(saysConsent);
}

interface NameOfWords {
  readonly name: string | null;
  readonly says: ConsentName;
  readonly isField: boolean;
  readonly saved: SavedWords;
}

/** Reads a column by the few words that its cells have; null where they say nothing of consent. */
function readWords(
  base: UnreadConsent,
  words: readonly string[],
  { name, says, isField, saved }: NameOfWords,
): ConsentColumn | null {
  if (says !== null && says !== 'status' && says !== 'unclear') {
    const opposed = opposedWords(words, says, saved);
    if (opposed.length > 0) return { ...unclearColumn(base, [], (cell) => flagLeaves(cell, says, words)), opposed };
    const flags = flagsAmong(words, says, saved);
    if (flags !== null) return flagColumn(base, says, flags, saved);
  }
  // "Active" and "confirmed" may say of a column of leaving that its people have left.
  const needsOwnWords = says === 'unclear' || isLeavingName(says);
  const statusOf = (word: string) =>
    saved.saidOf(word) ?? (needsOwnWords && !isOwnWord(word) ? null : saved.statusOf(word));
  const statuses = words.map(statusOf);
  const isTelling = words.some((word) => !isWeakWord(word) && (statusOfWord(word) ?? 'active') !== 'active');
  const isSaid = says !== null || (isTelling && !isOfOtherChannel(name));
  const known = statuses.filter((status) => status !== null).length;
  if (isSaid && known === words.length) return statusColumn(base, words, says, saved);
  const unknown = words.filter((_, at) => statuses[at] === null);
  const isOpen = says !== null && unknown.some(isOpenWord);
  // Where the name says nothing, half of the words do among single ones; sentences are notes.
  const most = words.some((word) => /\s/.test(word)) ? known > words.length / 2 : known >= words.length / 2;
  const isPartlySaid = known > 0 && (says !== null || most) && isSaid;
  const leaves = (cell: string) => (cell === '' ? says === 'joined' : statusOf(cell) !== 'active');
  if (isOpen || isPartlySaid) return unclearColumn(base, unknown, leaves);
  // A status of yes and no, or of codes: it may be of the list, or of anything else.
  const isCoded = (says === 'joined' || says === 'status') && !isField && words.every((word) => CODE.test(word));
  const isOfMail = says === 'status' && hasTopic(plainName(name ?? ''));
  if (isOfMail || isCoded || (says === 'status' && yesNoWords(words) !== null))
    return unclearColumn(base, words, saysNo);
  const others = words.filter((word) => yesNoWords([word]) === null);
  const isPartlyFlag = says === 'joined' && others.length < words.length && words.every((word) => !/\d/.test(word));
  if (isPartlyFlag) return unclearColumn(base, others, saysNo);
  const denying = says === 'joined' ? words.filter(denies) : [];
  if (denying.length > 0) return unclearColumn(base, denying, denies);
  // Of a name that speaks of consent alone the words answer it, though none is known.
  const isAnswered = says === 'joined' && !isField && isNameOfConsent(name) && !words.some(isOtherFact);
  return isAnswered ? unclearColumn(base, words, isFilled) : null;
}

/** Whether a cell of a column of consent is about something else: when, where or under which number it was given. */
function isOtherFact(cell: string): boolean {
  return isDate(cell) || isNoDate(cell) || isLink(cell) || /^[\d.,:+ -]{3,}$/.test(cell);
}

/** Codes such as `U`, `S` and `1`. */
const CODE = /^[\p{L}\d]{1,2}$/u;

/** Whether a cell is a code: two letters of Japanese are a word. */
function isCode(cell: string): boolean {
  return CODE.test(cell) && !(cell.length > 1 && isJapanese(cell));
}

function isYesOrNo(cell: string): boolean {
  return yesNoWords([cell]) !== null;
}

function saysNo(cell: string): boolean {
  return yesNoWords([cell])?.get(cell.toLowerCase()) !== true;
}

/** A column of words that are statuses. As with yes and no, a blank cell is a no in a column of consent. */
function statusColumn(
  base: UnreadConsent,
  words: readonly string[],
  says: ConsentName,
  { statusOf }: SavedWords,
): ConsentColumn {
  const values: Record<string, string> = {
    ...Object.fromEntries(words.map((word) => [word.toLowerCase(), statusOf(word) ?? word])),
    ...(says === 'joined' && { '': 'unsubscribed' }),
  };
  const isPlain = Object.entries(values).every(([word, status]) => word === status);
  const leaves = (cell: string) => (cell === '' ? says === 'joined' : statusOf(cell) !== 'active');
  return { ...base, entry: 'status', rule: isPlain ? null : { values }, leaves };
}

function isFilled(cell: string): boolean {
  return cell !== '';
}
