import type { MailingList } from '../../engine/db/lists/mailing-lists.ts';
import type { ListLookups } from '../../engine/lists/mailing-lists.ts';

/** The organization of a list, the list to update (null for one to create), and look-ups. */
export interface MailingListContext {
  readonly organizationId: number;
  readonly current: MailingList | null;
  readonly lookups: ListLookups;
}
