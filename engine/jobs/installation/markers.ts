import { Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import { WorkflowIdConflictPolicy } from '@temporalio/common';
import type { InstallationNames } from '../../../workflows/names.ts';
import type { TemporalClient } from '../temporal-client.ts';

/**
 * A workflow whose memo names the installation that uses a task queue, or the ids of its workflows. It never runs: its
 * first task is due after years, on a task queue without pollers. Temporal keeps running workflows, and starts one of an id.
 */
export interface Marker {
  readonly workflowId: string;
  /** The name that it stands for, as the subject of a sentence. */
  readonly subject: string;
}

/** The installation that a marker names. */
export interface Owner {
  readonly installation: string;
  /** host:port/name of its database. */
  readonly database: string;
}

/** The markers of an installation: two installations that share either name would do each other's work. */
export function markersOf({
  queueMarker,
  idsMarker,
  taskQueue,
  workflowIdPrefix,
}: InstallationNames): readonly Marker[] {
  return [
    { workflowId: queueMarker, subject: `The task queue "${taskQueue}"` },
    { workflowId: idsMarker, subject: `The prefix "${workflowIdPrefix}" of workflow ids` },
  ];
}

/**
 * Reads the installation that a marker names; null when no such workflow runs.
 * @throws whatever the Temporal client throws when the service cannot be reached
 */
export async function readOwner(client: TemporalClient, { workflowId }: Marker): Promise<Owner | null> {
  try {
    const { status, memo } = await withoutEncryption(client).workflow.getHandle(workflowId).describe();
    if (status.name !== 'RUNNING') return null;
    return { installation: textOf(memo?.['installation']), database: textOf(memo?.['database']) };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

/**
 * Starts a marker that names the owner, if none runs.
 * @returns the owner that the running marker names
 */
export async function ensureMarker(client: TemporalClient, marker: Marker, owner: Owner): Promise<Owner> {
  const found = await readOwner(client, marker);
  if (found !== null) return found;
  try {
    await start(client, marker, owner, WorkflowIdConflictPolicy.FAIL);
    return owner;
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    return (await readOwner(client, marker)) ?? owner;
  }
}

/** Starts a marker that names the owner in place of one that may run. */
export async function replaceMarker(client: TemporalClient, marker: Marker, owner: Owner): Promise<void> {
  await start(client, marker, owner, WorkflowIdConflictPolicy.TERMINATE_EXISTING);
}

const TYPE = 'installation';

async function start(
  client: TemporalClient,
  marker: Marker,
  owner: Owner,
  workflowIdConflictPolicy: WorkflowIdConflictPolicy,
): Promise<void> {
  await withoutEncryption(client).workflow.start(TYPE, {
    workflowId: marker.workflowId,
    taskQueue: client.names.markersQueue,
    startDelay: '3650 days',
    memo: { ...owner },
    workflowIdConflictPolicy,
    staticSummary: `${marker.subject} has an owner`,
    staticDetails: DETAILS,
  });
}

const DETAILS =
  'Its memo names the installation of Sluice that uses it, and the database. Processes with another database do not start. This workflow does no ' +
  'work. Do not terminate it: `npx sluice installation adopt` gives the name to another database.';

/** Processes with other keys, or without, must be able to read the memo. */
function withoutEncryption({ connection, options: { namespace, identity } }: TemporalClient): Client {
  return new Client({ connection, namespace, identity });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : 'unknown';
}
