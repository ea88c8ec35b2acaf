import { WorkflowNotFoundError } from '@temporalio/client';
import { SEARCH_ATTRIBUTES } from '../../../workflows/names.ts';
import { findRefusal } from '../../jobs/installation/claim-temporal.ts';
import type { Sides } from '../../jobs/installation/sides.ts';
import { isUsable, readRegisteredAttributes } from '../../jobs/registered-attributes.ts';
import { registerCommand } from '../../jobs/search-attributes.ts';
import { readTaskQueues } from '../../jobs/task-queue.ts';
import type { TaskQueues } from '../../jobs/task-queue.ts';
import type { TemporalClient } from '../../jobs/temporal-client.ts';
import { SYNCHRONIZE } from './check-database.ts';
import { ok, warning, wrong } from './finding.ts';
import type { Finding } from './finding.ts';

/** The facts of a Temporal server that the doctor reads. */
export interface TemporalFacts {
  readonly version: string;
  readonly queues: TaskQueues;
}

/** Reads the facts of the server. @throws whatever the client throws */
export async function readTemporalFacts(client: TemporalClient): Promise<TemporalFacts> {
  const { serverVersion } = await client.workflowService.getSystemInfo({});
  return { version: serverVersion, queues: await readTaskQueues(client) };
}

/** The version of the server. */
export function checkVersion({ version }: TemporalFacts): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isFair = major > 1 || (major === 1 && minor >= FAIR_MINOR);
  const text = `Temporal ${version}.`;
  if (isFair) return ok('temporal', text);
  return warning(
    'temporal',
    text,
    `Upgrade to 1.${FAIR_MINOR} or later: older servers do not share workers fairly between organizations.`,
  );
}

/** Whether workers poll, and the clock by which they did. */
export function checkWorkers({ queues: { workers, lastPollAt } }: TemporalFacts, now = Date.now()): Finding[] {
  const aheadMs = lastPollAt === null ? 0 : lastPollAt - now;
  return [
    workers === 0
      ? wrong('workers', 'No worker has polled for work in the last 75 s.', 'npx sluice worker')
      : ok('workers', `Workers that poll: ${workers}.`),
    // Temporal has no call for its time. A poll is up to a minute old, so only a clock that is ahead shows.
    aheadMs > AHEAD_MS
      ? wrong(
          'clocks',
          `The clock of Temporal is at least ${Math.round(aheadMs / 1000)} s ahead of that of this machine.`,
          SYNCHRONIZE,
        )
      : ok('clocks', 'The clock of Temporal is not ahead of that of this machine.'),
  ];
}

/** Whether the workflow runs that does everything periodic. */
export async function checkMaintenance(client: TemporalClient): Promise<Finding[]> {
  if (await isRunning(client, client.names.maintenance)) return [ok('maintenance', 'Its workflow runs.')];
  const text = 'Its workflow does not run: no job is diagnosed, reconciled or purged.';
  return [wrong('maintenance', text, 'Start a worker, which starts it again within a minute: npx sluice worker')];
}

/** Whether the namespace has the search attributes of jobs. */
export async function checkAttributes(client: TemporalClient): Promise<Finding[]> {
  const registered = await readRegisteredAttributes(client);
  const missing = Object.values(SEARCH_ATTRIBUTES).filter(({ name }) => !isUsable(name, registered));
  if (missing.length === 0) return [ok('search attributes', 'All of jobs are registered.')];
  return missing.map(({ name }) =>
    warning(
      'search attributes',
      `${name} is not registered as Keyword.`,
      registerCommand('"$TEMPORAL_NAMESPACE"', name),
    ),
  );
}

/** Whether the database and the namespace belong together. */
export async function checkInstallation(sides: Sides): Promise<Finding[]> {
  const refusal = await findRefusal(sides);
  if (refusal === null) return [ok('installation', 'The database and the Temporal namespace do not belong to others.')];
  const text = 'The database and the Temporal namespace belong to different installations.';
  return [wrong('installation', text, 'npx sluice installation', refusal)];
}

/** From this minor version of 1 on the server takes tasks from each organization in turn. */
const FAIR_MINOR = 29;
const AHEAD_MS = 2_000;

async function isRunning(client: TemporalClient, workflowId: string): Promise<boolean> {
  try {
    return (await client.workflow.getHandle(workflowId).describe()).status.name === 'RUNNING';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
