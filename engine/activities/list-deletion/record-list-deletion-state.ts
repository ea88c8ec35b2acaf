import { LIST_DELETION_KIND, recordDeletionState } from '../../db/lists/list-deletions.ts';
import type { DeletionStateChange } from '../../db/lists/list-deletions.ts';
import type { ActivityDeps } from '../deps.ts';
import { logCommands } from '../log-commands.ts';

/** Writes the public state of a list's deletion next to its progress. Commands are recorded and logged, the end is counted. */
export function recordListDeletionState({ pool, log, callEndpoints, nameSenders, countEnd }: ActivityDeps) {
  return async (change: DeletionStateChange): Promise<void> => {
    const commands = await nameSenders(change.commands);
    const { waiting, isChanged } = await recordDeletionState(pool, { ...change, commands });
    if (isChanged) countEnd({ kind: LIST_DELETION_KIND, ...change });
    logCommands(log, commands);
    await callEndpoints(waiting);
  };
}
