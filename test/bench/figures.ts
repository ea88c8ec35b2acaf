import type { BenchArguments } from './arguments.ts';
import type { Measured } from './bench.ts';
import type { StepName } from './large-imports.ts';
import { STEPS } from './large-imports.ts';
import type { Machine } from './machine.ts';
import type { Part } from './processes.ts';
import { PARTS } from './processes.ts';
import type { ActivityTimes } from './timeline.ts';

/** The medians of one kind of import; memory is the highest of all runs. */
export interface ImportFigures {
  readonly name: StepName;
  readonly seconds: number;
  readonly rowsPerSecond: number;
  readonly ratioToCopy: number;
  /** The ratio to reach; null where there is none. */
  readonly target: number | null;
  readonly temporalEvents: number;
  readonly cpuSeconds: Readonly<Record<Part, number>> | null;
  readonly peakRssBytes: Readonly<Record<'worker' | 'api', number>> | null;
  /** Of the last run. */
  readonly activities: readonly ActivityTimes[];
}

/** What the bench prints and writes as JSON. */
export interface Figures {
  readonly rows: number;
  readonly runs: number;
  readonly machine: Machine;
  readonly load: { readonly before: number; readonly after: number };
  readonly settings: Readonly<Record<'rangeBytes' | 'chunkRows' | 'workerConcurrency', number>>;
  readonly copy: {
    readonly seconds: readonly number[];
    readonly rowsPerSecond: number;
    /** Of Postgres alone. */
    readonly cpuSeconds: number | null;
  };
  readonly imports: readonly ImportFigures[];
  readonly workerRss: { readonly peakBytes: number | null; readonly targetBytes: number };
  readonly smallImports: { readonly count: number; readonly p50Ms: number; readonly maxMs: number };
  readonly problems: readonly string[];
}

const TARGETS: Readonly<Partial<Record<StepName, number>>> = { new: 0.25, changed: 0.15 };
const WORKER_RSS_TARGET_BYTES = 400 * 1024 * 1024;

/** Boils down what was measured. */
export function figuresOf(
  measured: Measured,
  args: BenchArguments,
  about: Pick<Figures, 'load' | 'settings'>,
): Figures {
  const { copies, samples, small, machine } = measured;
  const copySeconds = copies.map(({ seconds }) => seconds);
  const copyRate = args.rows / median(copySeconds);
  const copyCpu = copies.flatMap(({ cpuSeconds }) => (cpuSeconds === null ? [] : [cpuSeconds]));
  const imports = STEPS.map(({ name }) => importFigures(name, measured, args.rows, copyRate));
  const peaks = imports.flatMap(({ peakRssBytes }) => (peakRssBytes === null ? [] : [peakRssBytes.worker]));
  return {
    rows: args.rows,
    runs: args.runs,
    machine,
    ...about,
    copy: {
      seconds: copySeconds,
      rowsPerSecond: copyRate,
      cpuSeconds: copyCpu.length === 0 ? null : median(copyCpu),
    },
    imports,
    workerRss: { peakBytes: peaks.length === 0 ? null : Math.max(...peaks), targetBytes: WORKER_RSS_TARGET_BYTES },
    smallImports: {
      count: small.seconds.length,
      p50Ms: median(small.seconds) * 1000,
      maxMs: Math.max(...small.seconds) * 1000,
    },
    problems: [...samples.flatMap(({ problems }) => problems), ...small.problems],
  };
}

function importFigures(name: StepName, { samples }: Measured, rows: number, copyRate: number): ImportFigures {
  const runs = samples.filter((sample) => sample.name === name);
  const usages = runs.flatMap(({ usage }) => (usage === null ? [] : [usage]));
  const seconds = median(runs.map((run) => run.seconds));
  const peak = (part: Part) => Math.max(...usages.map((usage) => usage[part]?.peakRssBytes ?? 0));
  const cpu = (part: Part) => median(usages.map((usage) => usage[part]?.cpuSeconds ?? 0));
  return {
    name,
    seconds,
    rowsPerSecond: rows / seconds,
    ratioToCopy: rows / seconds / copyRate,
    target: TARGETS[name] ?? null,
    temporalEvents: median(runs.map((run) => run.history.events)),
    cpuSeconds: usages.length === 0 ? null : (Object.fromEntries(PARTS.map((part) => [part, cpu(part)])) as CpuSeconds),
    peakRssBytes: usages.length === 0 ? null : { worker: peak('worker'), api: peak('api') },
    activities: runs.at(-1)?.history.activities ?? [],
  };
}

type CpuSeconds = NonNullable<ImportFigures['cpuSeconds']>;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? NaN;
  return (upper + lower) / 2;
}
