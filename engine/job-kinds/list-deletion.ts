import { listDeletionRows } from '../db/lists/operator.ts';
import { LIST_DELETION } from '../jobs/list-deletion.ts';
import type { ClientJobKind } from './job-kind.ts';

/** The deletion of a mailing list with its subscribers. */
export const listDeletionKind: ClientJobKind = {
  ...LIST_DELETION,
  ...listDeletionRows,
  unit: 'subscribers deleted',
  page: { title: 'Deletion', path: '/deletions' },
  states: ['cancelling_jobs', 'deleting_subscribers', 'paused'],
  loadActivities: () => import('../activities/list-deletion.ts'),
};
