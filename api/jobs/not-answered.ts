import { CallRefused } from '../http/errors.ts';
import type { CommandAnswer } from './jobs.ts';

/** A caller may look at the job, or send the command again, after so many seconds. */
const RETRY_AFTER_SECONDS = 5;

/** A worker, or Temporal, has not answered within the time that a caller can be kept waiting; the sentence has what is known. */
export class NotAnswered extends CallRefused {
  constructor(message: string, { isOutcomeUnknown = false } = {}) {
    super('no_worker_answered', message, { retryAfter: RETRY_AFTER_SECONDS, isOutcomeUnknown });
  }
}

/**
 * The sentences of commands and actions that were not answered, by their beginnings: each says whether the job may have changed.
 * Those of operators' actions are in engine/jobs/job-actions.ts and temporal-jobs.ts.
 */
export const NOT_ANSWERED =
  /^(?:no worker took the command|no worker answered in time|No worker took \w+|No worker responded in time|Temporal does not answer), so /;

/**
 * @param job the kind of the job with its article; @param participle of the command, as "paused"
 * @throws NotAnswered when no worker has answered a command
 */
export function requireAnswer(outcome: CommandAnswer['outcome'], job: string, participle: string): void {
  if (outcome === 'untaken') {
    throw new NotAnswered(`no worker took the command, so ${job} has not been ${participle}: send the command again`);
  }
  if (outcome === 'unanswered') {
    throw new NotAnswered(
      `no worker answered in time, so it is not known whether ${job} has been ${participle}; ` +
        `nothing of ${job} is lost: read its state and send the command again if needed`,
      { isOutcomeUnknown: true },
    );
  }
}
