import type { Figures, ImportFigures } from './figures.ts';
import type { Part } from './processes.ts';
import { PARTS } from './processes.ts';
import { SMALL_ROWS } from './small-imports.ts';

/** The figures as text for a terminal. */
export function printFigures(figures: Figures): string {
  const { machine, copy, imports, workerRss, smallImports, problems, load } = figures;
  const { settings } = figures;
  const copyCpuOf = (part: Part) => (part === 'postgres' ? (copy.cpuSeconds?.toFixed(1) ?? 'unknown') : '');
  return [
    '',
    `${figures.rows} rows · ${machine.cpu}, ${machine.cores} cores, ${gibibytes(machine.memoryBytes)} GiB · ` +
      `Node ${machine.node}, Postgres ${machine.postgres} · load ${load.before.toFixed(1)} to ${load.after.toFixed(1)}`,
    `RANGE_BYTES=${settings.rangeBytes} CHUNK_ROWS=${settings.chunkRows} WORKER_CONCURRENCY=${settings.workerConcurrency}`,
    '',
    ...table([
      ['', 'rows/s', 'ratio', 'target', '', 'worker MiB', 'API MiB', 'events'],
      ['COPY', rate(copy.rowsPerSecond), '1.000', '', '', '', '', ''],
      ...imports.map(importCells),
    ]),
    '',
    `Worker memory: ${workerPeak(workerRss)}`,
    `${SMALL_ROWS} rows inline, ${smallImports.count} times: p50 ${smallImports.p50Ms.toFixed(0)} ms, ` +
      `slowest ${smallImports.maxMs.toFixed(0)} ms from POST to finished`,
    '',
    'Where the time goes (seconds; busy is the sum over activities that run side by side):',
    ...table([['', 'activity', 'count', 'span', 'busy', 'waited'], ...imports.flatMap(activityCells)]),
    '',
    'Processor seconds:',
    ...table([['', ...PARTS], ['COPY', ...PARTS.map(copyCpuOf)], ...imports.map(cpuCells)]),
    '',
    problems.length === 0 ? 'Every counter and value is exactly right.' : problems.join('\n'),
  ].join('\n');
}

function importCells({ name, target, ratioToCopy, ...figures }: ImportFigures): string[] {
  const verdict = target === null ? '' : verdictOf(ratioToCopy >= target);
  return [
    name,
    rate(figures.rowsPerSecond),
    ratioToCopy.toFixed(3),
    target?.toFixed(2) ?? '',
    verdict,
    mebibytes(figures.peakRssBytes?.worker),
    mebibytes(figures.peakRssBytes?.api),
    String(figures.temporalEvents),
  ];
}

function activityCells({ name, activities }: ImportFigures): string[][] {
  return activities.map(({ activity, count, span, busy, waited }) => [
    name,
    activity,
    String(count),
    span.toFixed(2),
    busy.toFixed(2),
    waited.toFixed(2),
  ]);
}

function cpuCells({ name, cpuSeconds }: ImportFigures): string[] {
  return [name, ...PARTS.map((part) => cpuSeconds?.[part].toFixed(1) ?? 'unknown')];
}

function workerPeak({ peakBytes, targetBytes }: Figures['workerRss']): string {
  if (peakBytes === null) return 'not measured, since this system has no /proc';
  return `${mebibytes(peakBytes)} of at most ${mebibytes(targetBytes)} MiB: ${verdictOf(peakBytes <= targetBytes)}`;
}

function verdictOf(isReached: boolean): string {
  return isReached ? 'reached' : 'SHORT';
}

function rate(rowsPerSecond: number): string {
  return String(Math.round(rowsPerSecond));
}

function mebibytes(bytes: number | undefined): string {
  return bytes === undefined ? 'unknown' : String(Math.round(bytes / 2 ** 20));
}

function gibibytes(bytes: number): string {
  return (bytes / 2 ** 30).toFixed(1);
}

/** Words stand left, numbers right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>((most, row) => row.map((cell, at) => Math.max(cell.length, most[at] ?? 0)), []);
  return rows.map((row) =>
    row
      .map((cell, at) => (/^[\d.]+$/.test(cell) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
