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
const CHUNK_EVENTS = 8;
const LARGE_EVENTS = 25;

/** Everything that was measured and has a goal. */
export function goalsOf(
  measured: Measured,
  imports: readonly ImportFigures[],
  { rows, growth }: BenchArguments,
  chunkRows: number,
): Goal[] {
  const { log, small, clients, manners, commands, deletion, export: exported, sharing } = measured;
  const largest = measured.growth ?? undefined;
  const peaks = imports.flatMap(({ peakRssBytes }) => peakRssBytes ?? []);
  const peak = (part: 'worker' | 'api') =>
    Math.max(...peaks.map((bytes) => bytes[part]), largest?.usage?.[part]?.peakRssBytes ?? 0) / MEGABYTE;
  const rate = rows / (imports[0]?.seconds ?? NaN);
  const chunks = Math.ceil(rows / chunkRows);
  const latency = (figure: string, { p99Ms }: Latencies, atMost: number): Goal => ({
    ...{ figure: `${figure}, p99`, measured: p99Ms, unit: 'ms', atMost },
  });
  const unhindered = ({ refusal, detail, byEmail, update }: Manners) =>
    Object.entries({ refusal, detail, byEmail, update }).map(([call, { p99Ms }]) => ({
      ...{ figure: `with nothing else running: ${call}, p99`, measured: p99Ms, unit: 'ms' },
    }));
  const others = (job: string, watched: Manners) => [
    { figure: `during ${job}: a refused call, p99`, measured: watched.refusal.p99Ms, unit: 'ms' },
    latency(`during ${job}: GET an import`, watched.detail, 60),
    latency(`during ${job}: GET a subscriber by email`, watched.byEmail, 25),
    latency(`during ${job}: update of a subscriber`, watched.update, 50),
    { figure: `during ${job}: oldest transaction`, measured: watched.oldestTransactionSeconds, unit: 's', atMost: 10 },
  ];
  return [
    ...imports.map(({ name, ratioToCopy, target }) => ({
      ...{ figure: `import, ${name}`, measured: ratioToCopy, unit: 'of COPY', atLeast: target },
    })),
    ...(largest === undefined || growth === null
      ? []
      : [
          {
            figure: `rows/s at ${growth} rows`,
            measured: growth / largest.seconds / rate,
            unit: 'of those',
            atLeast: 0.85,
          },
        ]),
    ...(peaks.length === 0
      ? []
      : [
          { figure: 'memory of the worker', measured: peak('worker'), unit: 'MB', atMost: 256 },
          { figure: 'memory of the API', measured: peak('api'), unit: 'MB', atMost: 200 },
        ]),
    {
      ...{ figure: `Temporal events of an import of ${chunks} chunks`, unit: 'events' },
      measured: Math.max(...imports.map(({ temporalEvents }) => temporalEvents)),
      atMost: LARGE_EVENTS + CHUNK_EVENTS * chunks,
    },
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
            atLeast: 20,
          },
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
    ...(manners === null ? [] : [...unhindered(manners.alone), ...others('an import', manners.during)]),
    ...(deletion === null
      ? []
      : [
          {
            ...{ figure: 'deletion of a list', unit: 'of one DELETE', atLeast: 0.5 },
            measured: deletion.bareSeconds / deletion.seconds,
          },
          ...others('a deletion', deletion.manners),
        ]),
    ...(log === null
      ? []
      : [
          {
            figure: `GET a log of ${log.addresses} addresses`,
            measured: log.megabytesPerSecond,
            unit: 'MB/s',
            atLeast: 50,
          },
        ]),
    ...Object.entries(sharing?.ratios ?? {}).map(([size, ratio]) => ({
      ...{ figure: `import of ${size} rows next to ${LARGE_IMPORTS} of another organization`, measured: ratio },
      ...{ unit: 'times alone', atMost: 5 },
    })),
  ];
}
