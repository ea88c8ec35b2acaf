import type { Pool } from 'pg';
import type { FileOwner } from '../../domain/file-owner.ts';
import { unfinishedJobs } from '../jobs/unfinished-jobs.ts';

/** The row of an export, as far as its workflow is started with it. */
export interface StartableExport extends FileOwner {
  readonly organizationId: number;
  readonly mailingListId: number;
}

/** Reads the unfinished exports, as far as their workflows are started with them. */
export const findUnfinishedExports = unfinishedJobs<StartableExport>({
  table: 'subscriber_exports',
  columns: 'id, job_key as "jobKey", organization_id as "organizationId", mailing_list_id as "mailingListId"',
  isUnfinished: 'options is not null and finished_at is null',
});

/** The unfinished exports of a list, in ascending order. */
export async function findUnfinishedExportsOfList(pool: Pool, mailingListId: number): Promise<readonly FileOwner[]> {
  const { rows } = await pool.query<FileOwner>(
    `select id, job_key as "jobKey" from subscriber_exports
      where mailing_list_id = $1 and options is not null and finished_at is null
      order by id`,
    [mailingListId],
  );
  return rows;
}

/** Cancels the unfinished exports of a list that a fixture loaded: rows without a workflow. */
export async function cancelLoadedExports(pool: Pool, mailingListId: number): Promise<void> {
  await pool.query(
    `update subscriber_exports set state = 'cancelled', retry_at = null, finished_at = now(), updated_at = now()
      where mailing_list_id = $1 and options is null and state in ('idle', 'estimating', 'exporting', 'paused')`,
    [mailingListId],
  );
}
