import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import type { WorkflowHandle } from '@temporalio/client';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import type pg from 'pg';
import { readStartableImport } from '../../engine/activities/subscriber-import/maintained-imports.ts';
import { loadConfig } from '../../engine/platform/config.ts';
import type { Config, ImportPolicy } from '../../engine/platform/config.ts';
import { bootstrap } from '../../engine/db/accounts/bootstrap.ts';
import { migrate } from '../../engine/db/schema/migrate.ts';
import { createPool } from '../../engine/db/core/pool.ts';
import type { ImportOptions } from '../../engine/domain/subscriber-imports.ts';
import { startHost } from '../../engine/embedded/host-process.ts';
import { findTemporalBinary } from '../../engine/embedded/temporal-binary.ts';
import { createFolderStore } from '../../engine/files/folder-store.ts';
import { sourceKey } from '../../engine/files/source-key.ts';
import { listDeletionStart, listDeletionWorkflowId } from '../../engine/jobs/list-deletion.ts';
import { startJob } from '../../engine/jobs/start-job.ts';
import { TemporalClient } from '../../engine/jobs/temporal-client.ts';
import { subscriberImportRestart } from '../../engine/jobs/subscriber-import-restart.ts';
import { subscriberImportStart, subscriberImportWorkflowId } from '../../engine/jobs/subscriber-import.ts';
import { startWorker } from '../../engine/roles/worker.ts';
import type { SubscriberImportView } from '../../machines/subscriber-import-view.ts';
import { jobView } from '../../workflows/messages.ts';
import { DEFAULTS } from '../support/import-options.ts';

/** A worker on a real Temporal server and a real Postgres, of which histories are recorded. */
export interface Recording {
  readonly client: TemporalClient;
  readonly pool: pg.Pool;
  /** Writes the row of an import into a list of its own; `starts: false` leaves its workflow to the sweep. */
  createImport(wanted: WantedImport): Promise<RecordedImport>;
  /** Starts the workflow of a failed import again, without asking whether it can be restarted. */
  startAgain(importId: number): Promise<void>;
  /** Adds as many subscribers to a list, marks it deleted and starts the workflow of its deletion. */
  deleteList(listId: number, subscribers: number): Promise<WorkflowHandle>;
  stop(): Promise<void>;
}

export interface WantedImport {
  readonly csv?: string;
  readonly url?: string;
  readonly beginsAt?: Date;
  readonly starts?: boolean;
  readonly policy?: Partial<ImportPolicy>;
  readonly options?: Partial<ImportOptions>;
}

export interface RecordedImport {
  readonly id: number;
  readonly listId: number;
  readonly handle: WorkflowHandle;
  /** Waits until the workflow's view satisfies a condition. */
  until(condition: (view: SubscriberImportView) => boolean): Promise<SubscriberImportView>;
  /** Keeps chunks from being merged while `during` runs, which gets the connection that holds the list. */
  whileHeld(during: (list: pg.PoolClient) => Promise<void>): Promise<void>;
}

/** Small pieces make several batches of a few rows, and the server suggests to continue as new after one of them. */
const SETTINGS = { CHUNK_ROWS: '3', RANGE_BYTES: '2500', ALLOW_PRIVATE_URLS: 'true', LOG_LEVEL: 'silent' };
const SUGGEST_CONTINUE_AS_NEW_EVENTS = 60;
const POLICY: Partial<ImportPolicy> = { firstDownloadWaitMs: 1, secondDownloadWaitMs: 2 };
const RESTART = { command: 'restart', at: '2026-11-22T00:00:00.000Z', by: null } as const;
const POLL_MS = 50;

/** Starts servers and worker. @throws Error when there is no Temporal server on this machine yet */
export async function startRecording(): Promise<Recording> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-histories-'));
  const settings = loadConfig({ ...process.env, ...SETTINGS, DATA_DIR: dataDir });
  const path = await findTemporalBinary(settings);
  if (path === null) throw new Error('There is no Temporal server yet; "npx sluice start" gets one.');
  const host = await startHost(
    { dataDir, logLevel: 'warn', postgres: { durable: false }, temporal: null },
    { onProgress: (line) => process.stderr.write(`${line}\n`) },
  );
  const databaseUrl = host.postgresUrl ?? '';
  await migrate(databaseUrl);
  await bootstrap(databaseUrl, settings);
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const threshold = `limit.historyCount.suggestContinueAsNew=${SUGGEST_CONTINUE_AS_NEW_EVENTS}`;
  const temporal = await TestWorkflowEnvironment.createLocal({
    server: { executable: { type: 'existing-path', path }, extraArgs: ['--dynamic-config-value', threshold] },
  });
  const config: Config = { ...settings, databaseUrl, temporalAddress: temporal.address };
  const worker = await startWorker(config);
  const connection = await Connection.connect({ address: temporal.address });
  const client = new TemporalClient(config, { connection });
  const pool = createPool(databaseUrl);
  return {
    client,
    pool,
    createImport: (wanted) => createImport({ client, pool, config }, wanted),
    startAgain: async (importId) =>
      startJob(client, subscriberImportRestart(await readStartableImport(pool, importId), '', RESTART)),
    deleteList: (listId, subscribers) => deleteList({ client, pool, config }, listId, subscribers),
    stop: async () => {
      await worker.stop();
      await pool.end();
      await client.connection.close();
      await temporal.teardown();
      await host.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface Service {
  readonly client: TemporalClient;
  readonly pool: pg.Pool;
  readonly config: Config;
}

async function createImport({ client, pool, config }: Service, wanted: WantedImport): Promise<RecordedImport> {
  const policy = { ...config.policy, ...POLICY, ...wanted.policy };
  const beginsAt = wanted.beginsAt ?? new Date();
  const { rows } = await pool.query<{ id: number; list_id: number }>(INSERT, [beginsAt, optionsOf(wanted), policy]);
  const [row] = rows;
  if (row === undefined) throw new Error('Postgres did not return the new import.');
  const { id, list_id: listId } = row;
  if (wanted.csv !== undefined) {
    await createFolderStore(config.filesDir).write(
      sourceKey({ id, jobKey: null }),
      Readable.from([Buffer.from(wanted.csv)]),
    );
  }
  if (wanted.starts !== false) {
    const sourceType = wanted.url === undefined ? 'json' : 'url';
    const job = {
      id,
      jobKey: null,
      organizationId: 1,
      mailingListId: listId,
      sourceType,
      beginsAt,
      beginsInMs: beginsAt.getTime() - Date.now(),
      policy,
      options: wanted.options ?? {},
    } as const;
    await startJob(client, subscriberImportStart(job, ''));
  }
  const handle = client.workflow.getHandle(subscriberImportWorkflowId(id, ''));
  return {
    id,
    listId,
    handle,
    until: (condition) => until(handle, condition),
    whileHeld: (during) => whileHeld(pool, listId, during),
  };
}

async function deleteList({ client, pool }: Service, listId: number, subscribers: number): Promise<WorkflowHandle> {
  await pool.query(DELETE, [listId, subscribers]);
  await startJob(client, listDeletionStart({ mailingListId: listId, jobKey: null, organizationId: 1 }, ''));
  return client.workflow.getHandle(listDeletionWorkflowId(listId, ''));
}

const DELETE = `
  with marked as (
    update mailing_lists set deleted_at = now() where id = $1 returning id, organization_id
  ), deletion as (
    insert into list_deletions (mailing_list_id, organization_id) select id, organization_id from marked
  ), counted as (
    insert into subscriber_counts (mailing_list_id, active) values ($1, $2)
  )
  insert into subscribers (mailing_list_id, key, email)
  select $1, i || '@example.com', i || '@example.com' from generate_series(1, $2::integer) i`;

/** Older than the sweep's grace, so that it may be swept at once. */
const INSERT = `
  with list as (
    insert into mailing_lists (organization_id, name) values (1, gen_random_uuid()::text) returning id
  )
  insert into subscriber_imports (organization_id, mailing_list_id, created_at, begins_at, options, policy)
  select 1, id, now() - interval '1 minute', $1, $2, $3 from list
  returning id, mailing_list_id as list_id`;

function optionsOf({ url, options }: WantedImport): ImportOptions {
  return {
    ...DEFAULTS,
    deactivate_subscribers_not_in_import: true,
    file_source: url === undefined ? DEFAULTS.file_source : { type: 'url', url },
    file_format: { ...DEFAULTS.file_format, csv_has_headers: true },
    ...options,
  };
}

async function until(
  handle: WorkflowHandle,
  condition: (view: SubscriberImportView) => boolean,
): Promise<SubscriberImportView> {
  for (;;) {
    const view = (await handle.query(jobView)) as SubscriberImportView;
    if (condition(view)) return view;
    await delay(POLL_MS);
  }
}

/** A merge shares the list's row with other merges, and waits for whoever locked it. */
async function whileHeld(pool: pg.Pool, listId: number, during: (list: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select 1 from mailing_lists where id = $1 for update', [listId]);
    await during(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}
