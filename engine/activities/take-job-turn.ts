import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { askForJobTurn } from '../db/jobs/job-turns.ts';
import type { JobTurnCount, TurnQueue } from '../db/jobs/job-turns.ts';
import { inTransaction } from '../db/core/transaction.ts';
import { QUEUED_FAILURE } from '../jobs/job-facts.ts';
import type { ActivityDeps } from './deps.ts';
import { whileHeartbeating } from './heartbeat.ts';

/** The turns of the jobs of a kind. */
interface JobTurns {
  readonly queue: TurnQueue;
  /** Jobs of an organization that have a turn at a time. */
  readonly limit: number;
  /** The jobs of the kind in the message of one that waits, such as "exports". */
  readonly jobs: string;
}

/**
 * Makes the activity that takes a turn of a job's organization, which the job holds until it ends. While none is free it fails and is retried
 * a little later, and occupies no slot of a worker in between. `read` reads the job, and throws when it has ended.
 * @throws ApplicationFailure WaitsForTurn
 */
export function takeJobTurn<Reference>(
  { pool }: ActivityDeps,
  { queue, limit, jobs }: JobTurns,
  read: (reference: Reference) => Promise<{ readonly id: number; readonly organizationId: number }>,
) {
  return (reference: Reference): Promise<void> =>
    whileHeartbeating(async (signal) => {
      const job = await read(reference);
      const count = await inTransaction(pool, (client) => askForJobTurn(client, queue, job, limit), signal);
      if (count !== null) throw waiting(count, jobs);
    });
}

function waiting({ underWay, ahead }: JobTurnCount, jobs: string): ApplicationFailure {
  return ApplicationFailure.create({
    type: QUEUED_FAILURE,
    message: `Waits for a slot: ${underWay} ${jobs} of its organization are under way, and ${ahead} are ahead of it.`,
    nonRetryable: false,
    nextRetryDelay: Math.min(LONGEST_MS, SHORTEST_MS + ahead * MS_FOR_EACH_AHEAD),
    // Waiting is no failure for logs and metrics of the SDK.
    category: ApplicationFailureCategory.BENIGN,
  });
}

const SHORTEST_MS = 1_000;
const MS_FOR_EACH_AHEAD = 500;
const LONGEST_MS = 60_000;
