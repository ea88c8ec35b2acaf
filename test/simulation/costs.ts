import { readFileSync } from 'node:fs';
import { z } from 'zod';

// The costs of the simulation: costs.json has what measure.ts measured of a real engine, this file what the simulation makes of it.

const seconds = z.number().nonnegative();
const usage = z.object({ worker: seconds, api: seconds, postgres: seconds, temporal: seconds });
const phase = z.object({ seconds, cpuSeconds: usage });
const times = z.object({ count: z.number().int(), p50Ms: z.number(), p99Ms: z.number() });
const importRun = z.object({
  seconds,
  /** Cores that other work on the machine took. */
  otherCores: seconds,
  events: z.number().int(),
  phases: z.object({ scan: phase, stage: phase, merge: phase, rest: phase }),
  activities: z.record(times),
});
const measurements = z.object({
  machine: z.object({ cpu: z.string(), cores: z.number().int(), node: z.string(), postgres: z.string() }),
  date: z.string(),
  loadBefore: z.number(),
  rows: z.number().int(),
  bytesPerRow: z.number(),
  imports: z.object({ new: importRun, changed: importRun }),
  small: z.object({ rows: z.number().int(), count: z.number().int(), p50Ms: z.number(), p99Ms: z.number() }).extend({
    events: z.number().int(),
    cpuSeconds: usage,
  }),
  manyClients: z.object({ clients: z.number().int(), importsPerSecond: z.number(), otherCores: z.number() }),
  nextTask: times,
  statement: times,
  commit: times,
});

/** Measurements of a real engine: seconds, and processor seconds by process. */
export type Measurements = z.infer<typeof measurements>;
/** One import of many rows. */
export type MeasuredImport = z.infer<typeof importRun>;

/** The processor time of a row of some work, and how much its tasks differ: the sigma of a log-normal distribution. */
export interface RowCost {
  readonly workerSeconds: number;
  readonly postgresSeconds: number;
  readonly spread: number;
}

/** Processor time that does not depend on rows. */
interface FixedCost {
  readonly workerSeconds: number;
  readonly postgresSeconds: number;
}

/** Costs of the fake activities and of the simulated server. */
export interface Costs {
  readonly bytesPerRow: number;
  readonly scan: RowCost;
  readonly stage: RowCost;
  readonly merge: { readonly new: RowCost; readonly changed: RowCost };
  /** A short transaction, such as the record of a state. */
  readonly bookkeeping: FixedCost;
  /** An inline import, in addition to its rows and its workflow task. */
  readonly inline: FixedCost;
  /** Of the API, for each import that is created. */
  readonly apiSecondsPerImport: number;
  /** Of the API and Temporal while an import of many rows runs, for polls and not for its events: cores. */
  readonly polls: number;
  readonly postgresSecondsPerPartition: number;
  /** Waiting times, without the processor time. */
  readonly statementSeconds: number;
  readonly commitSeconds: number;
  readonly temporal: { readonly cpuSecondsPerEvent: number; readonly changeSeconds: number };
  readonly cpuSecondsPerActivation: number;
  readonly cpuSecondsPerReplayedEvent: number;
}

/** Reads costs.json. @throws ZodError when it is not complete */
export function readMeasurements(file = new URL('costs.json', import.meta.url)): Measurements {
  return measurements.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Derives what the simulation needs from what was measured. */
export function costsOf({ rows, bytesPerRow, imports, small, nextTask, statement, commit }: Measurements): Costs {
  const { scan, stage, merge, rest } = imports.new.phases;
  const temporal = small.cpuSeconds.temporal / small.events;
  const perRow = (of: typeof scan, spread: number): RowCost => ({
    workerSeconds: of.cpuSeconds.worker / rows,
    postgresSeconds: of.cpuSeconds.postgres / rows,
    spread,
  });
  const spreadOf = (activity: string) => sigmaOf(imports.new.activities[activity]);
  // What an import of 1,000,000 rows does outside of its large tasks: four states, a turn, a balance and the clean-up.
  const bookkeeping = {
    workerSeconds: rest.cpuSeconds.worker / BOOKKEEPING_OF_AN_IMPORT / 2,
    postgresSeconds: rest.cpuSeconds.postgres / BOOKKEEPING_OF_AN_IMPORT / 2,
  };
  const activation = small.cpuSeconds.worker * ACTIVATION_SHARE;
  return {
    bytesPerRow,
    scan: perRow(scan, 0),
    stage: perRow(stage, spreadOf('stageRange')),
    merge: {
      new: perRow(merge, spreadOf('mergeChunk')),
      changed: perRow(imports.changed.phases.merge, sigmaOf(imports.changed.activities.mergeChunk)),
    },
    bookkeeping,
    inline: {
      workerSeconds: small.cpuSeconds.worker - activation - bookkeeping.workerSeconds,
      postgresSeconds: Math.max(0, small.cpuSeconds.postgres - bookkeeping.postgresSeconds),
    },
    apiSecondsPerImport: small.cpuSeconds.api,
    polls:
      Math.max(0, sumOf(imports.new, 'api') + sumOf(imports.new, 'temporal') - temporal * imports.new.events) /
      imports.new.seconds,
    postgresSecondsPerPartition: rest.cpuSeconds.postgres / 2 / Math.ceil(rows / 40_000),
    statementSeconds: statement.p50Ms / 1000,
    commitSeconds: Math.max(0, commit.p50Ms - statement.p50Ms) / 1000,
    temporal: {
      cpuSecondsPerEvent: temporal,
      // Between two tasks are three changes: the end of one, and the start and the end of the workflow task.
      changeSeconds: Math.max(0.001, nextTask.p50Ms / 1000 / 3 - 2 * temporal),
    },
    cpuSecondsPerActivation: activation / ACTIVATIONS_OF_A_SMALL_IMPORT,
    cpuSecondsPerReplayedEvent: 0.0002,
  };
}

const BOOKKEEPING_OF_AN_IMPORT = 7;
const ACTIVATIONS_OF_A_SMALL_IMPORT = 3;
/** Of a small import's processor time in the worker. */
const ACTIVATION_SHARE = 0.4;

function sumOf({ phases }: MeasuredImport, part: keyof z.infer<typeof usage>): number {
  return Object.values(phases).reduce((sum, { cpuSeconds }) => sum + cpuSeconds[part], 0);
}

/** Of the distribution that has these quantiles; 2.326 is the 99th percentile of the standard normal distribution. */
function sigmaOf(of: { p50Ms: number; p99Ms: number } | undefined): number {
  return of === undefined ? 0 : Math.max(0, Math.log(of.p99Ms / of.p50Ms)) / 2.326;
}
