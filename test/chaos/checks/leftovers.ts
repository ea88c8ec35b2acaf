import { removeKeptFiles } from '../../../engine/activities/sources/remove-kept-files.ts';
import { KEPT_IMPORTS } from '../../../engine/activities/subscriber-import/kept-imports.ts';
import { KEPT_SUPPRESSIONS } from '../../../engine/activities/suppressed-address-import/kept-suppressions.ts';
import type { FileStore } from '../../../engine/files/file-store.ts';
import { findWorkflow } from '../../../engine/jobs/find-workflow.ts';
import { runningJobs } from '../../../engine/job-kinds/index.ts';
import { subscriberImportWorkflowId } from '../../../engine/jobs/subscriber-import.ts';
import { until } from '../until.ts';
import type { World } from '../world/world.ts';

/**
 * Leftovers of jobs that have all ended, as sentences: staging tables, files, running workflows. The data of a failed
 * import are no leftovers: it can be restarted. Nor is the file of a finished export, or of a dry run that was not
 * started. The files that finished imports keep for some minutes are removed before.
 */
export async function leftovers(world: World): Promise<string[]> {
  await untilNothingRuns(world);
  const { rows } = await world.pool.query<{ id: number }>(`select id from subscriber_imports where state = 'failed'`);
  const failed = new Set(rows.map(({ id }) => id));
  const dryRuns = await world.pool.query<{ id: number }>(
    `select id from subscriber_imports where state = 'finished' and dry_run and coalesce(source_bytes, packed_bytes) is not null`,
  );
  const stored = new Set([...failed, ...dryRuns.rows.map(({ id }) => id)]);
  const tables = await stagingTables(world, failed);
  await removeKept(world);
  return [...tables, ...(await storedFiles(world, stored)), ...(await openJobs(world))];
}

/** Connections of the service, which has been stopped; as sentences. */
export async function openConnections({ pool }: World): Promise<string[]> {
  const { rows } = await pool.query<{ application_name: string; n: number }>(
    `select application_name, count(*) as n from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and application_name <> 'chaos'
      group by application_name`,
  );
  return rows.map(({ application_name, n }) => `${n} connections of ${application_name} are open`);
}

/** Removes what finished imports have kept, and what a lost clean-up has left, as if its minutes were over. */
export async function removeKept(world: World, files: FileStore = world.files.store): Promise<void> {
  await untilNothingRuns(world);
  for (const kind of [KEPT_IMPORTS, KEPT_SUPPRESSIONS])
    await removeKeptFiles({ pool: world.pool, files }, kind, AbortSignal.timeout(20_000), 0);
}

async function untilNothingRuns(world: World): Promise<void> {
  const none = async () => ((await runningWorkflows(world)).length === 0 ? true : null);
  await until('no workflow runs', none, { limitMs: 20_000, everyMs: 200 }).catch(() => undefined);
}

async function openJobs(world: World): Promise<string[]> {
  return (await runningWorkflows(world)).map((id) => `the workflow ${id} still runs`);
}

/** Each one is asked for: the list of workflows is written a moment after their begins and ends. */
async function runningWorkflows({ temporal, pool }: World): Promise<string[]> {
  const { rows } = await pool.query<{ id: number }>('select id from subscriber_imports');
  const ids = new Set(rows.map(({ id }) => subscriberImportWorkflowId(id, '')));
  for await (const { workflowId } of temporal.workflow.list({ query: runningJobs(temporal.names.taskQueue) }))
    ids.add(workflowId);
  const running: string[] = [];
  for (const id of ids) if ((await findWorkflow(temporal, id)) === 'alive') running.push(id);
  return running;
}

async function stagingTables({ pool }: World, failed: ReadonlySet<number>): Promise<string[]> {
  const { rows } = await pool.query<{ relname: string }>(
    `select relname from pg_class where relnamespace = 'staging'::regnamespace and relkind in ('r', 'p')`,
  );
  const importOf = (name: string) => Number(/^import_(\d+)/.exec(name)?.[1]);
  return rows
    .filter(({ relname }) => !failed.has(importOf(relname)))
    .map(({ relname }) => `the staging table ${relname} is left`);
}

async function storedFiles({ files }: World, failed: ReadonlySet<number>): Promise<string[]> {
  return (await files.stored())
    .filter((file) => !file.startsWith('exports/') && !failed.has(Number.parseInt(file.split('/')[1] ?? '')))
    .map((file) => `the file ${file} is left`);
}
