import { recordDeletionState } from '../../db/lists/list-deletions.ts';
import type { DeletionStateChange } from '../../db/lists/list-deletions.ts';
import type { ActivityDeps } from '../deps.ts';
import { logCommands } from '../log-commands.ts';

/** Writes the public state of a list's deletion next to its progress. Commands are recorded and logged. */
export function recordListDeletionState({ pool, log, callEndpoints, nameSenders }: ActivityDeps) {
  return async (change: DeletionStateChange): Promise<void> => {
    const commands = await nameSenders(change.commands);
    const waiting = await recordDeletionState(pool, { ...change, commands });
    logCommands(log, commands);
    await callEndpoints(waiting);
  };
}
