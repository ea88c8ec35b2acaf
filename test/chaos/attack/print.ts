import { brokenPromises } from './judge.ts';
import type { PhaseFigures } from './judge.ts';
import { KINDS } from './other-tenant/kinds.ts';
import type { AttackReport } from './run.ts';

const MEBIBYTE = 1024 * 1024;
const HEADS = ['phase', 'calls', 'slowest s', ...KINDS, 'x calls', 'x small', 'stall ms', 'API MiB', 'worker MiB'];

/** The figures of every phase as a table, and what did not hold. */
export function attackText(run: AttackReport, phases: readonly PhaseFigures[]): string {
  const rows = phases.filter(({ phase }) => !/^(?:start|after )/.test(phase)).map(rowOf);
  const widths = HEADS.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) => cells.map((cell, i) => cell.padStart(widths[i] ?? 0)).join('  ');
  const figures = Object.entries(run.results).map(([name, result]) => `  ${name}: ${figuresText(result.figures)}`);
  const broken = brokenPromises(run, phases);
  return [
    '',
    'p99 of the other tenant in ms, by attack; times as long as alone: the worst kind of call, and imports of 100 rows:',
    line(HEADS),
    ...rows.map(line),
    '',
    ...figures,
    '',
    ...broken.map((sentence) => `BROKEN  ${sentence}`),
    `${broken.length === 0 ? 'held' : `${broken.length} promises broken`}; seed ${run.seed}, ${Math.round(run.seconds)} s, logs in ${run.logs}`,
  ].join('\n');
}

function rowOf({ phase, calls, slowestMs, p99, times, stallMs, apiBytes, workerBytes }: PhaseFigures): string[] {
  return [
    phase,
    String(calls),
    (slowestMs / 1000).toFixed(1),
    ...KINDS.map((kind) => (p99[kind] === undefined ? '-' : String(Math.round(p99[kind])))),
    timesText(times.calls),
    timesText(times.imports),
    String(Math.round(stallMs)),
    String(Math.round(apiBytes / MEBIBYTE)),
    String(Math.round(workerBytes / MEBIBYTE)),
  ];
}

function timesText(times: number | null): string {
  return times === null ? '-' : times.toFixed(1);
}

function figuresText(figures: Readonly<Record<string, number>>): string {
  return Object.entries(figures)
    .map(([name, amount]) => `${name} ${amount.toLocaleString('en')}`)
    .join(', ');
}
