import { findUnfinishedDeletions } from '../../db/lists/list-deletions.ts';
import { listDeletionStart } from '../../jobs/list-deletion.ts';
import { lookUpUnfinished } from '../maintained-kind.ts';
import type { MaintainedKind } from '../maintained-kind.ts';

/** List deletions as maintenance sees them: one that lost its workflow is started again, and resumes from its ledger. */
export const maintainedListDeletions: MaintainedKind = {
  unfinishedJobs: lookUpUnfinished({
    noun: 'deletion',
    find: findUnfinishedDeletions,
    startOf: listDeletionStart,
  }),
};
