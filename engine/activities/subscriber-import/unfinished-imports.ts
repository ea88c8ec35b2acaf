import type { Pool } from 'pg';
import { subscriberImportStart, subscriberImportWorkflowId } from '../../jobs/subscriber-import.ts';
import type { StartableImport } from '../../jobs/subscriber-import.ts';
import { fault } from '../faults.ts';
import type { SweptKind } from '../swept-jobs.ts';
import { purgeExpiredImports, purgeImportsOfList } from './purge-imports.ts';
import { recordImportState } from './record-import-state.ts';
import { unfinished } from '../../db/jobs/unfinished.ts';

/** Subscriber imports as the sweep sees them; one that lost its workflow has failed, with all it merged counted. */
export const sweptSubscriberImports: SweptKind = {
  purgeExpired: purgeExpiredImports,
  purgeOfList: purgeImportsOfList,
  unfinishedJobs: async (deps, olderThanSeconds) => {
    const { rows } = await deps.pool.query<StartableImport & { wasStarted: boolean }>(
      `select ${STARTABLE}, workflow_started_at is not null as "wasStarted"
         from subscriber_imports
        where ${unfinished.sql} and created_at < now() - make_interval(secs => $1)
        order by id`,
      [olderThanSeconds],
    );
    const record = recordImportState(deps);
    return rows.map((row) => ({
      start: subscriberImportStart(row),
      wasStarted: row.wasStarted,
      fail: (loss) => record({ importId: row.id, state: 'failed', errorMessage: REASONS[loss] }),
    }));
  },
  unfinishedJobsOfList: async (deps, mailingListId) => {
    const { rows } = await deps.pool.query<{ id: number }>(
      `select id from subscriber_imports where mailing_list_id = $1 and ${unfinished.sql} order by id`,
      [mailingListId],
    );
    const record = recordImportState(deps);
    return rows.map(({ id }) => ({
      workflowId: subscriberImportWorkflowId(id),
      cancel: () => record({ importId: id, state: 'cancelled', errorMessage: null }),
    }));
  },
};

/** Reads what the workflow of an import is started with. @throws ApplicationFailure when there is no such import */
export async function readStartableImport(pool: Pool, importId: number): Promise<StartableImport> {
  const { rows } = await pool.query<StartableImport>(`select ${STARTABLE} from subscriber_imports where id = $1`, [
    importId,
  ]);
  const [row] = rows;
  if (row === undefined) throw fault('ImportMissing', `There is no subscriber import ${importId}.`);
  return row;
}

const STARTABLE = `id, organization_id as "organizationId", mailing_list_id as "mailingListId", policy,
  options -> 'file_source' ->> 'type' as "sourceType", begins_at as "beginsAt"`;

const REASONS = {
  ended: 'The workflow of this import was ended from outside before the import was finished.',
  unknown: 'Temporal no longer knows the workflow of this import.',
} as const;
