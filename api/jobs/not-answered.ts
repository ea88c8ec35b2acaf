import { CallRefused } from '../http/errors.ts';
import type { CommandAnswer } from './jobs.ts';

/** A caller may look at the job, or send the command again, after so many seconds. */
const RETRY_AFTER_SECONDS = 5;

/** @throws NotAnswered when no worker has answered a command */
export function requireAnswer(outcome: CommandAnswer['outcome'], job: string, participle: string): void {
  if (outcome === 'untaken' || outcome === 'unanswered') throw new NotAnswered(outcome, job, participle);
}

/** No worker has answered a command within the time that a caller can be kept waiting; the sentence has what is known of it. */
class NotAnswered extends CallRefused {
  /** @param job the kind of the job with its article; @param participle of the command, as "paused" */
  constructor(outcome: 'untaken' | 'unanswered', job: string, participle: string) {
    const message =
      outcome === 'untaken'
        ? `no worker took the command, so ${job} has not been ${participle}: send the command again`
        : `no worker answered in time, so it is not known whether ${job} has been ${participle}; ` +
          `nothing of ${job} is lost: read its state and send the command again if needed`;
    super('no_worker_answered', message, { retryAfter: RETRY_AFTER_SECONDS });
  }
}
