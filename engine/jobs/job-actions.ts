import { WorkflowNotFoundError, WorkflowUpdateRPCTimeoutOrCancelledError } from '@temporalio/client';
import type { WorkflowExecutionDescription } from '@temporalio/client';
import { WorkflowIdConflictPolicy } from '@temporalio/common';
import type { Queryable } from '../db/core/connections.ts';
import { endSessions, readLockWaits } from '../db/core/lock-waits.ts';
import { recordCommands } from '../db/jobs/job-activity.ts';
import { readServerTime } from '../db/core/server-time.ts';
import type { OperatorJob } from '../db/jobs/operator.ts';
import { NoAnswer, SluiceError, ValidationFailed } from '../platform/errors.ts';
import { kindOfName } from '../job-kinds/index.ts';
import type { JobKind } from '../job-kinds/job-kind.ts';
import type { CommandActor } from '../../workflows/messages.ts';
import { commandJob, unpauseActivities } from './command-job.ts';
import type { JobCommand } from './command-job.ts';
import { readJobFacts } from './job-facts.ts';
import { jobName } from './job-name.ts';
import { findRunOfOther, readRunInput } from './run-key.ts';
import type { KnownJob, TemporalClient } from './temporal-client.ts';
import { callTemporal, countDown, TimedOut } from '../platform/timeouts.ts';
import type { CallLimit } from '../platform/timeouts.ts';
import type { Carried } from '../../workflows/last-command.ts';
import { fairnessKeyOf } from './start-job.ts';

/** The actions of operators, as the command line calls them. */
export const JOB_ACTIONS = [
  ...(['retry', 'skip-chunk', 'fail', 'restart'] as const),
  ...(['pause', 'unpause', 'cancel', 'unblock'] as const),
] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];

/** Whether jobs of a kind take an action in any of their states. Each kind takes `restart` of a job whose history no worker can replay. */
export function takesAction({ commands, restart }: JobKind, action: JobAction): boolean {
  if (action === 'unblock') return true;
  return action === 'restart' ? restart !== undefined : commands.includes(commandOf(action));
}

/** The sender of an action and its connections, which are opened when they are needed. */
export interface JobActionContext {
  readonly by: CommandActor;
  readonly temporal: () => Promise<TemporalClient>;
  readonly pool: () => Promise<Queryable>;
  /** Limit of a command in all, with its tries; half a minute when it is left out. */
  readonly commandMs?: number;
}

interface WantedAction {
  readonly job: OperatorJob;
  readonly action: JobAction;
  readonly reason?: string | undefined;
}

/**
 * Runs an action on a job. @returns a sentence that reports the result
 * @throws SluiceError, with a sentence, when it cannot be done; NoAnswer when no worker has answered in time
 */
export async function performJobAction(
  context: JobActionContext,
  { job, action, reason }: WantedAction,
): Promise<string> {
  const { workflowId } = job;
  if (action === 'unblock') return unblock(context, job);
  try {
    if (action === 'restart') return await restart(context, job);
    if (action === 'unpause' && job.state !== 'paused' && (await unpauseWork(context, job))) {
      return `Unpaused the activities of ${workflowId} that were paused in the Temporal UI.`;
    }
    await command(context, job, commandOf(action), reason);
    return `${workflowId} accepted ${action}.`;
  } catch (error) {
    if (!isTimeout(error)) throw error;
    const message =
      `No worker responded in time, so it is unknown whether ${workflowId} accepted ${action}. Nothing is lost: ` +
      `check that a worker is running (npx sluice worker), then check the job and repeat the command if needed.`;
    throw new NoAnswer(message, { cause: error, isOutcomeUnknown: true });
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof TimedOut || error instanceof WorkflowUpdateRPCTimeoutOrCancelledError;
}

/** A command is answered when no work is in flight any more, which takes a second or two. */
const COMMAND_MS = 30_000;
const ANSWER_MS = 5_000;

function commandOf(action: Exclude<JobAction, 'restart' | 'unblock'>): JobCommand {
  return action === 'skip-chunk' ? 'skip_chunk' : action;
}

async function command(
  { by, temporal, commandMs = COMMAND_MS }: JobActionContext,
  job: KnownJob,
  name: JobCommand,
  reason?: string,
): Promise<void> {
  const client = await temporal();
  const leftMs = countDown(commandMs);
  const limit: CallLimit = (call) => callTemporal(client, leftMs(), call);
  const options = { by, reason, accept: limit, complete: limit };
  const result = await commandJob(client, job, name, options);
  if (result.outcome === 'rejected') throw new ValidationFailed(result.message);
  if (result.outcome === 'untaken') {
    const message =
      `No worker took ${name}, so the state of ${job.workflowId} is unchanged. Check what blocks the job ` +
      `(npx sluice job ${jobName(job.workflowId)}) and that a worker is running (npx sluice worker), then repeat the command.`;
    throw new NoAnswer(message);
  }
  if (result.outcome === 'gone') {
    throw new SluiceError('not_found', `The job ${job.workflowId} is not running, so it cannot accept ${name}.`);
  }
}

async function restart(
  { by, temporal, pool, commandMs = COMMAND_MS }: JobActionContext,
  job: OperatorJob,
): Promise<string> {
  const { kind, workflowId } = job;
  const client = await temporal();
  const broken = await brokenRunOf(client, job);
  if (broken !== null) {
    const at = await readServerTime(await pool());
    await callTemporal(client, commandMs, () => startAgain(client, { ...broken, at }, by));
    return `The run of ${workflowId} that no worker can replay was ended. The job was started again and continues from its ledger.`;
  }
  const restartJob = kindOfName(kind)?.restart;
  if (restartJob === undefined) {
    throw new ValidationFailed(`Jobs of kind ${kind} cannot be restarted, unless no worker can replay their history.`);
  }
  await callTemporal(client, commandMs, () => restartJob(client, Number(workflowId.split('/')[1]), by));
  return `${workflowId} was restarted and continues from its ledger.`;
}

/** The running job when no worker can replay its history; null otherwise. */
async function brokenRunOf(client: TemporalClient, job: OperatorJob): Promise<Omit<BrokenJob, 'at'> | null> {
  const { workflowId, organizationId, state } = job;
  return callTemporal(client, ANSWER_MS, async () => {
    const described = await describeRunning(client, workflowId);
    if (described === null || !(await isOwnRun(client, job))) return null;
    const { brokenBy } = await readJobFacts(client, described);
    return brokenBy === null ? null : { described, organizationId, isPaused: state === 'paused' };
  });
}

async function isOwnRun(client: TemporalClient, { workflowId, jobKey }: KnownJob): Promise<boolean> {
  return jobKey === undefined || (await findRunOfOther(client, { workflowId, jobKey })) === null;
}

async function describeRunning(
  client: TemporalClient,
  workflowId: string,
): Promise<WorkflowExecutionDescription | null> {
  try {
    const described = await client.workflow.getHandle(workflowId).describe();
    return described.status.name === 'RUNNING' ? described : null;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

/** Answers false when nothing of the job was paused in the Temporal UI. */
async function unpauseWork(context: JobActionContext, job: OperatorJob): Promise<boolean> {
  const { workflowId } = job;
  const client = await context.temporal();
  const described = await callTemporal(client, ANSWER_MS, () => describeRunning(client, workflowId));
  if (described === null) return false;
  const { activities } = await callTemporal(client, ANSWER_MS, () => readJobFacts(client, described));
  if (!activities.some(({ isPaused }) => isPaused)) return false;
  await callTemporal(client, ANSWER_MS, () => unpauseActivities(client, workflowId, activities));
  await recordAction(context, job, 'unpause');
  return true;
}

async function unblock(context: JobActionContext, job: OperatorJob): Promise<string> {
  const { workflowId } = job;
  const db = await context.pool();
  const waits = (await readLockWaits(db)).filter((wait) => wait.workflowId === workflowId);
  const pids = [...new Set(waits.flatMap(({ holders }) => holders.map(({ pid }) => pid)))];
  if (pids.length === 0) throw new ValidationFailed(`${workflowId} is not waiting for a lock.`);
  await endSessions(db, pids);
  await recordAction(context, job, 'unblock');
  return `Ended the database sessions that held locks ${workflowId} waited for: ${pids.join(', ')}.`;
}

/** Records an action that the workflow of the job does not take in the activity of the job. */
async function recordAction(
  { by, pool }: JobActionContext,
  { kind, workflowId }: OperatorJob,
  command: 'unblock' | 'unpause',
): Promise<void> {
  const db = await pool();
  const at = (await readServerTime(db)).toISOString();
  await recordCommands(db, { kind, id: Number(workflowId.split('/')[1]) }, [{ command, at, by }]);
}

/** A job whose history no worker can replay, with the organization and the state that its row has. */
interface BrokenJob {
  readonly described: WorkflowExecutionDescription;
  readonly organizationId: number;
  readonly isPaused: boolean;
  /** The time of the database. */
  readonly at: Date;
}

/**
 * Ends the run of a broken job and starts the job again with the same input, in one call, so that the job never lacks a run. The
 * new run finds in the ledger what is done. A paused job stays paused.
 * @throws whatever the Temporal client throws when the service cannot be reached
 */
async function startAgain(client: TemporalClient, job: BrokenJob, by: CommandActor): Promise<void> {
  const { described, organizationId, isPaused, at } = job;
  const lastCommand = { command: 'restart', at: at.toISOString(), by } as const;
  const carried: Carried = { lastCommand };
  const options = {
    workflowId: described.workflowId,
    taskQueue: described.taskQueue,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.TERMINATE_EXISTING,
    priority: { fairnessKey: fairnessKeyOf(organizationId) },
    args: [await readRunInput(client, described), undefined, carried],
    typedSearchAttributes: described.typedSearchAttributes,
    ...presentOf('staticSummary', await described.staticSummary()),
    ...presentOf('staticDetails', await described.staticDetails()),
  };
  if (!isPaused) return void (await client.workflow.start(described.type, options));
  // In the first workflow task, before anything of the job begins.
  await client.workflow.signalWithStart(described.type, { ...options, signal: 'pause', signalArgs: [null, by] });
}

function presentOf<Name extends string>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, string>);
}
