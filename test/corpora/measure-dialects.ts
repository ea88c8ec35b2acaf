import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readAnnotations } from './annotations.ts';
import type { Dialect, DialectOutcome } from './dialect-score.ts';
import type { DialectSet } from './dialect-sets.ts';
import { readFileAsTable } from './read-file.ts';

/** The files of a set as they were read. */
export interface MeasuredDialects {
  readonly outcomes: readonly DialectOutcome[];
  /** Files of 4 MiB and more, which are left out: some copies of the sets lack them, and an analysis reads 1 MiB of any file. */
  readonly leftOut: number;
}

const MOST_BYTES = 4 * 1024 * 1024;

/** Reads each annotated file of a set in the copy of CSVsniffer. @throws Error when an annotation has a dialect without a meaning */
export async function measureDialects(repository: string, set: DialectSet): Promise<MeasuredDialects> {
  const text = await readFile(join(repository, 'python', 'ground truth', set.annotations), 'utf8');
  const outcomes: DialectOutcome[] = [];
  let leftOut = 0;
  for (const { file, dialect } of readAnnotations(text)) {
    const path = join(repository, set.folder, file);
    const bytes = await stat(path).then(
      ({ size }) => size,
      () => null,
    );
    if (bytes === null || bytes >= MOST_BYTES) leftOut += 1;
    else outcomes.push({ file, expected: dialect, found: await detect(path) });
  }
  return { outcomes, leftOut };
}

async function detect(path: string): Promise<Dialect | null> {
  const { format, unreadable, firstRecords } = await readFileAsTable(path);
  if (unreadable !== null || firstRecords.length === 0) return null;
  return { separator: format.csv_field_separator, enclosure: format.csv_field_enclosure };
}
