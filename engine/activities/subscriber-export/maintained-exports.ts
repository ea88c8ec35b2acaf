import {
  cancelLoadedExports,
  findUnfinishedExports,
  findUnfinishedExportsOfList,
} from '../../db/exports/unfinished.ts';
import { subscriberExportStart, subscriberExportWorkflowId } from '../../jobs/subscriber-export.ts';
import { WORKFLOW_LOST } from '../maintained-kind.ts';
import type { MaintainedKind } from '../maintained-kind.ts';
import { purgeExport } from './purge-export.ts';
import { purgeExportsOfList } from './purge-exports-of-list.ts';
import { purgeExports } from './purge-exports.ts';
import { recordExportState } from './record-export-state.ts';

/** Subscriber exports as maintenance finds them: one that lost its workflow has failed, and leaves no file. */
export const maintainedSubscriberExports: MaintainedKind = {
  purgeExpired: purgeExports,
  purgeOfList: purgeExportsOfList,
  cancelRowsOfList: ({ pool }, mailingListId) => cancelLoadedExports(pool, mailingListId),
  unfinishedJobs: async (deps, olderThanSeconds) => {
    const rows = await findUnfinishedExports(deps.pool, olderThanSeconds);
    return rows.map((row) => ({
      start: subscriberExportStart(row, deps.client.names.workflowIdPrefix),
      wasStarted: row.wasStarted,
      state: row.state,
      fail: async (loss) => {
        const end = { exportId: row.id, state: 'failed', errorMessage: REASONS[loss], fault: WORKFLOW_LOST };
        await recordExportState(deps)(end);
        await purgeExport(deps, row);
      },
    }));
  },
  unfinishedJobsOfList: async (deps, mailingListId) => {
    const rows = await findUnfinishedExportsOfList(deps.pool, mailingListId);
    return rows.map(({ id, jobKey }) => ({
      jobKey,
      workflowId: subscriberExportWorkflowId(id, deps.client.names.workflowIdPrefix),
      cancel: () => recordExportState(deps)({ exportId: id, state: 'cancelled', errorMessage: null }),
    }));
  },
};

const REASONS = {
  ended: 'The workflow of this export was ended from outside before the export was finished.',
  unknown: 'Temporal no longer knows the workflow of this export.',
} as const;
