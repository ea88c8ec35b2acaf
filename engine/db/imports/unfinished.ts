import type { Pool } from 'pg';
import type { FileOwner } from '../../domain/file-owner.ts';
import type { ImportOptions, SourceType } from '../../domain/subscriber-imports.ts';
import type { ImportPolicy } from '../../platform/config.ts';
import { unfinished } from '../jobs/unfinished.ts';
import { unfinishedJobs } from '../jobs/unfinished-jobs.ts';

/** The row of an import, as far as its workflow is started with it. */
export interface StartableImportRow extends FileOwner {
  readonly organizationId: number;
  readonly mailingListId: number;
  readonly policy: ImportPolicy;
  readonly sourceType: SourceType;
  readonly beginsAt: Date;
  /** Milliseconds until then. */
  readonly beginsInMs: number;
  /** Those that its workflow decides by. */
  readonly options: Pick<ImportOptions, 'dry_run' | 'max_failed_records' | 'max_deactivated'>;
}

const STARTABLE = `id, job_key as "jobKey", organization_id as "organizationId", mailing_list_id as "mailingListId", policy,
  options -> 'file_source' ->> 'type' as "sourceType", begins_at as "beginsAt",
  ceil(extract(epoch from begins_at - clock_timestamp()) * 1000)::bigint as "beginsInMs",
  jsonb_strip_nulls(jsonb_build_object('dry_run', options -> 'dry_run', 'max_failed_records', options -> 'max_failed_records',
    'max_deactivated', options -> 'max_deactivated')) as options`;

/** Reads what the workflow of an import is started with; null when there is no such import. */
export async function findStartableImport(pool: Pool, importId: number): Promise<StartableImportRow | null> {
  const { rows } = await pool.query<StartableImportRow>(`select ${STARTABLE} from subscriber_imports where id = $1`, [
    importId,
  ]);
  return rows[0] ?? null;
}

/** Reads the unfinished imports, as far as their workflows are started with them. */
export const findUnfinishedImports = unfinishedJobs<StartableImportRow>({
  table: 'subscriber_imports',
  columns: STARTABLE,
  isUnfinished: unfinished.sql,
});

/** The unfinished imports of a list, in ascending order. */
export async function findUnfinishedImportsOfList(pool: Pool, mailingListId: number): Promise<readonly FileOwner[]> {
  const { rows } = await pool.query<FileOwner>(
    `select id, job_key as "jobKey" from subscriber_imports where mailing_list_id = $1 and ${unfinished.sql} order by id`,
    [mailingListId],
  );
  return rows;
}
