import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { WorkflowStartOptions } from '@temporalio/client';
import type { SearchAttributePair } from '@temporalio/common';
import type { CallerIdentity } from '../db/accounts/caller.ts';
import type { Carried } from '../../workflows/last-command.ts';
import type { LastCommand } from '../../workflows/messages.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/names.ts';
import {
  forgetRegisteredAttributes,
  grpcCodeOf,
  haveJobHealth,
  idAttribute,
  readRegisteredAttributes,
} from './registered-attributes.ts';
import type { RegisteredAttributes } from './registered-attributes.ts';
import { findRunOfOther } from './run-key.ts';
import type { JobIdentity, TemporalClient } from './temporal-client.ts';
import { terminateRun } from './terminate-run.ts';

/** A job whose row is committed. */
export interface JobStart extends JobIdentity {
  readonly workflowType: string;
  readonly input: object;
  /** The command to go on from the ledger, or from a persisted snapshot of the job's machine; without it the job begins. */
  readonly restart?: { readonly snapshot?: object; readonly command: LastCommand };
  /** The user or key that created it, by id; absent where a part of the service starts it. */
  readonly createdBy?: CallerIdentity;
  /** The public state the job begins in. */
  readonly state: string;
  readonly organizationId: number;
  /** Absent for a job without a list. */
  readonly mailingListId?: number;
  /** Further ids, by the names of their search attributes. */
  readonly ids?: Readonly<Record<string, number>>;
  /** One line, and what the Temporal UI shows below it. */
  readonly summary: string;
  readonly details: string;
}

/**
 * Starts the workflow of a job; one that runs already is left alone. It gets the search attributes that are registered in the namespace.
 * A run of another job with the same id is terminated: the database has no row of that job, else it had not given the id out again.
 * @throws whatever the Temporal client throws when the service cannot be reached
 */
export async function startJob(client: TemporalClient, job: JobStart): Promise<void> {
  for (;;) {
    try {
      await withStartOptions(client, job, (options) => client.workflow.start(job.workflowType, options));
      return;
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      const other = await findRunOfOther(client, job);
      if (other === null) return;
      await terminateRun(client.workflow.getHandle(job.workflowId, other), OTHER_JOB);
    }
  }
}

/** Ends the run of another job with the same id, which a signal would reach. */
export async function endRunOfOther(client: TemporalClient, job: JobIdentity): Promise<void> {
  const other = await findRunOfOther(client, job);
  if (other !== null) await terminateRun(client.workflow.getHandle(job.workflowId, other), OTHER_JOB);
}

const OTHER_JOB = 'The database has another job of this id: it was restored to an earlier time, or has failed over.';

/** A signal and its arguments. */
export interface JobSignal {
  readonly name: string;
  readonly args?: readonly unknown[];
}

/**
 * Signals the workflow of a job, and starts it unless it runs.
 * @throws whatever the Temporal client throws when the service cannot be reached
 */
export async function signalJob(client: TemporalClient, job: JobStart, { name, args = [] }: JobSignal): Promise<void> {
  await withStartOptions(client, job, (options) =>
    client.withJobKey(job.jobKey, () =>
      client.workflow.signalWithStart(job.workflowType, { ...options, signal: name, signalArgs: [...args] }),
    ),
  );
}

/** A gRPC status code. */
const INVALID_ARGUMENT = 3;

/** Calls with the search attributes that are registered, and again without them if the service refuses them. */
async function withStartOptions(
  client: TemporalClient,
  job: JobStart,
  call: (options: WorkflowStartOptions) => Promise<unknown>,
): Promise<void> {
  const args = argumentsOf(job, await client.epoch());
  const attributes = searchAttributesOf(job, await readRegisteredAttributes(client));
  try {
    await call({ ...startOptions(client, job, attributes), args });
  } catch (error) {
    if (grpcCodeOf(error) !== INVALID_ARGUMENT || attributes.length === 0) throw error;
    // An attribute was removed, or was registered so recently that not every server knows it.
    forgetRegisteredAttributes(client);
    await call({ ...startOptions(client, job, []), args });
  }
}

function startOptions(client: TemporalClient, job: JobStart, typedSearchAttributes: SearchAttributePair[]) {
  return {
    workflowId: job.workflowId,
    taskQueue: client.names.taskQueue,
    // Activities inherit it. The server serves the waiting tasks of organizations round-robin.
    priority: { fairnessKey: fairnessKeyOf(job.organizationId) },
    staticSummary: job.summary,
    staticDetails: `${job.details}\n\n${noDetailsHint(client.names.watch)}`,
    typedSearchAttributes,
  };
}

/** A job's current details come from a worker. */
function noDetailsHint(watch: string): string {
  return `If no current details are shown, no worker responded: see the workflow \`${watch}\`.`;
}

function searchAttributesOf(job: JobStart, registered: RegisteredAttributes): SearchAttributePair[] {
  const ids = {
    [SEARCH_ATTRIBUTES.organizationId.name]: job.organizationId,
    ...(job.mailingListId !== undefined && { [SEARCH_ATTRIBUTES.mailingListId.name]: job.mailingListId }),
    ...job.ids,
  };
  const health: SearchAttributePair[] = [
    { key: SEARCH_ATTRIBUTES.jobState, value: job.state },
    { key: SEARCH_ATTRIBUTES.jobHealth, value: 'ok' },
  ];
  return [
    ...(haveJobHealth(registered) ? health : []),
    ...Object.entries(ids).flatMap(([name, id]) => idAttribute(name, id, registered)),
  ];
}

/** A restart hands on what a run hands to the next one: the snapshot, and the command that was taken last. */
function argumentsOf(
  { input: ofKind, jobKey, createdBy, restart }: JobStart,
  epoch: string | null,
): [object, (object | undefined)?, Carried?] {
  const input = {
    ...ofKind,
    ...(jobKey !== null && { jobKey }),
    ...(epoch !== null && { epoch }),
    ...(createdBy && { createdBy }),
  };
  return restart === undefined ? [input] : [input, restart.snapshot, { lastCommand: restart.command }];
}

/** The key by which Temporal shares task slots between organizations. */
export function fairnessKeyOf(organizationId: number): string {
  return `organization-${organizationId}`;
}
