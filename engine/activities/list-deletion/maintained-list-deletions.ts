import { findUnfinishedDeletions } from '../../db/lists/list-deletions.ts';
import { listDeletionStart } from '../../jobs/list-deletion.ts';
import type { MaintainedKind } from '../maintained-kind.ts';

/** List deletions as maintenance sees them: one that lost its workflow is started again, and resumes from its ledger. */
export const maintainedListDeletions: MaintainedKind = {
  unfinishedJobs: async ({ pool, client }, olderThanSeconds) => {
    const rows = await findUnfinishedDeletions(pool, olderThanSeconds);
    return rows.map((row) => ({
      start: listDeletionStart(row, client.names.workflowIdPrefix),
      wasStarted: row.wasStarted,
      state: row.state,
    }));
  },
};
