import type { Pool } from 'pg';
import type { JobStateChange } from '../db/jobs/job-states.ts';
import type { ChangedState } from '../db/webhooks/job-events.ts';
import type { ActivityDeps } from './deps.ts';
import { logCommands } from './log-commands.ts';

/** The states of the jobs of a kind, as they are written. */
interface States<Change, Recorded> {
  readonly kind: string;
  readonly record: (pool: Pool, change: Change) => Promise<Recorded>;
}

/** Makes the activity that writes the public state of a job where lists read it. */
export function recordJobState<Change extends JobStateChange>(
  deps: ActivityDeps,
  states: States<Change, ChangedState>,
): (change: Change) => Promise<void> {
  return async (change) => {
    await recordState(deps, states, change);
  };
}

/** Writes the public state of a job; its commands are recorded and logged, its end is counted, and endpoints are called. */
export async function recordState<Change extends JobStateChange, Recorded extends ChangedState>(
  { pool, log, callEndpoints, nameSenders, countEnd }: ActivityDeps,
  { kind, record }: States<Change, Recorded>,
  change: Change,
): Promise<Recorded> {
  const commands = await nameSenders(change.commands);
  const recorded = await record(pool, { ...change, commands });
  if (recorded.isChanged) countEnd({ kind, ...change });
  logCommands(log, commands);
  await callEndpoints(recorded.waiting);
  return recorded;
}
