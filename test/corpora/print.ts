import { isRight } from './dialect-score.ts';
import type { Dialect, DialectOutcome, DialectScore } from './dialect-score.ts';
import type { DialectSet } from './dialect-sets.ts';
import type { MeasuredDialects } from './measure-dialects.ts';
import type { PollockScores, PollutedFile } from './measure-pollock.ts';

/** The score of a set of dialects next to the published ones, and each file that was read in another dialect. */
export function dialectText({ name, published }: DialectSet, measured: MeasuredDialects, score: DialectScore): string {
  const { outcomes, leftOut } = measured;
  const { files, read, rightSeparators, right, precision, recall, f1 } = score;
  const counts = `${files} files (${leftOut} left out), ${read} read, ${rightSeparators} with the right separator, ${right} with separator and enclosure`;
  const shares = `precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}, F1 ${f1.toFixed(4)}`;
  const wrong = outcomes.filter((outcome) => !isRight(outcome)).map(wrongLine);
  return [`${name}: ${counts}`, `  ${shares}; published F1: ${publishedText(published, 4)}`, ...wrong].join('\n');
}

/** The scores of Pollock next to the published ones, and the files that score least. */
export function pollockText(measured: readonly PollutedFile[], { simple, weighted }: PollockScores): string {
  const least = [...measured].sort((one, other) => one.score - other.score).slice(0, SHOWN);
  const whole = measured.filter(({ score }) => score === HIGHEST).length;
  return [
    `Pollock: ${measured.length} files, ${whole} read without a fault; simple ${simple.toFixed(3)}, weighted ${weighted.toFixed(3)} of ${HIGHEST}`,
    `  published, without parameters: ${publishedText(PUBLISHED_POLLOCK.sniffed, 3)}`,
    `  published, with the parameters of each file: ${publishedText(PUBLISHED_POLLOCK.told, 3)}`,
    ...least.filter(({ score }) => score < HIGHEST).map(({ file, score }) => `  ${score.toFixed(3)} ${file}`),
  ].join('\n');
}

const SHOWN = 20;
const HIGHEST = 10;

/** Simple scores of the README of Pollock. The second ones know the separator, the enclosure and the columns of each file. */
const PUBLISHED_POLLOCK = {
  sniffed: { Python: 9.721, CleverCSV: 9.193, 'DuckDB (auto)': 9.075 },
  told: { DuckDB: 9.961, SQLite: 9.955, UniVocity: 9.939, Pandas: 9.895 },
};

function publishedText(published: Readonly<Record<string, number>>, decimals: number): string {
  return Object.entries(published)
    .map(([tool, score]) => `${tool} ${score.toFixed(decimals)}`)
    .join(', ');
}

function wrongLine({ file, expected, found }: DialectOutcome): string {
  return `  ${file}: ${found === null ? 'not read' : dialectName(found)} instead of ${dialectName(expected)}`;
}

function dialectName({ separator, enclosure }: Dialect): string {
  return JSON.stringify(separator + enclosure);
}
