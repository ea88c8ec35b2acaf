import type { Figures } from './figures.ts';
import type { Played } from './run.ts';

/** One line for a scenario that held; the broken promises of one that did not. */
export function playedText({ name, seconds, skipped, broken }: Played, title: string): string {
  const time = `${seconds.toFixed(1)} s`.padStart(8);
  if (skipped !== null) return `skipped ${time}  ${name}: ${skipped}`;
  if (broken === null) return `held    ${time}  ${name}: ${title}`;
  return `BROKEN  ${time}  ${name}: ${title}\n${broken.replace(/^/gm, '    ')}`;
}

/** The figures of a run, and how many scenarios held. */
export function figuresText(figures: Figures, played: readonly Played[]): string {
  const entries = figures.entries();
  const seconds = played.reduce((sum, one) => sum + one.seconds, 0);
  const kills = figures.of('kill -9 of a worker');
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  const lines = entries.map(([name, amount]) => `  ${name.padEnd(width)}  ${amount.toLocaleString('en')}`);
  const count = (isOne: (one: Played) => boolean) => played.filter(isOne).length;
  const ends = `${count((one) => one.broken === null && one.skipped === null)} held, ${count((one) => one.broken !== null)} broken, ${count((one) => one.skipped !== null)} skipped`;
  return ['', ...lines, '', `Kills of workers: ${kills}. Scenarios: ${ends}. ${Math.round(seconds)} s.`].join('\n');
}
