import { createNotice } from './notices.ts';
import type { Notice } from './notices.ts';

/** The notice of people who are active by their first row, and of whom a later one says that they left; none without any. */
export function leftLater(count: number, isDryRun: boolean): Notice[] {
  if (count === 0) return [];
  const people = count === 1 ? 'One person' : `${count} people`;
  const are = isDryRun ? 'would be' : count === 1 ? 'is' : 'are';
  const message =
    `${people} ${are} active by the first row of the address, and a later row says that the person left. The first row of an ` +
    'address counts. Set those who left to "unsubscribed", or take the rows that are wrong out of the file.';
  return [createNotice('left_later', message, { count })];
}
