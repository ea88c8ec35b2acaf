import type { OperatorJob } from '../db/operator-jobs.ts';
import type { Inspection } from '../jobs/inspect-job.ts';
import { jobName } from '../jobs/job-name.ts';

/** A job as one line of a list. */
export function jobLine(job: OperatorJob & { readonly health: string | null; readonly cause: string | null }): string {
  const { workflowId, kind, state, health, cause, mailingListId, done, total } = job;
  const isWell = health === null || health === 'ok';
  return [
    jobName(workflowId).padEnd(18),
    kind.padEnd(18),
    `list ${mailingListId}`.padEnd(10),
    (isWell ? state : `${state}, ${health}`).padEnd(22),
    bar(done, total),
    amount(job),
    ...(cause === null ? [] : [`(${cause})`]),
    ...(job.error === null ? [] : [`(${job.error})`]),
  ].join(' ');
}

/** A job on a screen of its own: what it is, how far, what it is at, and what is to be done. */
export function jobLines(job: OperatorJob, inspection: Inspection | null): string[] {
  return [
    `${job.workflowId}: ${stateOf(job, inspection)}`,
    `  organization ${job.organizationId}, mailing list ${job.mailingListId}, created ${job.beganAt}` +
      (job.endedAt === null ? '' : `, ended ${job.endedAt}`),
    `  ${bar(job.done, job.total)} ${amount(job)}`,
    ...progressLines(inspection),
    ...activityLines(inspection),
    ...adviceLines(job, inspection),
  ];
}

const CELLS = 20;

function bar(done: number, total: number | null): string {
  if (total === null) return `[${' '.repeat(CELLS)}]`;
  const cells = total === 0 ? CELLS : Math.min(CELLS, Math.floor((done / total) * CELLS));
  return `[${'#'.repeat(cells)}${'.'.repeat(CELLS - cells)}]`;
}

function amount({ done, total, kind }: OperatorJob): string {
  const things = kind === 'subscriber_import' ? 'rows' : 'subscribers deleted';
  return `${done} of ${total ?? '?'} ${things}`;
}

function stateOf({ state }: OperatorJob, inspection: Inspection | null): string {
  const present = inspection?.view?.state ?? state;
  if (inspection?.view?.health === 'stalled') return `${present}, stalled (waits for a person)`;
  return inspection?.diagnosis ? `${present}, stuck` : present;
}

function progressLines(inspection: Inspection | null): string[] {
  const { progress, counters = {}, parked = [] } = inspection?.view ?? {};
  const counted = Object.entries(counters).filter(([, count]) => count > 0);
  return [
    ...(progress === undefined
      ? []
      : [`  ranges staged ${progress.ranges.join(' of ')}, chunks merged ${progress.chunks.join(' of ')}`]),
    ...(counted.length === 0 ? [] : [`  ${counted.map(([name, count]) => `${name} ${count}`).join(', ')}`]),
    ...parked.map(({ work, number, reason }) => `  parked: ${work} ${number}: ${reason}`),
  ];
}

function activityLines(inspection: Inspection | null): string[] {
  return (inspection?.facts.activities ?? []).map(({ type, attempt, isPaused, isStarted, failure }) => {
    const state = isPaused ? 'paused' : isStarted ? 'at work' : 'waits';
    const last = failure === null ? '' : `; the attempt before failed: ${failure.message}`;
    return `  ${type}: ${state}, attempt ${attempt}${last}`;
  });
}

function adviceLines(job: OperatorJob, inspection: Inspection | null): string[] {
  if (inspection?.diagnosis) {
    const { cause, sentence, remedy } = inspection.diagnosis;
    return [`  ${cause}: ${sentence}`, `  what to do: ${remedy}`];
  }
  if (job.error !== null) {
    const restart = job.state === 'failed' ? [`  what to do: npx sluice job ${jobName(job.workflowId)} restart`] : [];
    return [`  error: ${job.error}`, ...restart];
  }
  if (job.endedAt !== null) return ['  nothing is to be done: it has ended.'];
  if (inspection === null) return ['  its workflow does not run; within a minute the sweep sees to it.'];
  return ['  nothing is to be done: it goes on by itself.'];
}
