import { latenciesOf } from '../../bench/latencies.ts';
import { ATTACKS } from './attacks/index.ts';
import { KINDS } from './other-tenant/kinds.ts';
import type { Kind, Sample } from './other-tenant/kinds.ts';
import type { AttackReport } from './run.ts';
import { ALONE } from './run.ts';

/** Figures of the other tenant and of the processes in one phase. */
export interface PhaseFigures {
  readonly phase: string;
  /** p99 in milliseconds. */
  readonly p99: Readonly<Partial<Record<Kind, number>>>;
  /** Multiples of the p99 alone: the largest one of the kinds of calls, and that of imports of 100 rows. Null: unknown. */
  readonly times: { readonly calls: number | null; readonly imports: number | null };
  /** The longest time that GET /healthz took: how long the event loop of the API stood still, seen from outside. */
  readonly stallMs: number;
  readonly apiBytes: number;
  readonly workerBytes: number;
  readonly calls: number;
  readonly slowestMs: number;
  /** Promises that did not hold, as sentences. */
  readonly broken: readonly string[];
}

const MEBIBYTE = 1024 * 1024;

/** Bound on the p99 of the other tenant's calls and imports during an attack, as a multiple of that alone; or the floor. */
const MOST_TIMES = 3;
/**
 * Below it a p99 is not compared with that alone: attacker, service and servers share two cores here, and a call that
 * takes 10 ms alone waits for its turn on a processor.
 */
const FLOOR_MS: Readonly<Record<'call' | 'import', number>> = { call: 500, import: 5_000 };
const MOST_STALL_MS = 1_000;
/** Bound on the resident memory of API and worker, each: seven eighths of the limit that the chart gives them (512Mi). */
const MOST_BYTES = 448 * MEBIBYTE;
/** Factor of the memory bounds of an unmeasured run: collection of garbage is late on a machine that others use. */
const UNMEASURED_TIMES = 2;

/**
 * The figures of each phase, the one before the attacks first. Times are compared only when `isMeasured`: on a machine that
 * others use they say little, and memory may be twice as much there.
 */
export function judge(
  { seen, memory, results }: AttackReport,
  { isMeasured }: { isMeasured: boolean },
): PhaseFigures[] {
  const alone = p99Of(seen[ALONE] ?? []);
  const times = isMeasured ? 1 : UNMEASURED_TIMES;
  return Object.keys(seen).map((phase) => {
    const samples = seen[phase] ?? [];
    const p99 = p99Of(samples);
    const stallMs = Math.max(0, ...samples.filter(({ kind }) => kind === 'health').map(({ ms }) => ms));
    const { api = 0, worker = 0 } = memory[phase] ?? {};
    const { figures = {}, slowestMs = 0, broken = [] } = results[phase] ?? {};
    const wrong = samples.flatMap((sample) => sample.wrong ?? []);
    return {
      phase,
      p99,
      times: timesOf(alone, p99),
      stallMs,
      apiBytes: api,
      workerBytes: worker,
      calls: figures['calls'] ?? 0,
      slowestMs,
      broken: [
        ...broken,
        ...(wrong.length === 0 ? [] : [`${wrong.length} calls of the other tenant failed, such as: ${wrong[0]}`]),
        ...(isMeasured ? slowAnswers({ phase, alone, p99, stallMs }) : []),
        ...tooLarge('API', api, MOST_BYTES * times),
        ...tooLarge('worker', worker, MOST_BYTES * times),
      ],
    };
  });
}

/** Every promise that did not hold in any phase or at the end, as sentences; behind them the causes of failed calls, which are none. */
export function brokenPromises(report: AttackReport, phases: readonly PhaseFigures[]): string[] {
  const { falseBooks, falseLogLines, faults } = report;
  const broken = [
    ...phases.flatMap((figures) => figures.broken.map((sentence) => `${figures.phase}: ${sentence}`)),
    ...[...falseBooks, ...falseLogLines].map((sentence) => `afterwards ${sentence}`),
  ];
  if (broken.length === 0) return [];
  const causes = Object.entries(faults).map(([fault, calls]) => `the log has ${calls} failed calls with ${fault}`);
  return [...broken, ...causes];
}

interface Measured {
  readonly phase: string;
  readonly alone: PhaseFigures['p99'];
  readonly p99: PhaseFigures['p99'];
  readonly stallMs: number;
}

function slowAnswers({ phase, alone, p99, stallMs }: Measured): string[] {
  return [
    ...(phase === ALONE ? [] : slowKinds(phase, alone, p99)),
    ...(stallMs <= MOST_STALL_MS ? [] : [`GET /healthz took ${Math.round(stallMs)} ms`]),
  ];
}

function p99Of(samples: readonly Sample[]): Partial<Record<Kind, number>> {
  const entries = KINDS.map((kind) => [kind, samples.filter((sample) => sample.kind === kind)] as const);
  return Object.fromEntries(
    entries
      .filter(([, ofKind]) => ofKind.length > 0)
      .map(([kind, ofKind]) => [kind, latenciesOf(ofKind.map(({ ms }) => ms)).p99Ms]),
  );
}

function timesOf(alone: PhaseFigures['p99'], p99: PhaseFigures['p99']): PhaseFigures['times'] {
  const largest = (kinds: readonly Kind[]) => {
    const times = kinds.flatMap((kind) => {
      const [before, during] = [alone[kind], p99[kind]];
      return before === undefined || during === undefined ? [] : [during / before];
    });
    return times.length === 0 ? null : Math.max(...times);
  };
  const calls = KINDS.filter((kind) => kind !== 'health' && !kind.endsWith('import'));
  return { calls: largest(calls), imports: largest([SMALL_IMPORT]) };
}

const SMALL_IMPORT = 'small import';

function slowKinds(phase: string, alone: PhaseFigures['p99'], p99: PhaseFigures['p99']): string[] {
  const { mostTimes } = ATTACKS.find(({ name }) => name === phase) ?? {};
  return KINDS.flatMap((kind) => {
    const before = alone[kind];
    const during = p99[kind];
    if (kind === 'health' || before === undefined || during === undefined) return [];
    const floor = FLOOR_MS[kind.endsWith('import') ? 'import' : 'call'];
    const ofAll = Math.max(floor, before * MOST_TIMES);
    const most = kind === SMALL_IMPORT && mostTimes !== undefined ? before * mostTimes : ofAll;
    return during <= most ? [] : [`the p99 of "${kind}" was ${Math.round(during)} ms, alone ${Math.round(before)} ms`];
  });
}

function tooLarge(name: string, bytes: number, most: number): string[] {
  if (bytes <= most) return [];
  return [`the memory of the ${name} was ${Math.round(bytes / MEBIBYTE)} MiB`];
}
