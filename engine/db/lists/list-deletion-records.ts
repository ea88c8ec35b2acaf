import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

/** The states of the deletion of a list. */
export const LIST_DELETION_STATES = ['cancelling_jobs', 'deleting_subscribers', 'paused', 'finished'] as const;

const record = z.object({
  mailingListId: z.number(),
  jobKey: z.string().nullable(),
  mailingListName: z.string(),
  organizationId: z.number(),
  state: z.enum(LIST_DELETION_STATES),
  errorMessage: z.string().nullable(),
  createdAt: z.date(),
  finishedAt: z.date().nullable(),
  workflowStartedAt: z.date().nullable(),
  total: z.number().nullable(),
  deleted: z.number(),
});

/** The deletion of a list; `total` is null until every job of the list has ended. */
export type ListDeletionRecord = z.infer<typeof record>;

/** Finds the deletion of a list of an organization, or of any with null. */
export function findListDeletion(
  db: Database,
  mailingListId: number,
  organizationId: number | null,
): Promise<ListDeletionRecord | null> {
  return db.maybeOne(sql.type(record)`
    select d.mailing_list_id as "mailingListId", d.job_key as "jobKey", l.name as "mailingListName", d.organization_id as "organizationId", d.state,
      d.error_message as "errorMessage", d.created_at as "createdAt", d.finished_at as "finishedAt",
      d.workflow_started_at as "workflowStartedAt", d.subscribers_total as total, d.subscribers_deleted as deleted
    from list_deletions d join mailing_lists l on l.id = d.mailing_list_id
    where d.mailing_list_id = ${mailingListId} and d.organization_id = coalesce(${organizationId}, d.organization_id)
  `);
}
