import { recordDeletionState } from '../../db/lists/list-deletions.ts';
import type { DeletionStateChange } from '../../db/lists/list-deletions.ts';
import type { ActivityDeps } from '../deps.ts';

/** Writes the public state of a list's deletion next to its progress. */
export function recordListDeletionState({ pool }: ActivityDeps) {
  return (change: DeletionStateChange): Promise<void> => recordDeletionState(pool, change);
}
