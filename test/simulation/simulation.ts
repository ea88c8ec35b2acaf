import { createRandom } from '../chaos/random.ts';
import type { Random } from '../chaos/random.ts';
import { RANGE_THREADS } from '../../engine/csv/range-threads.ts';
import { EXTENSION_BOUNDS } from '../../engine/domain/extension-bounds.ts';
import {
  subscriberImportInput,
  SUBSCRIBER_IMPORT,
  subscriberImportWorkflowId,
} from '../../engine/jobs/subscriber-import.ts';
import { fairnessKeyOf } from '../../engine/jobs/start-job.ts';
import { loadConfig } from '../../engine/platform/config.ts';
import { INLINE_IMPORTS, RECORDS, WORKFLOW_TASKS } from '../../engine/platform/pool-sizes.ts';
import { CACHED_WORKFLOWS } from '../../engine/roles/worker/create-workers.ts';
import { mergesOfLargeImports } from '../../engine/roles/worker/open-deps.ts';
import { createActivities } from './activities.ts';
import { createClock } from './clock.ts';
import type { Clock } from './clock.ts';
import type { Costs } from './costs.ts';
import { createImport, mergedRows, problemsOf } from './imports.ts';
import type { ImportOrder, ImportRow } from './imports.ts';
import { begin, wait } from './process.ts';
import { createProcessors } from './processors.ts';
import type { Processors } from './processors.ts';
import { createTemporal } from './temporal.ts';
import type { Temporal } from './temporal.ts';
import { createWorker } from './worker.ts';
import type { Worker } from './worker.ts';
import { payloadOf } from './workflow-sandbox.ts';
import type { Sandbox } from './workflow-sandbox.ts';

/** The machines of an installation. */
export interface Installation {
  readonly workers: number;
  readonly coresPerWorker: number;
  /** Cores of Postgres; null: everything runs on the machine of the one worker. */
  readonly postgresCores: number | null;
  /** Calls a second that the Temporal server can do that change a workflow. */
  readonly changesPerSecond: number;
  readonly failures: Failures;
}

/** Rates of simulated failures. */
export interface Failures {
  /** Mean seconds between two deaths of one worker; Infinity: none. */
  readonly secondsBetweenDeaths: number;
  /** Probability with which a transaction fails, from 0 to 1. */
  readonly perTransaction: number;
}

/** Nothing goes wrong. */
export const NO_FAILURES: Failures = { secondsBetweenDeaths: Infinity, perTransaction: 0 };

/** Everything on the machine of the measurements, as `npx sluice start` has it; its Temporal is limited by the processors. */
export const ONE_MACHINE: Installation = {
  ...{ workers: 1, coresPerWorker: 2, postgresCores: null, changesPerSecond: Infinity, failures: NO_FAILURES },
};

/** A worker that died begins again after so many seconds. */
const RESTART_SECONDS = 5;

/** An installation that runs in virtual time. */
export interface Simulation {
  readonly clock: Clock;
  readonly temporal: Temporal;
  readonly imports: ReadonlyMap<number, ImportRow>;
  /** Creates an import now; its row has its end when it has ended. */
  create(order: ImportOrder): ImportRow;
  /** Workers that died so far. */
  deaths(): number;
  /** Mean share of the cores in use since the beginning. */
  load(): { readonly workers: number; readonly postgres: number; readonly temporal: number };
  /** Imports whose workflow is complete. */
  completed(): number;
  /** Sentences about faults of ended imports; empty when all is right. */
  readonly problems: readonly string[];
}

/** Creates an installation whose workers have begun. The same seed leads to the same simulation. */
export function createSimulation(
  sandbox: Sandbox,
  { seed, costs, installation }: { seed: string; costs: Costs; installation: Installation },
): Simulation {
  const clock = createClock();
  const random = createRandom(seed);
  const { workers: count, coresPerWorker, postgresCores, changesPerSecond, failures } = installation;
  const isOneMachine = postgresCores === null;
  const cores = coresPerWorker - (isOneMachine ? costs.polls : 0);
  const machines = Array.from({ length: count }, () => createProcessors(clock, cores));
  const postgres = isOneMachine ? machines[0]! : createProcessors(clock, postgresCores);
  // A server of its own is as large as it needs to be: its limit is the number of changes.
  const temporalMachine = isOneMachine ? machines[0]! : createProcessors(clock, 1_000);
  const temporal = createTemporal(clock, { ...costs.temporal, processors: temporalMachine, changesPerSecond });
  const imports = new Map<number, ImportRow>();
  const problems: string[] = [];
  const config = loadConfig({ DATA_DIR: '/', POSTGRES_IS_BESIDE: String(isOneMachine) });
  const perform = createActivities({
    ...{ clock, random: random.fork('activities'), costs, postgres, imports, settings: config },
    failuresPerTransaction: failures.perTransaction,
  });
  const workers = machines.map((processors) =>
    createWorker(
      {
        ...{ processors, concurrency: config.workerConcurrency, smallTasks: EXTENSION_BOUNDS.smallTasksPerWorker.max },
        ...{
          localActivities: INLINE_IMPORTS,
          records: RECORDS,
          workflowTasks: WORKFLOW_TASKS,
          cachedWorkflows: CACHED_WORKFLOWS,
        },
        ...{ parsingThreads: RANGE_THREADS, merges: mergesOfLargeImports(config, coresPerWorker) },
        ...{ mergeMs: config.mergeMs, cpuSecondsPerActivation: costs.cpuSecondsPerActivation },
        cpuSecondsPerReplayedEvent: costs.cpuSecondsPerReplayedEvent,
      },
      { clock, temporal, sandbox, perform },
    ),
  );
  let deaths = 0;
  let completed = 0;
  const onDeath = () => deaths++;
  for (const [number, worker] of workers.entries()) {
    worker.begin();
    if (failures.secondsBetweenDeaths === Infinity) continue;
    const given = { clock, random: random.fork(`worker ${number}`), seconds: failures.secondsBetweenDeaths, onDeath };
    begin(dieAndBegin(worker, given), () => undefined, raise);
  }

  const start = (row: ImportRow) => {
    const { id, organizationId } = row;
    const options = {};
    const input = subscriberImportInput({
      ...{
        id,
        jobKey: null,
        organizationId,
        mailingListId: id,
        sourceType: row.isInline ? 'json' : 'upload_directory',
      },
      ...{ beginsAt: new Date(0), beginsInMs: 0, policy: config.policy, isSmall: row.isInline, options },
    });
    const workflowId = subscriberImportWorkflowId(id, '');
    const run = {
      ...{ workflowType: SUBSCRIBER_IMPORT.workflowType, workflowId, runId: `run-${id}` },
      ...{ taskQueue: config.taskQueue, arguments: [payloadOf(input)] },
    };
    temporal.start(run, fairnessKeyOf(organizationId), (view) => {
      completed++;
      problems.push(...problemsOf(row, view));
    });
  };
  function* api(row: ImportRow) {
    // An API elsewhere is as large as it needs to be.
    if (isOneMachine) yield* machines[0]!.use(costs.apiSecondsPerImport, 'calls');
    else yield* wait(clock, costs.apiSecondsPerImport);
    yield* temporal.change(2);
    start(row);
  }
  return {
    ...{ clock, temporal, imports, problems },
    create: (order) => {
      const given = { id: imports.size + 1, createdAt: clock.now(), bytesPerRow: costs.bytesPerRow };
      const row = createImport(order, given);
      imports.set(row.id, row);
      begin(api(row), () => undefined, raise);
      return row;
    },
    deaths: () => deaths,
    completed: () => completed,
    load: () => ({
      workers: meanLoad(machines, clock),
      postgres: meanLoad([postgres], clock),
      temporal: temporal.figures.changes / changesPerSecond / clock.now(),
    }),
  };
}

function* dieAndBegin(
  worker: Worker,
  { clock, random, seconds, onDeath }: { clock: Clock; random: Random; seconds: number; onDeath: () => void },
) {
  for (;;) {
    yield* wait(clock, -Math.log(random.int(1, 2 ** 30) / 2 ** 30) * seconds);
    worker.die();
    onDeath();
    yield* wait(clock, RESTART_SECONDS);
    worker.begin();
  }
}

function meanLoad(machines: readonly Processors[], clock: Clock): number {
  const seconds = machines.reduce((sum, { cores }) => sum + cores, 0) * clock.now();
  return machines.reduce((sum, machine) => sum + machine.used(), 0) / seconds;
}

/** Rows that are merged by now, of all imports or of an organization. */
export function rowsMerged({ imports }: Simulation, organizationId?: number): number {
  const counted = [...imports.values()].filter(
    (row) => organizationId === undefined || row.organizationId === organizationId,
  );
  return counted.reduce((sum, row) => sum + mergedRows(row), 0);
}

function raise(error: Error): never {
  throw error;
}
