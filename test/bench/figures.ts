import type { BenchArguments } from './arguments.ts';
import type { Measured } from './bench.ts';
import { goalsOf, isReached } from './goals.ts';
import type { Goal } from './goals.ts';
import type { StepName } from './large-imports.ts';
import { STEPS } from './large-imports.ts';
import { median } from './median.ts';
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
  /** Of the slowest run and the fastest one. */
  readonly ratioSpread: readonly [lowest: number, highest: number];
  /** The ratio to reach. */
  readonly target: number;
  readonly temporalEvents: number;
  readonly cpuSeconds: Readonly<Record<Part, number>> | null;
  readonly peakRssBytes: Readonly<Record<'worker' | 'api', number>> | null;
  /** Of the last run. */
  readonly activities: readonly ActivityTimes[];
}

/** Figures that the bench prints and writes as JSON. */
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
  readonly goals: readonly (Goal & { readonly isReached: boolean })[];
  /** The parts beside the imports, as they were measured. */
  readonly parts: Pick<
    Measured,
    'log' | 'small' | 'clients' | 'manners' | 'commands' | 'export' | 'deletion' | 'rules' | 'growth' | 'sharing'
  >;
  readonly problems: readonly string[];
}

const TARGETS: Readonly<Record<StepName, number>> = { new: 0.7, unchanged: 0.85, changed: 0.55, 'overwrite off': 0.9 };

/** Boils down what was measured. */
export function figuresOf(
  measured: Measured,
  args: BenchArguments,
  about: Pick<Figures, 'load' | 'settings'>,
): Figures {
  const { copies, samples, machine, ...parts } = measured;
  const copySeconds = copies.map(({ seconds }) => seconds);
  const copyRate = args.rows / median(copySeconds);
  const copyCpu = copies.flatMap(({ cpuSeconds }) => (cpuSeconds === null ? [] : [cpuSeconds]));
  const imports = STEPS.map(({ name }) => importFigures(name, measured, args.rows, copyRate));
  const copyCpuSeconds = copyCpu.length === 0 ? null : median(copyCpu);
  const goals = goalsOf(measured, imports, args, copyCpuSeconds);
  return {
    rows: args.rows,
    runs: args.runs,
    machine,
    ...about,
    copy: {
      seconds: copySeconds,
      rowsPerSecond: copyRate,
      cpuSeconds: copyCpuSeconds,
    },
    imports,
    goals: goals.map((goal) => ({ ...goal, isReached: isReached(goal) })),
    parts,
    problems: [
      ...samples,
      ...(parts.growth ?? []),
      ...[parts.small, parts.clients, parts.rules, parts.sharing],
    ].flatMap((part) => part?.problems ?? []),
  };
}

function importFigures(name: StepName, { samples }: Measured, rows: number, copyRate: number): ImportFigures {
  const runs = samples.filter((sample) => sample.name === name);
  const usages = runs.flatMap(({ usage }) => (usage === null ? [] : [usage]));
  const seconds = median(runs.map((run) => run.seconds));
  const ratioOf = (spent: number) => rows / spent / copyRate;
  const ratios = runs.map((run) => ratioOf(run.seconds));
  const peak = (part: Part) => Math.max(...usages.map((usage) => usage[part]?.peakRssBytes ?? 0));
  const cpu = (part: Part) => median(usages.map((usage) => usage[part]?.cpuSeconds ?? 0));
  return {
    name,
    seconds,
    rowsPerSecond: rows / seconds,
    ratioToCopy: ratioOf(seconds),
    ratioSpread: [Math.min(...ratios), Math.max(...ratios)],
    target: TARGETS[name],
    temporalEvents: median(runs.map((run) => run.history.events)),
    cpuSeconds: usages.length === 0 ? null : (Object.fromEntries(PARTS.map((part) => [part, cpu(part)])) as CpuSeconds),
    peakRssBytes: usages.length === 0 ? null : { worker: peak('worker'), api: peak('api') },
    activities: runs.at(-1)?.history.activities ?? [],
  };
}

type CpuSeconds = NonNullable<ImportFigures['cpuSeconds']>;
