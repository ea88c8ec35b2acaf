import type { Pool } from 'pg';
import {
  findStartableImport,
  findUnfinishedImports,
  findUnfinishedImportsOfList,
} from '../../db/imports/unfinished.ts';
import { subscriberImportStart, subscriberImportWorkflowId } from '../../jobs/subscriber-import.ts';
import type { StartableImport } from '../../jobs/subscriber-import.ts';
import { fault } from '../faults.ts';
import { lookUpUnfinished } from '../maintained-kind.ts';
import type { MaintainedKind } from '../maintained-kind.ts';
import { removeExcessFiles } from '../sources/remove-excess-files.ts';
import { removeKeptFiles } from '../sources/remove-kept-files.ts';
import { KEPT_IMPORTS } from './kept-imports.ts';
import { purgeExpiredImports, purgeImportsOfList } from './purge-imports.ts';
import { recordImportState } from './record-import-state.ts';

/** Subscriber imports as maintenance finds them: one that lost its workflow has failed, and its merged rows are counted. */
export const maintainedSubscriberImports: MaintainedKind = {
  purgeExpired: purgeExpiredImports,
  purgeOfList: purgeImportsOfList,
  removeKept: async (deps, signal) => {
    await removeKeptFiles(deps, KEPT_IMPORTS, signal);
    await removeExcessFiles(deps, null, signal);
  },
  unfinishedJobs: lookUpUnfinished({
    noun: 'import',
    find: findUnfinishedImports,
    startOf: subscriberImportStart,
    fail: (deps, { id }, end) => recordImportState(deps)({ importId: id, ...end }),
  }),
  unfinishedJobsOfList: async (deps, mailingListId) => {
    const rows = await findUnfinishedImportsOfList(deps.pool, mailingListId);
    const record = recordImportState(deps);
    return rows.map(({ id, jobKey }) => ({
      jobKey,
      workflowId: subscriberImportWorkflowId(id, deps.client.names.workflowIdPrefix),
      cancel: async () => {
        await record({ importId: id, state: 'cancelled', errorMessage: null });
      },
    }));
  },
};

/** Reads what the workflow of an import is started with. @throws ApplicationFailure when there is no such import */
export async function readStartableImport(pool: Pool, importId: number): Promise<StartableImport> {
  const row = await findStartableImport(pool, importId);
  if (row === null) throw fault('ImportMissing', `There is no subscriber import ${importId}.`);
  return row;
}
