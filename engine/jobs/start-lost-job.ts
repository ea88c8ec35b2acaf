import type { JobStart } from './start-job.ts';
import { signalJob, startJob } from './start-job.ts';
import type { TemporalClient } from './temporal-client.ts';

/** A job without a workflow, with what its row says. */
export interface LostJob {
  readonly start: JobStart;
  /** Its workflow is known to have been started. */
  readonly wasStarted: boolean;
  /** The public state of its row. */
  readonly state: string;
}

/**
 * Starts the workflow of a job that has none. One that had begun goes on from its ledger, and its record tells of a restart without a
 * sender; a paused one stays paused.
 * @param at the time of the database
 * @throws whatever the Temporal client throws when the service cannot be reached
 */
export async function startLostJob(
  client: TemporalClient,
  { start, wasStarted, state }: LostJob,
  at: Date,
): Promise<void> {
  if (!wasStarted || state === start.state) return startJob(client, start);
  const command = { command: 'restart', at: at.toISOString(), by: null } as const;
  const job = { ...start, restart: { command } };
  if (state !== 'paused') return startJob(client, job);
  // In the first workflow task, before anything of the job begins.
  await signalJob(client, job, { name: 'pause', args: [null, null] });
}
