import { QueryRejectedError, WorkflowNotFoundError } from '@temporalio/client';
import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import type { Diagnosis, JobView, LastCommandView, MachineStateView } from '../../workflows/messages.ts';
import { JOB_VIEW } from '../../workflows/names.ts';
import { diagnose } from './diagnose.ts';
import { readJobFacts } from './job-facts.ts';
import type { JobFacts } from './job-facts.ts';
import { readAcceptedCommand } from './last-command.ts';
import type { AcceptedCommand } from './last-command.ts';
import { UnreadablePayload } from './payload-codec.ts';
import type { KnownJob, TemporalClient } from './temporal-client.ts';
import { jobName } from './job-name.ts';
import type { CallLimit } from '../platform/timeouts.ts';
import type { DependencyHealth } from './dependency-health.ts';

/** The view of a job of any kind, as its query returns it. */
export interface AnyJobView extends JobView, Partial<LastCommandView>, Partial<MachineStateView> {
  readonly is_queued?: true;
  readonly is_dry_run?: true;
  readonly pause_reason?: string;
  readonly unchanged?: number;
  readonly counters?: Readonly<Record<string, number>>;
  readonly progress?: Readonly<Record<'ranges' | 'chunks', readonly [done: number, total: number]>>;
  readonly parked?: readonly { readonly work: string; readonly number: number; readonly reason: string }[];
}

/** A running job as seen by its own query and from outside. */
export interface Inspection {
  /** Null when no worker responded. */
  readonly view: AnyJobView | null;
  readonly facts: JobFacts;
  /** Null when the job is neither stuck nor stalled. */
  readonly diagnosis: Diagnosis | null;
  /** The pause of a paused job, otherwise the last command the job took; null when there was none or no worker answered. */
  readonly lastCommand: AcceptedCommand | null;
}

/**
 * Inspects a job by its query, Temporal and the database; null when its workflow is not running.
 * @throws UnreadablePayload when the client lacks the key of the answer
 */
export async function inspectJob(
  client: TemporalClient,
  identity: KnownJob,
  { dependencies, limit }: { dependencies: DependencyHealth; limit: CallLimit },
): Promise<Inspection | null> {
  const { workflowId } = identity;
  const job = await describeRunningJob(client, workflowId, limit);
  if (job === null) return null;
  const facts = await limit(() => readJobFacts(client, job));
  const view = await limit(() => client.asJob(identity, (handle) => handle.query<AnyJobView>(JOB_VIEW))).catch(
    nullUnlessUnreadable,
  );
  const diagnosis =
    parkedTaskDiagnosis(workflowId, view) ?? diagnose(facts, dependencies) ?? (view === null ? NO_WORKER : null);
  const lastCommand = view === null ? null : await limit(() => acceptedCommand(client, job, view));
  return { view, facts, diagnosis, lastCommand };
}

/** Without an answer there is no view. An answer that cannot be decrypted is no sign of a missing worker. */
function nullUnlessUnreadable(error: unknown): null {
  if (error instanceof UnreadablePayload) throw error;
  return null;
}

function acceptedCommand(
  client: Client,
  job: WorkflowExecutionDescription,
  view: AnyJobView,
): Promise<AcceptedCommand | null> {
  const last = view.last_command ?? null;
  const isPausedByCommand = view.state === 'paused' && view.pause_reason === undefined;
  const command = isPausedByCommand ? 'pause' : last?.command;
  return command === undefined ? Promise.resolve(null) : readAcceptedCommand(client, job, { command, last });
}

async function describeRunningJob(
  client: Client,
  workflowId: string,
  limit: CallLimit,
): Promise<WorkflowExecutionDescription | null> {
  try {
    const job = await limit(() => client.workflow.getHandle(workflowId).describe());
    return job.status.name === 'RUNNING' ? job : null;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError || error instanceof QueryRejectedError) return null;
    throw error;
  }
}

/** Returns the diagnosis of a stalled job, from its own view. */
function parkedTaskDiagnosis(workflowId: string, view: AnyJobView | null): Diagnosis | null {
  if (view?.health !== 'stalled') return null;
  const name = jobName(workflowId);
  const [first] = view.parked ?? [];
  if (first === undefined) {
    const sentence = `The work failed: ${view.error_message ?? 'the reason is unknown'}`;
    return { cause: 'refused_work', sentence, remedy: `npx sluice job ${name} retry` };
  }
  return {
    cause: 'poison_chunk',
    sentence: `The ${first.work} ${first.number} failed, all others are done: ${first.reason}`,
    remedy:
      `Fix the cause, then: npx sluice job ${name} retry. To give it up (its rows go to the failed log): ` +
      `npx sluice job ${name} skip-chunk`,
  };
}

const NO_WORKER: Diagnosis = {
  cause: 'no_worker',
  sentence: 'No worker responds: none is running, or none can reach Temporal.',
  remedy: 'npx sluice worker',
};
