import type { OperatorJob } from '../db/jobs/operator.ts';
import { kindOfName } from '../job-kinds/index.ts';
import type { Inspection } from '../jobs/inspect-job.ts';
import type { AcceptedCommand } from '../jobs/last-command.ts';
import { jobName } from '../jobs/job-name.ts';
import { bar } from './bar.ts';
import { printable } from './printable.ts';

/** A job as one line of a list. */
export function jobLine(job: OperatorJob & { readonly health: string | null; readonly cause: string | null }): string {
  const { workflowId, kind, state, isDryRun, health, cause, done, total } = job;
  const states = [
    state,
    ...(isDryRun === true ? ['dry run'] : []),
    ...(health === null || health === 'ok' ? [] : [health]),
  ];
  return [
    jobName(workflowId).padEnd(18),
    kind.padEnd(18),
    named('org', job.organizationId, job.organizationName, SHORT).padEnd(24),
    (job.mailingListId === null ? '' : named('list', job.mailingListId, job.mailingListName, SHORT)).padEnd(26),
    states.join(', ').padEnd(22),
    bar(done, total),
    amount(job),
    ...(cause === null ? [] : [`(${cause})`]),
    ...(job.error === null ? [] : [`(${job.error})`]),
  ].join(' ');
}

/** A command and the name of its sender. */
export interface SentCommand extends AcceptedCommand {
  readonly sender: string;
}

/** A job on a screen of its own: what it is, its progress, its current work, its last command, and what to do. */
export function jobLines(job: OperatorJob, inspection: Inspection | null, last: SentCommand | null): string[] {
  return [
    `${job.workflowId}: ${stateOf(job, inspection)}${job.isDryRun === true ? ', dry run' : ''}`,
    `  ${named('organization', job.organizationId, job.organizationName)}${listOf(job)}, created ${job.beganAt}` +
      (job.endedAt === null ? '' : `, ended ${job.endedAt}`),
    `  ${bar(job.done, job.total)} ${amount(job)}`,
    ...progressLines(inspection),
    ...activityLines(inspection),
    ...adviceLines(job, inspection, last),
  ];
}

function listOf({ mailingListId, mailingListName }: OperatorJob): string {
  return mailingListId === null ? '' : `, ${named('mailing list', mailingListId, mailingListName)}`;
}

/** "list 2 (News)"; a name that is longer than `most` characters is cut. */
function named(what: string, id: number, name: string | null, most?: number): string {
  return name === null ? `${what} ${id}` : `${what} ${id} (${printable(name, most)})`;
}

/** Characters of a name in a list. */
const SHORT = 16;

function amount({ done, total, kind }: OperatorJob): string {
  return `${done} of ${total ?? '?'} ${kindOfName(kind)?.unit ?? ''}`;
}

function stateOf({ state }: OperatorJob, inspection: Inspection | null): string {
  const present = inspection?.view?.state ?? state;
  if (inspection?.view?.health === 'stalled') return `${present}, stalled (needs an operator)`;
  return inspection?.diagnosis ? `${present}, stuck` : present;
}

function progressLines(inspection: Inspection | null): string[] {
  const { progress, counters = {}, parked = [], unchanged = 0 } = inspection?.view ?? {};
  const counted = Object.entries(counters).filter(([, count]) => count > 0);
  return [
    ...(progress === undefined
      ? []
      : [`  ranges staged ${progress.ranges.join(' of ')}, chunks merged ${progress.chunks.join(' of ')}`]),
    ...(counted.length === 0
      ? []
      : [
          `  ${counted.map(([name, count]) => `${name} ${count}`).join(', ')}${unchanged === 0 ? '' : `; unchanged ${unchanged} of updated`}`,
        ]),
    ...parked.map(({ work, number, reason }) => `  parked: ${work} ${number}: ${reason}`),
  ];
}

function activityLines(inspection: Inspection | null): string[] {
  return (inspection?.facts.activities ?? []).map(({ type, attempt, isPaused, isStarted, failure }) => {
    if (failure?.isTurn === true && !isPaused) return `  ${failure.message}`;
    const state = isPaused ? 'paused' : isStarted ? 'running' : 'waiting';
    const last = failure === null ? '' : `; previous attempt failed: ${failure.message}`;
    return `  ${type}: ${state}, attempt ${attempt}${last}`;
  });
}

function commandLines({ command, at, sender }: SentCommand): string[] {
  return [`  last command: ${command}${timeOf(at)} (${sender})`];
}

function timeOf(at: string | null): string {
  return at === null ? '' : ` at ${at.slice(0, 16).replace('T', ' ')} UTC`;
}

function adviceLines(job: OperatorJob, inspection: Inspection | null, last: SentCommand | null): string[] {
  const isPaused = inspection?.view?.state === 'paused';
  const reason = inspection?.view?.pause_reason;
  const paused = isPaused ? (reason === undefined ? pausedLines(job, last) : guardedLines(job, reason)) : [];
  const commands = last === null || isPaused ? [] : commandLines(last);
  return [...commands, ...paused, ...remedyLines(job, inspection, isPaused)];
}

function pausedLines({ workflowId }: OperatorJob, last: SentCommand | null): string[] {
  return [
    `  Paused by a command${last === null ? '' : `${timeOf(last.at)} (${last.sender})`}.`,
    `  To resume: npx sluice job ${jobName(workflowId)} unpause`,
  ];
}

function guardedLines({ workflowId }: OperatorJob, reason: string): string[] {
  const name = jobName(workflowId);
  return [
    `  Paused by a limit: ${reason}`,
    `  To go on past it: npx sluice job ${name} unpause. To end it: npx sluice job ${name} cancel`,
  ];
}

function remedyLines(job: OperatorJob, inspection: Inspection | null, isPaused: boolean): string[] {
  if (inspection?.diagnosis) {
    const { cause, sentence, remedy } = inspection.diagnosis;
    return [`  ${cause}: ${sentence}`, `  what to do: ${remedy}`];
  }
  if (job.error !== null) {
    const restart = job.canRestart ? [`  what to do: npx sluice job ${jobName(job.workflowId)} restart`] : [];
    return [`  error: ${job.error}`, ...restart];
  }
  if (job.endedAt !== null) return ['  Ended. Nothing to do.'];
  if (inspection === null) return ['  Its workflow is not running. Workers start or fail the job within two minutes.'];
  if (isPaused) return [];
  if (inspection.view?.is_queued === true) return ['  Queued. Starts by itself.'];
  return [job.state === 'scheduled' ? '  Waiting for its start time.' : '  Running normally.'];
}
