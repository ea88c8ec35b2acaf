import type { Pool } from 'pg';
import type { FileOwner } from '../../domain/file-owner.ts';
import { unfinishedJobs } from '../jobs/unfinished-jobs.ts';

/** The row of an undo, as far as its workflow is started with it. */
export interface StartableUndo extends FileOwner {
  readonly organizationId: number;
  readonly mailingListId: number;
  readonly importId: number;
}

/** Reads the unfinished undos, as far as their workflows are started with them. */
export const findUnfinishedUndos = unfinishedJobs<StartableUndo>({
  table: 'import_undos',
  columns: `id, job_key as "jobKey", organization_id as "organizationId", mailing_list_id as "mailingListId",
    subscriber_import_id as "importId"`,
  isUnfinished: 'finished_at is null',
});

/** The unfinished undos of imports of a list, in ascending order. */
export async function findUnfinishedUndosOfList(pool: Pool, mailingListId: number): Promise<readonly FileOwner[]> {
  const { rows } = await pool.query<FileOwner>(
    `select id, job_key as "jobKey" from import_undos where mailing_list_id = $1 and finished_at is null order by id`,
    [mailingListId],
  );
  return rows;
}
