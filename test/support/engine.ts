import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import type { WorkflowBundleOption } from '@temporalio/worker';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { inject } from 'vitest';
import { buildApp } from '../../api/app.ts';
import { loadConfig } from '../../engine/platform/config.ts';
import type { Config, ImportPolicy } from '../../engine/platform/config.ts';
import { bootstrap } from '../../engine/db/accounts/bootstrap.ts';
import { temporalClientOptions } from '../../engine/jobs/temporal.ts';
import { TemporalClient } from '../../engine/jobs/temporal-client.ts';
import { createLogger } from '../../engine/platform/logger.ts';
import { startWorker } from '../../engine/roles/worker.ts';
import type { RunningWorker, WorkerExtras } from '../../engine/roles/worker.ts';
import { bundleWorkflows } from '../../engine/roles/workflow-bundle.ts';
import { createTestDatabase } from './database.ts';
import { pauseMaintenance } from './maintenance.ts';
import { createNamespace } from './namespaces.ts';
import { installTemporalRuntime } from './temporal-runtime.ts';

/** The whole service for one test file: a database, a namespace of Temporal, a worker and an API of its own. */
export interface TestEngine {
  readonly config: Config;
  readonly pool: pg.Pool;
  readonly temporal: TemporalClient;
  readonly apiKey: string;
  readonly app: FastifyInstance;
  /** Calls the API; answers the parsed envelope. */
  call(method: Method, path: string, body?: unknown): Promise<Envelope>;
  /** Calls the API; answers the raw response. */
  send(method: Method, path: string, body?: unknown): Promise<LightMyRequestResponse>;
  /** Calls the API; answers the raw body. */
  text(path: string): Promise<string>;
  /** Puts a file into organization 1's upload directory. */
  upload(filename: string, content: string | Buffer): Promise<void>;
  /** Changes the policy that imports created from now on begin with. */
  setPolicy(changes: Partial<ImportPolicy>): void;
  /** Starts the worker, with other settings than the engine's where `changes` has some, and other threads if given. */
  startWorker(changes?: Partial<Config>, extras?: Pick<WorkerExtras, 'rangeThreads'>): Promise<void>;
  stopWorker(): Promise<void>;
  stop(): Promise<void>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Envelope {
  readonly success: boolean;
  // A test reads what it expects; a wrong expectation fails it.
  readonly data: any;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly [paging: string]: unknown;
}

/**
 * Starts a service, in a namespace of its own unless TEMPORAL_ADDRESS is set; `settings` are environment variables. Stop it in
 * afterAll.
 */
export async function startTestEngine(settings: Record<string, string> = {}): Promise<TestEngine> {
  installTemporalRuntime();
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-e2e-'));
  const database = await createTestDatabase();
  const defaults = loadConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    ALLOW_PRIVATE_URLS: 'true',
    RATE_LIMIT_PER_MINUTE: '0',
    RATE_LIMIT_PER_ORGANIZATION: '0',
    UPLOAD_REST_MS: '10',
    ...(settings['TEMPORAL_ADDRESS'] === undefined ? await ownNamespace() : {}),
    ...settings,
  });
  const temporalAddress = defaults.temporalAddress ?? '';
  const config: Config = { ...defaults, databaseUrl: database.url };
  const { apiKey, problem } = await bootstrap(database.url, config);
  if (apiKey === null) throw new Error(problem ?? 'There is no key.');
  const app = await buildApp({ config, logger: createLogger(config, 'api') });
  const connection = await Connection.connect(temporalClientOptions(config, temporalAddress));
  const temporal = new TemporalClient(config, { connection });
  const bundle = await workflowBundle(config.payloadKeys.length > 0);

  let worker: RunningWorker | null = null;
  const engine: TestEngine = {
    config,
    pool: database.pool,
    temporal,
    apiKey,
    app,
    send: (method, path, body) =>
      app.inject({
        method,
        url: `/ga/api/v2${path}`,
        headers: { authorization: `Basic ${apiKey}` },
        ...(body === undefined ? {} : { payload: body as object }),
      }),
    call: async (...sent) => (await engine.send(...sent)).json(),
    text: async (path) => (await engine.send('GET', path)).body,
    upload: async (filename, content) => {
      const folder = join(config.uploadsDir, '1');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, filename), content);
    },
    setPolicy: (changes) => {
      Object.assign(config.policy, changes);
    },
    startWorker: async (changes = {}, extras = {}) => {
      worker = await startWorker({ ...config, ...changes }, bundle, extras);
    },
    stopWorker: async () => {
      await worker?.stop();
      worker = null;
    },
    stop: async () => {
      await worker?.stop();
      await app.close();
      await temporal.connection.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  await engine.startWorker();
  // Tests hold work for longer than an operator would let it wait; those about that start it themselves.
  await pauseMaintenance(temporal, 'diagnose');
  return engine;
}

/** Settings for a new namespace of the run's Temporal server. */
async function ownNamespace(): Promise<Record<string, string>> {
  const { address } = inject('temporal');
  const name = `test-${randomUUID()}`;
  const { client } = await createNamespace(address, name);
  await client.connection.close();
  return { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: name };
}

/** Each read once for all test files of this process, which hold them together. */
function workflowBundle(encrypted: boolean): Promise<WorkflowBundleOption> {
  const holder = globalThis as { sluiceWorkflowBundles?: Map<boolean, Promise<WorkflowBundleOption>> };
  const bundles = (holder.sluiceWorkflowBundles ??= new Map());
  const bundle = bundles.get(encrypted) ?? bundleWorkflows({ encrypted });
  bundles.set(encrypted, bundle);
  return bundle;
}
