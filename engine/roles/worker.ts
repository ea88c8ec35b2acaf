import { Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import type { WorkerOptions, WorkflowBundleOption } from '@temporalio/worker';
import { availableParallelism } from 'node:os';
import type { ClientBase } from 'pg';
import type { Logger } from 'pino';
import { FAULT_TYPES } from '../../machines/faults.ts';
import { lowerProcessPriority } from '../platform/background-priority.ts';
import { createFairQueue } from '../platform/fair-queue.ts';
import { byPlace } from '../activities/by-place.ts';
import { composeActivities } from '../activities/compose.ts';
import { ROWS_PER_INDEX } from '../activities/subscriber-import/index-large-chunk.ts';
import { loadActivities } from '../activities/index.ts';
import { createEndpointCalls } from '../activities/webhook-endpoint/call-endpoints.ts';
import { heartbeatOnQueue } from '../activities/heartbeat.ts';
import { createSenderNames } from '../activities/name-senders.ts';
import { requireJobRow } from '../activities/require-job-row.ts';
import { retryOnOtherSchema } from '../activities/retry-on-other-schema.ts';
import { logActivities } from '../activities/log-activities.ts';
import { BOUNDS } from '../domain/bounds.ts';
import type { Config } from '../platform/config.ts';
import { createRangeThreads } from '../csv/range-threads.ts';
import { createUnpackThreads } from '../workbooks/unpack-threads.ts';
import type { RangeThreads } from '../csv/range-threads.ts';
import { pingPool } from '../db/core/ping.ts';
import { createPool } from '../db/core/pool.ts';
import { refuseSharedSessions } from '../db/core/shared-sessions.ts';
import { waitForSchema, watchSchema } from '../db/schema/wait-for-schema.ts';
import { ConfigurationError } from '../platform/errors.ts';
import { createSliceSize, createSliceSizes } from '../activities/subscriber-import/slice-size.ts';
import { LIST_JOB_KINDS } from '../job-kinds/index.ts';
import { openFiles } from '../files/open-files.ts';
import { claimTemporal } from '../jobs/installation/claim-temporal.ts';
import { createEpochMemory } from '../db/installation/epoch-memory.ts';
import { followEpoch, keepEpoch } from '../db/installation/epoch.ts';
import { reportLostJobs } from '../jobs/lost-jobs.ts';
import { keepMaintenance } from '../jobs/maintenance.ts';
import { ensureSearchAttributes } from '../jobs/search-attributes.ts';
import { temporalClientOptions, temporalConnectionOptions } from '../jobs/temporal.ts';
import { createPayloadCodec } from '../jobs/payload-codec.ts';
import { TemporalClient } from '../jobs/temporal-client.ts';
import { openLink, throughLink } from '../jobs/through-link.ts';
import type { WatchedLink } from '../jobs/watched-link.ts';
import { openSecretBox } from '../secrets/secret-key.ts';
import { createLogger } from '../platform/logger.ts';
import { INLINE_MS, requireWorkerConnections, workerPools, WORKFLOW_TASKS } from '../platform/pool-sizes.ts';
import { measureActivities } from '../metrics/activity-metrics.ts';
import { countEndedJobs } from '../metrics/ended-jobs.ts';
import { createRegistry } from '../metrics/registry.ts';
import { startWorkerEndpoint } from '../metrics/worker-endpoint.ts';
import { traceQueries } from '../tracing/trace-queries.ts';
import { traceWorker } from '../tracing/trace-workflows.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { noteActivities } from '../watchdog/note-activities.ts';
import type { NoteUnderWay } from '../watchdog/watchdog.ts';
import { FAILURE_CONVERTER } from './failure-converter-path.ts';
import { bundleWorkflows } from './workflow-bundle.ts';

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

/** As many as one import merges at the same time; fewer would slow it down. */
const MERGES_OF_AN_IMPORT = 3;

/**
 * Returns the concurrency limit of the merges of large imports, in chunks. Postgres on this machine has no more processors than
 * the worker: with a merge in every slot, each took eight times as long, those of small imports, too. A server elsewhere may have
 * any number.
 */
export function mergesOfLargeImports(
  { postgresIsBeside, workerConcurrency }: Config,
  processors = availableParallelism(),
): number {
  return postgresIsBeside ? Math.max(MERGES_OF_AN_IMPORT, 2 * processors) : workerConcurrency;
}

/** Time after which a call that only looks whether Temporal answers is given up. */
const TEMPORAL_ANSWER_MS = 5_000;

/**
 * Workflows that are kept in memory between their tasks, the last used ones; each takes 0.3 MB (measured), and one without
 * a place is replayed at its next task. The SDK's own number follows from the heap limit: 2,300 of them, which one
 * organization fills with imports that are to begin later.
 */
export const CACHED_WORKFLOWS = 64;

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
  const links = {
    link: await openLink(config, temporalAddress, log),
    clientLink: await openLink(config, temporalAddress, log),
  };
  const closeLinks = async () => {
    await Promise.all(Object.values(links).map(async (link) => link?.close()));
  };
  try {
    return await startBehind(
      { ...links, closeLinks, log },
      { ...config, databaseUrl, temporalAddress },
      workflowBundle,
      extras,
    );
  } catch (error) {
    await closeLinks();
    throw error;
  }
}

/** The links of a worker and of its client to Temporal, and the log of both. */
interface Links {
  readonly link: WatchedLink | null;
  readonly clientLink: WatchedLink | null;
  readonly closeLinks: () => Promise<void>;
  readonly log: Logger;
}

/** Starts a worker whose connections lead through links, which it closes when it stops. */
async function startBehind(
  { link, clientLink, closeLinks, log }: Links,
  config: Config & { readonly databaseUrl: string; readonly temporalAddress: string },
  workflowBundle: WorkflowBundleOption | undefined,
  { sdkMetricsUrl = null, tracing = null, underWay, rangeThreads = createRangeThreads() }: WorkerExtras,
): Promise<RunningWorker> {
  const { databaseUrl, temporalAddress, temporalNamespace: namespace } = config;
  const connection = await NativeConnection.connect({
    ...temporalConnectionOptions(config, temporalAddress),
    ...(link !== null && { proxy: link.proxy }),
  });
  link?.watch(() =>
    connection.withDeadline(Date.now() + TEMPORAL_ANSWER_MS, () => connection.workflowService.getSystemInfo({})),
  );
  const pools = workerPools(config);
  const memory = createEpochMemory();
  const begin = (session: ClientBase) => keepEpoch(session, memory);
  const pool = createPool(databaseUrl, {
    max: pools.tasks,
    applicationName: 'sluice-worker',
    begin,
    ...(config.postgresIsBeside && { onConnect: (pid) => void lowerProcessPriority(pid) }),
  });
  // Callers wait for small imports and for records of states: their sessions keep the priority of API calls. There are enough that
  // no record waits for a small import, whose transaction may wait for a list.
  const briefPool = createPool(databaseUrl, { max: pools.brief, applicationName: 'sluice-worker', begin });
  // Sessions that have begun before would have no traces.
  if (tracing !== null) for (const each of [pool, briefPool]) traceQueries(each);
  const epoch = followEpoch(briefPool, memory);
  const clientConnection = await Connection.connect(
    throughLink(temporalClientOptions(config, temporalAddress), clientLink, log),
  );
  const client = new TemporalClient(config, { connection: clientConnection }, epoch.current);
  await refuseSharedSessions(pool);
  const workers: Worker[] = [];
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
          isRunning: () => workers.length > 0 && workers.every((each) => each.getState() === 'RUNNING'),
          parts: {
            postgres: () => pingPool(pool),
            temporal: () => client.workflowService.getSystemInfo({}),
          },
        });
  await waitForSchema(pool, log);
  await claimTemporal({ client, pool, databaseUrl, temporalAddress }, { isAlone: config.serversAreEmbedded });
  await ensureSearchAttributes(client, log);
  const files = await openFiles(config);
  const deps = {
    pool,
    files: files.store,
    rangeThreads,
    unpackThreads: createUnpackThreads(),
    mergeSlots: createFairQueue({ slots: mergesOfLargeImports(config) }),
    inlineSlots: createFairQueue({ slots: pools.slots.inlineImports }),
    inlineMs: INLINE_MS,
    sliceSizeOf: createSliceSizes(config.mergeMs),
    createBatchSize: () => createSliceSize(config.mergeMs),
    uploads: files.uploads,
    uploadBytes: config.uploadBytes,
    importSourcesBytes: config.importSourcesBytes,
    logLimits: config.logLimits,
    allowPrivateUrls: config.allowPrivateUrls,
    rangeBytes: config.rangeBytes,
    chunkRows: config.chunkRows,
    rowsPerIndex: ROWS_PER_INDEX,
    minBytesPerSecond: config.minBytesPerSecond,
    importsPerOrganization: config.importsPerOrganization,
    downloadsPerOrganization: config.downloadsPerOrganization,
    lostJobs: config.lostJobs,
    webhookRetryForMs: config.webhookRetryForMs,
    callEndpoints: createEndpointCalls(client, log),
    nameSenders: createSenderNames(client, log),
    countEnd:
      metrics === null ? () => undefined : countEndedJobs(metrics, { kinds: LIST_JOB_KINDS, faults: FAULT_TYPES }),
    secrets: await openSecretBox(config),
    client,
    log,
  };
  const workerTracing = tracing === null ? null : await traceWorker(tracing);
  const codec = createPayloadCodec(config.payloadKeys);
  const registry = await loadActivities();
  const common: WorkerOptions & { readonly isolateExecutionTimeout: string } = {
    // Node ends the process when the SDK breaks a workflow off. On a busy machine its default of 5 s of wall time can pass.
    isolateExecutionTimeout: '1m',
    connection,
    namespace,
    ...(codec !== null && { dataConverter: { payloadCodecs: [codec], failureConverterPath: FAILURE_CONVERTER } }),
    taskQueue: client.names.taskQueue,
    activities: byPlace({
      brief: composeActivities(registry, { ...deps, pool: briefPool }),
      others: composeActivities(registry, deps),
      recordsQueue: client.names.recordsQueue,
    }),
    interceptors: {
      activity: [
        logActivities,
        heartbeatOnQueue(client.names.recordsQueue),
        ...(underWay === undefined ? [] : [noteActivities(underWay)]),
        ...(metrics === null ? [] : [measureActivities(metrics)]),
        ...(workerTracing === null ? [] : [workerTracing.activities]),
        retryOnOtherSchema(briefPool),
        requireJobRow({ brief: briefPool, others: pool, recordsQueue: client.names.recordsQueue }),
      ],
    },
    // A cancelled activity is notified by its next heartbeat, so this bounds how long a pause waits for a download.
    maxHeartbeatThrottleInterval: '500ms',
    defaultHeartbeatThrottleInterval: '500ms',
    ...versionOf(config),
    shutdownGraceTime: '5s',
    shutdownForceTime: '9s',
  };
  const worker = await Worker.create({
    ...common,
    workflowBundle: workflowBundle ?? (await bundleWorkflows({ traced: tracing !== null, encrypted: codec !== null })),
    ...(workerTracing !== null && { sinks: workerTracing.sinks }),
    maxCachedWorkflows: CACHED_WORKFLOWS,
    maxConcurrentActivityTaskExecutions: config.workerConcurrency,
    maxConcurrentWorkflowTaskExecutions: WORKFLOW_TASKS,
    // As many as there can be, so that none waits in the SDK, which takes them by age. Organizations have turns in the worker.
    maxConcurrentLocalActivityExecutions: WORKFLOW_TASKS,
    // Time after which another worker may take over a workflow from the worker that caches it.
    stickyQueueScheduleToStartTimeout: '2s',
  });
  // Small imports have slots of their own: they wait for no task of a large one.
  const small = await Worker.create({
    ...common,
    taskQueue: client.names.smallQueue,
    maxConcurrentActivityTaskExecutions: pools.slots.smallTasks,
  });
  // So have downloads: a server that trickles holds no slot that staging and merging need.
  const downloads = await Worker.create({
    ...common,
    taskQueue: client.names.downloadsQueue,
    maxConcurrentActivityTaskExecutions: config.downloadConcurrency,
  });
  // And deliveries of webhooks.
  const webhooks = await Worker.create({
    ...common,
    taskQueue: client.names.webhooksQueue,
    maxConcurrentActivityTaskExecutions: BOUNDS.webhookDeliveriesPerWorker.max,
  });
  // And records of states: blocked tasks may fill every other slot.
  const records = await Worker.create({
    ...common,
    taskQueue: client.names.recordsQueue,
    maxConcurrentActivityTaskExecutions: pools.slots.records,
  });
  workers.push(worker, small, downloads, webhooks, records);
  const stopMaintenanceCheck = await keepMaintenance(client, log);
  const stopLostReport = reportLostJobs({ client, pool: briefPool, log });
  const stopWatch = watchSchema(pool, log, () => shutDown(workers));
  const stopped = runTogether(workers).finally(async () => {
    stopWatch();
    await stopMaintenanceCheck();
    await stopLostReport();
    await endpoint?.close();
    await deps.rangeThreads.close();
    epoch.stop();
    await Promise.all([pool.end(), briefPool.end()]);
    files.close();
    await client.connection.close();
    await connection.close();
    await closeLinks();
  });
  return {
    stopped,
    metricsPort: endpoint?.port ?? null,
    stop: async () => {
      shutDown(workers);
      await stopped;
    },
  };
}

/** The version of a worker. Workflows move to the current version, except jobs: see `stayOnVersion`. */
function versionOf({ workerVersion }: Config): Pick<WorkerOptions, 'workerDeploymentOptions'> {
  if (workerVersion === undefined) return {};
  const version = { ...workerVersion };
  return {
    workerDeploymentOptions: { useWorkerVersioning: true, version, defaultVersioningBehavior: 'AUTO_UPGRADE' },
  };
}

/** Runs workers until all have stopped; the end of one stops the others. */
async function runTogether(workers: readonly Worker[]): Promise<void> {
  const runs = workers.map((worker) => worker.run().finally(() => shutDown(workers)));
  const ended = await Promise.allSettled(runs);
  const failed = ended.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

function shutDown(workers: readonly Worker[]): void {
  for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
}
