import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowBundleOption } from '@temporalio/worker';
import type { Logger } from 'pino';
import { createRangeThreads } from '../csv/range-threads.ts';
import type { RangeThreads } from '../csv/range-threads.ts';
import { pingPool } from '../db/core/ping.ts';
import { refuseSharedSessions } from '../db/core/shared-sessions.ts';
import { waitForSchema, watchSchema } from '../db/schema/wait-for-schema.ts';
import { claimTemporal } from '../jobs/installation/claim-temporal.ts';
import { reportLostJobs } from '../jobs/lost-jobs.ts';
import { keepMaintenance, reconcileJobs } from '../jobs/maintenance.ts';
import { ensureSearchAttributes } from '../jobs/search-attributes.ts';
import { createSeenHistories } from '../jobs/seen-histories.ts';
import { createRegistry } from '../metrics/registry.ts';
import { startWorkerEndpoint } from '../metrics/worker-endpoint.ts';
import type { Config } from '../platform/config.ts';
import { ConfigurationError } from '../platform/errors.ts';
import { createLogger } from '../platform/logger.ts';
import { requireWorkerConnections } from '../platform/pool-sizes.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { NoteUnderWay } from '../watchdog/watchdog.ts';
import { connectClient, connectPolls, openWorkerLinks } from './worker/connect-temporal.ts';
import type { WorkerConfig, WorkerLinks } from './worker/connect-temporal.ts';
import { createWorkers } from './worker/create-workers.ts';
import { openDeps } from './worker/open-deps.ts';
import { openSessions } from './worker/open-sessions.ts';
import type { ProcessWorkers } from './worker/process-workers.ts';
import { checkRegularly } from '../jobs/regular-checks.ts';
import type { SeenHistories } from '../jobs/seen-histories.ts';
import type { TemporalClient } from '../jobs/temporal-client.ts';
import type { WatchedLink } from '../jobs/watched-link.ts';

/** The telemetry of a worker apart from its log, and its threads. */
export interface WorkerExtras {
  /** URL at which the SDK of this process serves its metrics. */
  readonly sdkMetricsUrl?: string | null;
  readonly tracing?: Tracing | null;
  /** Notes which activities are under way. */
  readonly underWay?: NoteUnderWay;
  /** The threads that parse rows; closed with the worker. */
  readonly rangeThreads?: RangeThreads;
}

/** A worker that polls its task queues. */
export interface RunningWorker {
  /** Resolves when the worker has stopped, rejects when it could not go on. */
  readonly stopped: Promise<void>;
  /** Port at which its metrics are served; null when they are not. */
  readonly metricsPort: number | null;
  /** Takes no new tasks, waits until running ones end or roll back, then closes every connection. */
  stop(): Promise<void>;
}

/**
 * Starts a worker on the task queue, once the database has a schema that it can work with; it stops when it no longer has.
 * @throws ConfigurationError when DATABASE_URL or TEMPORAL_ADDRESS is not set, one of them belongs to another installation, the
 * server of Postgres cannot be used, WORKER_CONNECTIONS is too few, or it cannot listen on METRICS_PORT
 */
export async function startWorker(
  config: Config,
  workflowBundle?: WorkflowBundleOption,
  extras: WorkerExtras = {},
): Promise<RunningWorker> {
  const { databaseUrl, temporalAddress } = config;
  if (databaseUrl === undefined || temporalAddress === undefined) {
    throw new ConfigurationError([
      'The worker needs DATABASE_URL and TEMPORAL_ADDRESS. "npx sluice start" starts both servers and sets them.',
    ]);
  }
  requireWorkerConnections(config);
  const log = createLogger(config, 'worker');
  const settings = { ...config, databaseUrl, temporalAddress };
  const links = await openWorkerLinks(settings, log);
  try {
    return await startBehind(links, { config: settings, log, workflowBundle, extras });
  } catch (error) {
    await links.close();
    throw error;
  }
}

interface WorkerStart {
  readonly config: WorkerConfig;
  readonly log: Logger;
  readonly workflowBundle: WorkflowBundleOption | undefined;
  readonly extras: WorkerExtras;
}

/** Starts a worker whose connections lead through links, which it closes when it stops. */
async function startBehind(
  links: WorkerLinks,
  { config, log, workflowBundle, extras }: WorkerStart,
): Promise<RunningWorker> {
  const { sdkMetricsUrl = null, tracing = null, underWay, rangeThreads = createRangeThreads() } = extras;
  const { databaseUrl, temporalAddress } = config;
  const connection = await connectPolls(config, links);
  const sessions = openSessions(config, { isTraced: tracing !== null });
  const { tasks: pool, brief } = sessions;
  const client = await connectClient(config, links, { epoch: sessions.epoch.current, log });
  await refuseSharedSessions(pool);
  let workers: ProcessWorkers | null = null;
  const metrics = config.metricsPort === null ? null : createRegistry('worker');
  // Before it waits: what does not answer is restarted by those who watch it.
  const endpoint =
    metrics === null
      ? null
      : await startWorkerEndpoint({
          host: config.metricsHost,
          port: config.metricsPort ?? 0,
          registry: metrics,
          sdkMetricsUrl,
          isRunning: () => workers?.isRunning() === true,
          parts: {
            postgres: () => pingPool(pool),
            temporal: () => client.workflowService.getSystemInfo({}),
          },
        });
  await waitForSchema(pool, log);
  await claimTemporal({ client, pool, databaseUrl, temporalAddress }, { isAlone: config.serversAreEmbedded });
  await ensureSearchAttributes(client, log);
  const deps = await openDeps(config, { pool, client, rangeThreads, metrics, log });
  const histories = createSeenHistories();
  const parts = { connection, sessions, deps, histories, metrics, tracing, underWay, workflowBundle };
  const created = (workers = await createWorkers(config, parts));
  const stopMaintenanceCheck = await keepMaintenance(client, log);
  const lostReport = reportLostJobs({ client, pool: brief, log });
  const stopWatch = watchSchema(pool, log, () => created.shutDown());
  const onWentBack = () => {
    created.forgetWorkflows();
    return reconcileJobs(client, log);
  };
  const stopHistories = watchHistories({ client, histories, polls: links.polls, log, onWentBack });
  const stopped = created.run().finally(async () => {
    stopWatch();
    await stopHistories();
    await stopMaintenanceCheck();
    await lostReport.stop();
    await endpoint?.close();
    await deps.close();
    await sessions.end();
    await client.connection.close();
    await connection.close();
    await links.close();
  });
  return {
    stopped,
    metricsPort: endpoint?.port ?? null,
    stop: async () => {
      created.shutDown();
      await stopped;
    },
  };
}

/** Parts of the watch of a worker. */
interface HistoriesWatch {
  readonly client: TemporalClient;
  readonly histories: SeenHistories;
  /** The link of the polls; null where there is none. */
  readonly polls: WatchedLink | null;
  readonly log: Pick<Logger, 'warn'>;
  /** Called when Temporal was put back to an earlier time. */
  readonly onWentBack: () => Promise<void>;
}

/**
 * Compares what the workflows of a worker remember with Temporal, every few seconds and before each new connection of its polls is used.
 * A workflow that remembers more than Temporal has would skip the events that Temporal adds next, and wait for timers and activities
 * that Temporal does not have: the SDK compares nothing.
 * @returns a function that stops the comparisons
 */
function watchHistories({ client, histories, polls, log, onWentBack }: HistoriesWatch): () => Promise<void> {
  let underWay: Promise<void> | null = null;
  const compare = async () => {
    if (!(await histories.areLacking(client))) return;
    log.warn(
      {},
      'Temporal went back: it lacks events that this worker has seen. Its workflows are read from their histories again',
    );
    await onWentBack();
  };
  const check = () => (underWay ??= compare().finally(() => (underWay = null)));
  polls?.admit(async (signal) => {
    while (!signal.aborted) {
      try {
        return await client.withAbortSignal(signal, check);
      } catch {
        await delay(AGAIN_MS);
      }
    }
  });
  return checkRegularly(client, { check, everyMs: CHECK_MS, limitMs: CHECK_LIMIT_MS });
}

const CHECK_MS = 5_000;
const CHECK_LIMIT_MS = 10_000;
const AGAIN_MS = 200;
