import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand, say } from '../bench/command.ts';
import { parseArguments } from './arguments.ts';
import type { CorporaArguments } from './arguments.ts';
import { scoreOf } from './dialect-score.ts';
import { DIALECT_SETS } from './dialect-sets.ts';
import { measureDialects } from './measure-dialects.ts';
import { measurePollock, pollockScores } from './measure-pollock.ts';
import { dialectText, pollockText } from './print.ts';
import { copyOf, CSV_SNIFFER, POLLOCK } from './repositories.ts';
import type { Repository } from './repositories.ts';

/**
 * `npm run corpora`: measures how well an analysis reads files whose dialect was found by hand, and prints the scores next to published
 * ones. Ends with 1 when a score is below its floor or no set could be had. The sets are fetched into the cache folder, or read from
 * `--data DIR`; none of them is part of this repository.
 */
async function main(): Promise<void> {
  const args = parseArguments(process.argv.slice(2), process.env);
  const measured = [await inCopyOf(CSV_SNIFFER, args, measureSets), await inCopyOf(POLLOCK, args, measurePolluted)];
  const problems = measured.flatMap((found) => found ?? []);
  if (measured.every((found) => found === null)) problems.push('No set could be had.');
  for (const problem of problems) say(`\nFAILED: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

/** Measures the sets of a repository. @returns a sentence for each score below its floor; null when the sets cannot be had */
async function inCopyOf(
  repository: Repository,
  args: CorporaArguments,
  measure: (folder: string) => Promise<string[]>,
): Promise<string[] | null> {
  const copy = await copyOf(repository, args);
  if ('folder' in copy) return measure(copy.folder);
  say(`SKIPPED: the sets of ${repository.name}: ${copy.missing}\n`);
  return null;
}

async function measureSets(folder: string): Promise<string[]> {
  const problems: string[] = [];
  for (const set of DIALECT_SETS) {
    const measured = await measureDialects(folder, set);
    const score = scoreOf(measured.outcomes);
    say(`${dialectText(set, measured, score)}\n`);
    const wrong = score.files - score.right;
    if (wrong > set.mostWrong)
      problems.push(`${wrong} files of ${set.name} are wrong, at most ${set.mostWrong} may be.`);
  }
  return problems;
}

/** The simple score, rounded to three decimals. */
const POLLOCK_FLOOR = 9.958;

async function measurePolluted(folder: string): Promise<string[]> {
  const weights: Record<string, number> = JSON.parse(await readFile(join(folder, 'pollock_weights.json'), 'utf8'));
  const measured = await measurePollock(folder);
  const scores = pollockScores(measured, weights);
  say(pollockText(measured, scores));
  const simple = scores.simple.toFixed(3);
  return Number(simple) >= POLLOCK_FLOOR ? [] : [`Pollock is ${simple}, and must be at least ${POLLOCK_FLOOR}.`];
}

runCommand(main);
