import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import { readJobs } from '../jobs/read-jobs.ts';

/** The states of the deletion of a list. */
export const LIST_DELETION_STATES = ['cancelling_jobs', 'deleting_subscribers', 'paused', 'finished'] as const;

const record = z.object({
  id: z.number(),
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

/** The deletions that clients read. */
export const listDeletions = readJobs({
  row: record,
  selection: sql.fragment`
    select d.mailing_list_id as id, d.mailing_list_id as "mailingListId", d.job_key as "jobKey", l.name as "mailingListName",
      d.organization_id as "organizationId", d.state, d.error_message as "errorMessage", d.created_at as "createdAt",
      d.finished_at as "finishedAt", d.workflow_started_at as "workflowStartedAt", d.subscribers_total as total,
      d.subscribers_deleted as deleted
    from list_deletions d join mailing_lists l on l.id = d.mailing_list_id
    where true`,
  alias: 'd',
  idColumn: 'mailing_list_id',
});
