import type { BenchArguments } from './arguments.ts';
import type { Measured } from './bench.ts';
import type { ImportFigures } from './figures.ts';
import type { Latencies } from './latencies.ts';
import type { Manners } from './manners.ts';
import { LARGE_IMPORTS } from './sharing.ts';
import { SMALL_ROWS } from './small-imports.ts';

/** A figure beside what it is to reach. */
export interface Goal {
  readonly figure: string;
  readonly measured: number;
  readonly unit: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** Whether a figure reaches its goal. */
export function isReached({ measured, atLeast = -Infinity, atMost = Infinity }: Goal): boolean {
  return measured >= atLeast && measured <= atMost;
}

const MEGABYTE = 1e6;
/** Of Temporal: for so many rows, and for the whole import. */
const EVENTS = { rows: 20_000, forRows: 8, forImport: 25 };
/** Processor time of small imports is counted in COPYs of so many rows. */
const UNIT_ROWS = 1000;

/** Everything that was measured and has a goal. */
export function goalsOf(
  measured: Measured,
  imports: readonly ImportFigures[],
  { rows }: BenchArguments,
  copyCpuSeconds: number | null,
): Goal[] {
  const { log, small, clients, manners, commands, deletion, rules, export: exported, sharing } = measured;
  const unitMs = copyCpuSeconds === null ? null : (copyCpuSeconds / rows) * UNIT_ROWS * 1000;
  const smallCpuMs = Object.values(clients?.cpuMs ?? {}).reduce((sum, milliseconds) => sum + milliseconds, 0);
  const growth = measured.growth ?? [];
  const peaks = imports.flatMap(({ peakRssBytes }) => peakRssBytes ?? []);
  const peak = (part: 'worker' | 'api') =>
    Math.max(...peaks.map((bytes) => bytes[part]), ...growth.map(({ usage }) => usage?.[part]?.peakRssBytes ?? 0)) /
    MEGABYTE;
  const rate = rows / (imports[0]?.seconds ?? NaN);
  const latency = (figure: string, { p99Ms }: Latencies, atMost: number): Goal => ({
    ...{ figure: `${figure}, p99`, measured: p99Ms, unit: 'ms', atMost },
  });
  const unhindered = ({ refusal, detail, byEmail, update }: Manners) =>
    Object.entries({ refusal, detail, byEmail, update }).map(([call, { p99Ms }]) => ({
      ...{ figure: `with nothing else running: ${call}, p99`, measured: p99Ms, unit: 'ms' },
    }));
  const others = (job: string, watched: Manners, alone: Manners | undefined, times: number): Goal[] => [
    ...(alone === undefined ? [] : compared(job, watched, alone, times)),
    { figure: `during ${job}: slowest update`, measured: watched.update.maxMs, unit: 'ms', atMost: 1000 },
    { figure: `during ${job}: oldest transaction`, measured: watched.oldestTransaction.seconds, unit: 's', atMost: 1 },
  ];
  return [
    ...imports.map(({ name, ratioToCopy, target }) => ({
      ...{ figure: `import, ${name}`, measured: ratioToCopy, unit: 'of COPY', atLeast: target },
    })),
    ...growth.flatMap(({ rows: more, seconds, oldestTransaction }, index) => {
      const { rows: fewer, rate: rateOfFewer } = index === 0 ? { rows, rate } : rateOf(growth[index - 1]);
      return [
        {
          ...{ figure: `rows/s at ${more} rows`, unit: `of those at ${fewer}`, atLeast: 0.85 },
          measured: more / seconds / rateOfFewer,
        },
        {
          ...{ figure: `oldest transaction at ${more} rows`, unit: 's', atMost: 1 },
          measured: oldestTransaction.seconds,
        },
      ];
    }),
    ...(rules === null
      ? []
      : [
          {
            ...{ figure: 'import with rules of columns', unit: 'of a plain one', atLeast: 0.85 },
            measured: rules.plainSeconds / rules.ruleSeconds,
          },
        ]),
    ...(peaks.length === 0
      ? []
      : [
          { figure: 'memory of the worker', measured: peak('worker'), unit: 'MB', atMost: 256 },
          { figure: 'memory of the API', measured: peak('api'), unit: 'MB', atMost: 200 },
        ]),
    {
      ...{ figure: 'Temporal events of an import', unit: 'events' },
      measured: Math.max(...imports.map(({ temporalEvents }) => temporalEvents)),
      atMost: EVENTS.forImport + EVENTS.forRows * Math.ceil(rows / EVENTS.rows),
    },
    ...imports.flatMap(({ name, cpuSeconds }) => (cpuSeconds === null ? [] : [temporalShare(name, cpuSeconds)])),
    ...(small === null
      ? []
      : [
          { figure: `import of ${SMALL_ROWS} rows, p50`, measured: small.latencies.p50Ms, unit: 'ms', atMost: 300 },
          { figure: `its Temporal events`, measured: small.events, unit: 'events', atMost: 40 },
        ]),
    ...(clients === null
      ? []
      : [
          {
            figure: `such imports of ${clients.clients} clients`,
            measured: clients.importsPerSecond,
            unit: '/s',
          },
          ...(small === null
            ? []
            : [
                {
                  figure: `rate of ${clients.clients} clients`,
                  measured: (clients.importsPerSecond * small.latencies.p50Ms) / 1000,
                  unit: 'of one',
                  atLeast: 1.6,
                },
              ]),
          ...(clients.cpuMs === null || unitMs === null
            ? []
            : [
                {
                  figure: `processor time of such an import`,
                  measured: smallCpuMs / unitMs,
                  unit: `COPYs of ${UNIT_ROWS} rows`,
                  atMost: 8,
                },
              ]),
        ]),
    ...(commands === null
      ? []
      : [
          latency('pause of a large import', commands.pause, 1000),
          latency('cancel of a large import', commands.cancel, 1000),
        ]),
    ...(exported === null
      ? []
      : [
          {
            ...{ figure: 'export of a list', unit: 'of COPY to stdout', atLeast: 0.5 },
            measured: exported.copySeconds / exported.seconds,
          },
          {
            ...{ figure: 'export of a list', unit: 'of an ordered one' },
            measured: exported.orderedCopySeconds / exported.seconds,
          },
          { figure: 'download of its file', measured: exported.megabytesPerSecond, unit: 'MB/s', atLeast: 50 },
        ]),
    ...(manners === null
      ? []
      : [...unhindered(manners.alone), ...others('an import', manners.during, manners.alone, 3)]),
    ...(deletion === null
      ? []
      : [
          {
            ...{ figure: 'deletion of a list', unit: 'of one DELETE', atLeast: 0.6 },
            measured: deletion.bareSeconds / deletion.seconds,
          },
          ...others('a deletion', deletion.manners, manners?.alone, 2),
        ]),
    ...(log === null
      ? []
      : [
          {
            figure: `GET a log of ${log.addresses} addresses`,
            measured: log.megabytesPerSecond,
            unit: 'MB/s',
            atLeast: 100,
          },
        ]),
    ...Object.entries(sharing?.ratios ?? {}).map(([size, ratio]) => ({
      ...{ figure: `import of ${size} rows next to ${LARGE_IMPORTS} of another organization`, measured: ratio },
      ...{ unit: 'times alone', atMost: 5 },
    })),
  ];
}

function rateOf(sample: { readonly rows: number; readonly seconds: number } | undefined) {
  return { rows: sample?.rows ?? NaN, rate: (sample?.rows ?? NaN) / (sample?.seconds ?? NaN) };
}

/** Compares p99 latencies during a job with those without a job; the goal is a ratio of at most `atMost`. */
function compared(job: string, watched: Manners, alone: Manners, atMost: number): Goal[] {
  const times = ({ p99Ms }: Latencies, { p99Ms: aloneMs }: Latencies) => p99Ms / aloneMs;
  return [
    { figure: `during ${job}: a refused call, p99`, measured: times(watched.refusal, alone.refusal) },
    { figure: `during ${job}: GET an import, p99`, measured: times(watched.detail, alone.detail) },
    { figure: `during ${job}: GET a subscriber by email, p99`, measured: times(watched.byEmail, alone.byEmail) },
    { figure: `during ${job}: update of a subscriber, p99`, measured: times(watched.update, alone.update) },
  ].map((goal) => ({ ...goal, unit: 'times alone', atMost }));
}

function temporalShare(name: string, cpuSeconds: NonNullable<ImportFigures['cpuSeconds']>): Goal {
  const all = Object.values(cpuSeconds).reduce((sum, seconds) => sum + seconds, 0);
  return {
    ...{ figure: `Temporal's processor time, ${name}`, unit: 'of all', atMost: 0.04 },
    measured: cpuSeconds.temporal / all,
  };
}
