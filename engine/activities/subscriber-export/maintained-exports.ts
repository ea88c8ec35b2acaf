import { exportStates } from '../../db/exports/ledger.ts';
import {
  cancelLoadedExports,
  findUnfinishedExports,
  findUnfinishedExportsOfList,
} from '../../db/exports/unfinished.ts';
import { subscriberExportStart, subscriberExportWorkflowId } from '../../jobs/subscriber-export.ts';
import { lookUpUnfinished } from '../maintained-kind.ts';
import type { MaintainedKind } from '../maintained-kind.ts';
import { recordJobState } from '../record-job-state.ts';
import { purgeExport } from './purge-export.ts';
import { purgeExportsOfList } from './purge-exports-of-list.ts';
import { purgeExports } from './purge-exports.ts';

/** Subscriber exports as maintenance finds them: one that lost its workflow has failed, and leaves no file. */
export const maintainedSubscriberExports: MaintainedKind = {
  purgeExpired: purgeExports,
  purgeOfList: purgeExportsOfList,
  cancelRowsOfList: ({ pool }, mailingListId) => cancelLoadedExports(pool, mailingListId),
  unfinishedJobs: lookUpUnfinished({
    noun: 'export',
    find: findUnfinishedExports,
    startOf: subscriberExportStart,
    fail: async (deps, row, end) => {
      await recordJobState(deps, exportStates)({ exportId: row.id, ...end });
      await purgeExport(deps, row);
    },
  }),
  unfinishedJobsOfList: async (deps, mailingListId) => {
    const rows = await findUnfinishedExportsOfList(deps.pool, mailingListId);
    return rows.map(({ id, jobKey }) => ({
      jobKey,
      workflowId: subscriberExportWorkflowId(id, deps.client.names.workflowIdPrefix),
      cancel: () => recordJobState(deps, exportStates)({ exportId: id, state: 'cancelled', errorMessage: null }),
    }));
  },
};
