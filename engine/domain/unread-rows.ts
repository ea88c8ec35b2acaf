import { createNotice } from './notices.ts';
import type { Notice } from './notices.ts';

/** Failed records without a key that could be read, and the subscribers that the import deactivated, or as a dry run would. */
interface UnreadRows {
  readonly unread: number;
  readonly deactivated: number;
  readonly isDryRun: boolean;
}

/** The notice of failed records that may be of deactivated people; none where each record has a key, or no subscriber is. */
export function unreadRows({ unread, deactivated, isDryRun }: UnreadRows): Notice[] {
  if (unread === 0 || deactivated === 0) return [];
  const records = unread === 1 ? 'One failed record has' : `${unread} failed records have`;
  const subscribers = deactivated === 1 ? 'the subscriber' : `the ${deactivated} subscribers`;
  const message =
    `${records} no address that can be read. ${unread === 1 ? 'Its person' : 'Their people'} may be among ${subscribers} that ` +
    `${isDryRun ? 'would be' : deactivated === 1 ? 'was' : 'were'} deactivated: look at the failed rows.`;
  return [createNotice('unread_rows', message, { count: unread })];
}
