import type { Figures, ImportFigures } from './figures.ts';
import type { Transaction } from './manners.ts';
import type { Part } from './processes.ts';
import { PARTS } from './processes.ts';

/** The figures as text for a terminal. */
export function printFigures(figures: Figures): string {
  const { machine, copy, imports, settings, goals, parts, problems, load } = figures;
  const { growth } = parts;
  const timed = [...imports, ...(growth ?? []).map(({ history, rows }) => ({ ...history, name: `new, ${rows}` }))];
  const copyCpuOf = (part: Part) => (part === 'postgres' ? (copy.cpuSeconds?.toFixed(1) ?? 'unknown') : '');
  return [
    '',
    `${figures.rows} rows · ${machine.cpu}, ${machine.cores} cores, ${gibibytes(machine.memoryBytes)} GiB · ` +
      `Node ${machine.node}, Postgres ${machine.postgres} · load ${load.before.toFixed(1)} to ${load.after.toFixed(1)}`,
    `RANGE_BYTES=${settings.rangeBytes} CHUNK_ROWS=${settings.chunkRows} WORKER_CONCURRENCY=${settings.workerConcurrency}`,
    '',
    ...table([
      ['', 'rows/s', 'ratio', 'spread', 'worker MiB', 'API MiB', 'events'],
      ['COPY', rate(copy.rowsPerSecond), '1.000', '', '', '', ''],
      ...imports.map(importCells),
    ]),
    '',
    ...table([['figure', 'measured', '', 'to reach', ''], ...goals.map(goalCells)]),
    '',
    'Where the time goes (seconds; busy is the sum over activities that run side by side):',
    ...table([['', 'activity', 'count', 'span', 'busy', 'waited'], ...timed.flatMap(activityCells)]),
    '',
    'Processor seconds:',
    ...table([['', ...PARTS], ['COPY', ...PARTS.map(copyCpuOf)], ...imports.map(cpuCells)]),
    ...smallCpu(parts.clients),
    ...oldestTransactions(parts),
    '',
    problems.length === 0 ? 'Every counter and value is exactly right.' : problems.join('\n'),
  ].join('\n');
}

function importCells({ name, ratioToCopy, ratioSpread, ...figures }: ImportFigures): string[] {
  return [
    name,
    rate(figures.rowsPerSecond),
    ratioToCopy.toFixed(3),
    ratioSpread.map((ratio) => ratio.toFixed(3)).join(' to '),
    mebibytes(figures.peakRssBytes?.worker),
    mebibytes(figures.peakRssBytes?.api),
    String(figures.temporalEvents),
  ];
}

function activityCells({ name, activities }: Pick<ImportFigures, 'activities'> & { name: string }): string[][] {
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

function goalCells({ figure, measured, unit, atLeast, atMost, isReached }: Figures['goals'][number]): string[] {
  const digits = measured < 10 ? 3 : 0;
  if (atLeast === undefined && atMost === undefined) return [figure, measured.toFixed(digits), unit, '', ''];
  const toReach = atLeast === undefined ? `<= ${atMost}` : `>= ${atLeast}`;
  return [figure, measured.toFixed(digits), unit, toReach, isReached ? 'reached' : 'SHORT'];
}

function smallCpu(clients: Figures['parts']['clients']): string[] {
  if (clients?.cpuMs == null) return [];
  const each = Object.entries(clients.cpuMs).map(([part, milliseconds]) => `${part} ${milliseconds.toFixed(0)}`);
  return ['', `Processor milliseconds of each import of ${clients.clients} clients: ${each.join(', ')}`];
}

function oldestTransactions({ manners, deletion }: Figures['parts']): string[] {
  const watched = { 'an import': manners?.during, 'a deletion': deletion?.manners };
  const lines = Object.entries(watched).flatMap(([job, figures]) =>
    figures === undefined ? [] : [`Oldest transaction during ${job}: ${described(figures.oldestTransaction)}`],
  );
  return lines.length === 0 ? [] : ['', ...lines];
}

function described({ seconds, statement, waits }: Transaction): string {
  return `${seconds.toFixed(2)} s, in "${statement}", which waited for ${waits ?? 'nothing'}`;
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
