import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { readFileAsTable } from './read-file.ts';
import { compareTables, sumOf } from './table-score.ts';
import type { Rows } from './table-score.ts';

/** A polluted file, and what its reading scores: 0 to 10, of which 1 is for being read at all. */
export interface PollutedFile {
  readonly file: string;
  readonly score: number;
}

/** Reads each polluted file in the copy of Pollock without its parameters, and compares it with its clean version. */
export async function measurePollock(repository: string): Promise<PollutedFile[]> {
  const folder = join(repository, 'polluted_files');
  const measured: PollutedFile[] = [];
  for (const file of (await readdir(join(folder, 'csv'))).sort()) {
    const clean: string[][] = parse(await readFile(join(folder, 'clean', file)), { relaxColumnCount: true });
    const found = await readRows(join(folder, 'csv', file));
    measured.push({ file, score: found === null ? 0 : 1 + sumOf(compareTables(clean, found)) });
  }
  return measured;
}

/** The mean score of the files, and the mean weighted by how common each pollution is in files of open data. */
export interface PollockScores {
  readonly simple: number;
  readonly weighted: number;
}

/** Means the scores of the files. `weights` are those of pollock_weights.json. */
export function pollockScores(
  measured: readonly PollutedFile[],
  weights: Readonly<Record<string, number>>,
): PollockScores {
  const total = (weightOf: (file: string) => number) =>
    measured.reduce((sum, { file, score }) => sum + weightOf(file) * score, 0) /
    measured.reduce((sum, { file }) => sum + weightOf(file), 0);
  return { simple: total(() => 1), weighted: total((file) => weights[file] ?? 0) };
}

/** The header and the rows that are sound; null when the file is no table. */
async function readRows(path: string): Promise<Rows | null> {
  const { format, columns, rows, unreadable } = await readFileAsTable(path);
  if (unreadable !== null) return null;
  const header = format.csv_has_headers ? [columns.map(({ name }) => name ?? '')] : [];
  return [...header, ...rows.filter(({ error }) => error === null).map(({ fields }) => fields)];
}
