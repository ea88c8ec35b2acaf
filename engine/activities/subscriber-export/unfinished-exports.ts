import { recordState } from '../../db/exports/ledger.ts';
import { subscriberExportStart, subscriberExportWorkflowId } from '../../jobs/subscriber-export.ts';
import type { StartableExport } from '../../jobs/subscriber-export.ts';
import type { SweptKind } from '../swept-jobs.ts';
import { purgeExport } from './purge-export.ts';
import { purgeExportsOfList } from './purge-exports-of-list.ts';
import { purgeExports } from './purge-exports.ts';

/** Subscriber exports as the sweep sees them; one that lost its workflow has failed, and leaves no file. */
export const sweptSubscriberExports: SweptKind = {
  purgeExpired: purgeExports,
  purgeOfList: purgeExportsOfList,
  unfinishedJobs: async (deps, olderThanSeconds) => {
    const { rows } = await deps.pool.query<StartableExport & { wasStarted: boolean }>(
      `select id, organization_id as "organizationId", mailing_list_id as "mailingListId",
              workflow_started_at is not null as "wasStarted"
         from subscriber_exports
        where options is not null and finished_at is null and created_at < now() - make_interval(secs => $1)
        order by id`,
      [olderThanSeconds],
    );
    return rows.map((row) => ({
      start: subscriberExportStart(row),
      wasStarted: row.wasStarted,
      fail: async (loss) => {
        await recordState(deps.pool, { exportId: row.id, state: 'failed', errorMessage: REASONS[loss] });
        await purgeExport(deps, row.id);
      },
    }));
  },
  unfinishedJobsOfList: async (deps, mailingListId) => {
    const { rows } = await deps.pool.query<{ id: number }>(
      `select id from subscriber_exports
        where mailing_list_id = $1 and options is not null and finished_at is null
        order by id`,
      [mailingListId],
    );
    return rows.map(({ id }) => ({
      workflowId: subscriberExportWorkflowId(id),
      cancel: () => recordState(deps.pool, { exportId: id, state: 'cancelled', errorMessage: null }),
    }));
  },
};

const REASONS = {
  ended: 'The workflow of this export was ended from outside before the export was finished.',
  unknown: 'Temporal no longer knows the workflow of this export.',
} as const;
