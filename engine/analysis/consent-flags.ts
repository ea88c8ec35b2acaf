import type { SubscriberStatus } from '../domain/subscribers.ts';
import { SHOWN_WORDS } from './consent-column.ts';
import type { ConsentColumn, UnreadConsent } from './consent-column.ts';
import type { ConsentName } from './consent-names.ts';
import type { SavedWords } from './saved-words.ts';
import { statusOfWord } from './status-words.ts';
import { answerAmong, isAgreement, yesNoWords } from './yes-no-words.ts';

const LEAVING_STATUS = { left: 'unsubscribed', bounced: 'bounced', complained: 'scomp' } as const;

/** Name of a column whose cells of yes and no say who gets mail. */
export type FlagName = Exclude<ConsentName, 'status' | 'unclear' | null>;

/** Whether a column of that name says of whom it says yes that they left. */
export function isLeavingName(says: ConsentName): says is keyof typeof LEAVING_STATUS {
  return says !== null && Object.hasOwn(LEAVING_STATUS, says);
}

/**
 * The words of a column as yes and no, apart from those that saved rules name; null when one means neither. Words of agreement,
 * such as "accepted" and "opt-in", are no yes to leaving.
 */
export function flagsAmong(
  words: readonly string[],
  says: FlagName,
  saved: SavedWords,
): ReadonlyMap<string, boolean> | null {
  const open = words.filter((word) => saved.saidOf(word) === null);
  if (isLeavingName(says) && open.some(isAgreement)) return null;
  if (open.length > 0) return yesNoWords(open);
  return words.every((word) => statusOfWord(word) !== null) ? null : new Map();
}

/** Words of yes and no that say in the column not to mail a person whom the saved rules make active. */
export function opposedWords(words: readonly string[], says: FlagName, saved: SavedWords): string[] {
  return words.filter((word) => saved.saidOf(word) === 'active' && flagLeaves(word, says, words)).slice(0, SHOWN_WORDS);
}

/** Whether a word of yes or no, or a blank cell, says in the column of these words not to mail a person. */
export function flagLeaves(cell: string, says: FlagName, words: readonly string[]): boolean {
  if (cell === '') return says === 'joined';
  const isYes = answerAmong(cell, words);
  return isYes !== null && flagStatus(says, isYes) !== 'active';
}

function flagStatus(says: FlagName, isYes: boolean): SubscriberStatus {
  if (isLeavingName(says)) return isYes ? LEAVING_STATUS[says] : 'active';
  return isYes ? 'active' : 'unsubscribed';
}

/** Reads a column of yes and no. A blank cell is a no in a column of consent, and says nothing in a column of leaving. */
export function flagColumn(
  base: UnreadConsent,
  says: FlagName,
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
