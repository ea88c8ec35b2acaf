import { Worker } from '@temporalio/worker';
import type {
  ActivityInterceptorsFactory,
  InjectedSinks,
  NativeConnection,
  WorkerOptions,
  WorkflowBundleOption,
} from '@temporalio/worker';
import type { Sinks, WorkflowInfo } from '@temporalio/workflow';
import type { Registry } from 'prom-client';
import { byPlace } from '../../activities/by-place.ts';
import { composeActivities } from '../../activities/compose.ts';
import { heartbeatOnQueue } from '../../activities/heartbeat.ts';
import { loadActivities } from '../../activities/index.ts';
import { logActivities } from '../../activities/log-activities.ts';
import { requireJobRow } from '../../activities/require-job-row.ts';
import { retryOnOtherSchema } from '../../activities/retry-on-other-schema.ts';
import type { InstallationNames } from '../../../workflows/names.ts';
import type { HistorySinks } from '../../../workflows/seen-history.ts';
import { BOUNDS } from '../../domain/bounds.ts';
import { createPayloadCodec } from '../../jobs/payload-codec.ts';
import type { SeenHistories } from '../../jobs/seen-histories.ts';
import { measureActivities } from '../../metrics/activity-metrics.ts';
import type { Config } from '../../platform/config.ts';
import { WORKFLOW_TASKS, workerPools } from '../../platform/pool-sizes.ts';
import { traceWorker } from '../../tracing/trace-workflows.ts';
import type { WorkerTracing } from '../../tracing/trace-workflows.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import { noteActivities } from '../../watchdog/note-activities.ts';
import type { NoteUnderWay } from '../../watchdog/watchdog.ts';
import { FAILURE_CONVERTER } from '../failure-converter-path.ts';
import { bundleWorkflows } from '../workflow-bundle.ts';
import type { OpenDeps } from './open-deps.ts';
import { createProcessWorkers } from './process-workers.ts';
import type { ProcessWorkers } from './process-workers.ts';
import type { WorkerSessions } from './open-sessions.ts';

/**
 * Workflows that are kept in memory between their tasks, the last used ones; each takes 0.3 MB (measured), and one without
 * a place is replayed at its next task. The SDK's own number follows from the heap limit: 2,300 of them, which one
 * organization fills with imports that are to begin later.
 */
export const CACHED_WORKFLOWS = 64;

/** The parts that the workers of all queues share; tracing and `underWay` are null and absent where nothing listens. */
export interface WorkerParts {
  readonly connection: NativeConnection;
  readonly sessions: WorkerSessions;
  readonly deps: OpenDeps;
  readonly histories: SeenHistories;
  readonly metrics: Registry | null;
  readonly tracing: Tracing | null;
  readonly underWay: NoteUnderWay | undefined;
  readonly workflowBundle: WorkflowBundleOption | undefined;
}

/** Creates the workers of one process: that of the workflows, and one for each queue that has activities alone. */
export async function createWorkers(config: Config, parts: WorkerParts): Promise<ProcessWorkers> {
  const { deps, tracing } = parts;
  const { names } = deps.client;
  const workerTracing = tracing === null ? null : await traceWorker(tracing);
  const codec = createPayloadCodec(config.payloadKeys);
  const registry = await loadActivities();
  const common: WorkerOptions & { readonly isolateExecutionTimeout: string } = {
    // Node ends the process when the SDK breaks a workflow off. On a busy machine its default of 5 s of wall time can pass.
    isolateExecutionTimeout: '1m',
    connection: parts.connection,
    namespace: config.temporalNamespace,
    ...(codec !== null && { dataConverter: { payloadCodecs: [codec], failureConverterPath: FAILURE_CONVERTER } }),
    activities: byPlace({
      brief: composeActivities(registry, { ...deps, pool: parts.sessions.brief }),
      others: composeActivities(registry, deps),
      recordsQueue: names.recordsQueue,
    }),
    interceptors: { activity: interceptorsOf(parts, workerTracing) },
    // A cancelled activity is notified by its next heartbeat, so this bounds how long a pause waits for a download.
    maxHeartbeatThrottleInterval: '500ms',
    defaultHeartbeatThrottleInterval: '500ms',
    ...versionOf(config),
    shutdownGraceTime: '5s',
    shutdownForceTime: '9s',
    taskQueue: names.taskQueue,
  };
  const { workflowBundle = await bundleWorkflows({ traced: tracing !== null, encrypted: codec !== null }) } = parts;
  const workflows: WorkerOptions = {
    ...common,
    workflowBundle,
    sinks: { ...(workerTracing?.sinks as InjectedSinks<Sinks> | undefined), ...noteHistories(parts.histories) },
    maxCachedWorkflows: CACHED_WORKFLOWS,
    maxConcurrentActivityTaskExecutions: config.workerConcurrency,
    maxConcurrentWorkflowTaskExecutions: WORKFLOW_TASKS,
    // As many as there can be, so that none waits in the SDK, which takes them by age. Organizations have turns in the worker.
    maxConcurrentLocalActivityExecutions: WORKFLOW_TASKS,
    // Time after which another worker may take over a workflow from the worker that caches it.
    stickyQueueScheduleToStartTimeout: '2s',
  };
  const others = activityQueues(config, names).map(({ taskQueue, slots }) =>
    Worker.create({ ...common, taskQueue, maxConcurrentActivityTaskExecutions: slots }),
  );
  return createProcessWorkers(
    () => {
      parts.histories.begin();
      return Worker.create(workflows);
    },
    await Promise.all(others),
  );
}

function noteHistories(histories: SeenHistories): InjectedSinks<HistorySinks> {
  const seen = ({ workflowId, runId }: WorkflowInfo, length: number, at: number) =>
    histories.note({ workflowId, runId, length, at });
  return { history: { seen: { fn: seen } } };
}

/** From the outermost to that next to the activity. */
function interceptorsOf(
  { deps, sessions, metrics, underWay }: WorkerParts,
  tracing: WorkerTracing | null,
): ActivityInterceptorsFactory[] {
  const { recordsQueue } = deps.client.names;
  return [
    logActivities,
    heartbeatOnQueue(recordsQueue),
    ...(underWay === undefined ? [] : [noteActivities(underWay)]),
    ...(metrics === null ? [] : [measureActivities(metrics)]),
    ...(tracing === null ? [] : [tracing.activities]),
    retryOnOtherSchema(sessions.brief),
    requireJobRow({ brief: sessions.brief, others: sessions.tasks, recordsQueue }),
  ];
}

/** The queues that have activities alone, each with slots of its own: none of its tasks waits for those of another queue. */
function activityQueues(config: Config, names: InstallationNames): readonly { taskQueue: string; slots: number }[] {
  const { smallTasks, records } = workerPools(config).slots;
  return [
    // Small imports wait for no task of a large one.
    { taskQueue: names.smallQueue, slots: smallTasks },
    // A server that trickles holds no slot that staging and merging need.
    { taskQueue: names.downloadsQueue, slots: config.downloadConcurrency },
    { taskQueue: names.webhooksQueue, slots: BOUNDS.webhookDeliveriesPerWorker.max },
    // Blocked tasks may fill every other slot, and the states of jobs are recorded all the same.
    { taskQueue: names.recordsQueue, slots: records },
  ];
}

/** The version of a worker. Workflows move to the current version, except jobs: see `stayOnVersion`. */
function versionOf({ workerVersion }: Config): Pick<WorkerOptions, 'workerDeploymentOptions'> {
  if (workerVersion === undefined) return {};
  const version = { ...workerVersion };
  return {
    workerDeploymentOptions: { useWorkerVersioning: true, version, defaultVersioningBehavior: 'AUTO_UPGRADE' },
  };
}
