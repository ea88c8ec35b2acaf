import type { WorkflowExecutionDescription } from '@temporalio/client';
import { WorkflowIdConflictPolicy } from '@temporalio/common';
import type { Carried } from '../../workflows/last-command.ts';
import type { CommandActor } from '../../workflows/messages.ts';
import { readRunInput } from './run-key.ts';
import { fairnessKeyOf } from './start-job.ts';
import type { TemporalClient } from './temporal-client.ts';

/** A job whose history no worker can replay, with the organization and the state that its row has. */
export interface BrokenJob {
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
export async function startAgain(client: TemporalClient, job: BrokenJob, by: CommandActor): Promise<void> {
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
