import { findUnfinishedDeletions } from '../../db/lists/list-deletions.ts';
import { listDeletionStart } from '../../jobs/list-deletion.ts';
import type { SweptKind } from '../swept-jobs.ts';

/** List deletions as maintenance sees them: one that lost its workflow is started again, and resumes from its ledger. */
export const sweptListDeletions: SweptKind = {
  unfinishedJobs: async ({ pool }, olderThanSeconds) => {
    const rows = await findUnfinishedDeletions(pool, olderThanSeconds);
    return rows.map((row) => ({ start: listDeletionStart(row), wasStarted: row.wasStarted }));
  },
};
