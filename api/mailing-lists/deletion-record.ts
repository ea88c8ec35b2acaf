import { z } from 'zod/v4';
import { listDeletions, LIST_DELETION_STATES } from '../../engine/db/lists/list-deletion-records.ts';
import type { ListDeletionRecord } from '../../engine/db/lists/list-deletion-records.ts';
import { renderedTime, whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';
import { renderOptionalTime, renderTime } from '../http/times.ts';
import { jobLookup } from '../jobs/job-routes.ts';
import { mailingListDeletionExample } from './examples.ts';

/** The deletion of a mailing list as the API shows it. */
export const mailingListDeletionRecord = z
  .object({
    mailing_list_id: whole,
    mailing_list_name: z.string(),
    state: z.enum(LIST_DELETION_STATES),
    error_message: z.string().nullable().describe('Why the deletion has stopped. An operator can retry it.'),
    created_at: renderedTime,
    finished_at: renderedTime.nullable(),
    stats: z.object({
      number_of_subscribers: whole.nullable().describe('Null until all jobs of the list have ended.'),
      subscribers_deleted: whole,
    }),
  })
  .meta({ id: 'MailingListDeletion', examples: [mailingListDeletionExample] });

/** A deletion as the database knows it, which is as far as its last batch. */
export function renderListDeletion(
  row: ListDeletionRecord,
  timeZone: string,
): Rendered<typeof mailingListDeletionRecord> {
  return {
    mailing_list_id: row.mailingListId,
    mailing_list_name: row.mailingListName,
    state: row.state,
    error_message: row.errorMessage,
    created_at: renderTime(row.createdAt, timeZone),
    finished_at: renderOptionalTime(row.finishedAt, timeZone),
    stats: { number_of_subscribers: row.total, subscribers_deleted: row.deleted },
  };
}

/** Finds the deletion of the list that a path names, if the caller reaches it. @throws NotFound */
export const requireListDeletion = jobLookup(listDeletions, 'mailing list deletion');
