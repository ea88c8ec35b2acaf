import type { Diagnosis } from '../../workflows/messages.ts';
import type { JobFacts, PendingActivity } from './job-facts.ts';
import { jobName } from './job-name.ts';
import { FILES_DOWN, FILES_FULL } from './transient-fault.ts';
import type { DependencyHealth } from './dependency-health.ts';

/** Finds what blocks a running job, and the remedy; null when nothing does. Returns the first cause that matches. */
export function diagnose(job: JobFacts, dependencies: DependencyHealth): Diagnosis | null {
  for (const check of CHECKS) {
    const diagnosis = check(job, dependencies);
    if (diagnosis !== null) return diagnosis;
  }
  return null;
}

type Check = (job: JobFacts, dependencies: DependencyHealth) => Diagnosis | null;

const badDeploy: Check = ({ brokenBy, workflowId }) =>
  brokenBy === null
    ? null
    : {
        cause: 'bad_deploy',
        sentence: `The workers cannot continue this job: ${brokenBy}.`,
        remedy:
          'After a deploy: deploy the previous version, or one that guards the change with patched(); the job then resumes by ' +
          `itself. Otherwise, npx sluice job ${jobName(workflowId)} restart ends this run and starts the job again from its ledger.`,
      };

const pausedActivity: Check = ({ activities, workflowId }) => {
  const paused = activities.filter(({ isPaused }) => isPaused);
  return paused.length === 0
    ? null
    : {
        cause: 'activity_paused',
        sentence: `Paused in the Temporal UI: ${typesOf(paused)}. The job itself does not detect this.`,
        remedy: `npx sluice job ${jobName(workflowId)} unpause`,
      };
};

const postgresDown: Check = ({ activities, isDeciding }, { postgresFault }) =>
  postgresFault === null || (activities.length === 0 && !isDeciding)
    ? null
    : {
        cause: 'postgres_down',
        sentence: `Postgres is unavailable (${postgresFault}).`,
        remedy: resuming('Start Postgres, or fix the error in its log'),
      };

/** Short waits for row locks are normal; a longer one is reported. */
const LOCK_WAIT_SECONDS = 5;

const lockWait: Check = ({ workflowId }, { lockWaits }) => {
  const wait = lockWaits.find((each) => each.workflowId === workflowId && each.seconds >= LOCK_WAIT_SECONDS);
  const [holder] = wait?.holders ?? [];
  if (wait === undefined || holder === undefined) return null;
  const name = holder.applicationName === '' ? 'no application name' : holder.applicationName;
  return {
    cause: 'lock_wait',
    sentence:
      `Has waited for a lock for ${wait.seconds} s. Session ${holder.pid} (${name}, ${holder.state}) holds it; ` +
      `its transaction began ${holder.seconds} s ago.`,
    remedy: `npx sluice job ${jobName(workflowId)} unblock`,
  };
};

/** Codes of the operating system in the message of a failed activity, and SQLSTATEs. */
const postgresFull = failedWith(/SQLSTATE 53100/, () => ({
  cause: 'postgres_full',
  sentence: 'The disk of Postgres is full.',
  remedy: resuming('Free space on the disk of Postgres'),
}));

const filesFull = failedWith(FILES_FULL, () => ({
  cause: 'files_full',
  sentence: 'The file store is full.',
  remedy: resuming('Free space in FILES_DIR'),
}));

const filesDown = failedWith(FILES_DOWN, () => ({
  cause: 'files_down',
  sentence: 'The file store cannot be read or written.',
  remedy: resuming(
    'Mount FILES_DIR again and make it readable and writable for the worker, or make S3_BUCKET available',
  ),
}));

const workerLost: Check = ({ activities }) => {
  const lost = activities.filter(({ failure, isStarted }) => failure?.isLostWorker === true && !isStarted);
  return lost.length === 0
    ? null
    : {
        cause: 'worker_lost',
        sentence: `The worker that ran ${typesOf(lost)} was lost, and no other worker has taken over yet.`,
        remedy: 'npx sluice worker',
      };
};

/** The first retries follow within seconds; only repeated failures are reported. */
const TRANSIENT_ATTEMPTS = 3;

const retrying: Check = ({ activities }) => {
  const failing = activities.find(
    ({ attempt, failure }) => failure !== null && failure.isTurn !== true && attempt > TRANSIENT_ATTEMPTS,
  );
  return failing === undefined
    ? null
    : {
        cause: 'retrying',
        sentence: `${failing.type} failed ${failing.attempt - 1} times. Last error: ${failing.failure?.message ?? ''}`,
        remedy: resuming('Fix the cause of that error'),
      };
};

const CHECKS = [
  badDeploy,
  pausedActivity,
  postgresDown,
  postgresFull,
  filesFull,
  filesDown,
  lockWait,
  workerLost,
  retrying,
] as const;

function resuming(remedy: string): string {
  return `${remedy}. The work is retried every 20 seconds; the job then resumes by itself.`;
}

function failedWith(pattern: RegExp, diagnosis: () => Diagnosis): Check {
  return ({ activities }) =>
    activities.some(({ failure }) => pattern.test(failure?.message ?? '')) ? diagnosis() : null;
}

function typesOf(activities: readonly PendingActivity[]): string {
  return [...new Set(activities.map(({ type }) => type))].join(', ');
}
