import type { PoolClient } from 'pg';
import { compileCorrectedRow } from '../../csv/corrected-row.ts';
import { failedLine } from '../../csv/failed-log.ts';
import { readTexts } from '../../csv/read-range.ts';
import { readTakenCorrections } from '../../db/corrections/taken-corrections.ts';
import type { FailedLogPart } from '../../db/imports/failed-log-part.ts';
import type { ScannedRange } from '../../db/imports/ledger.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import type { FileStore } from '../../files/file-store.ts';
import { sourceKey } from '../../files/source-key.ts';

/** Adds rows of a range to the failed log, all with the same reason, as they stand in the source or were corrected. */
export async function logRows(
  log: FailedLogPart,
  { client, files, record }: { client: PoolClient; files: FileStore; record: ImportRecord },
  range: ScannedRange,
  choice: { reason: string; signal: AbortSignal; wanted: (rowNumber: number) => boolean },
): Promise<void> {
  const { wanted, reason, signal } = choice;
  const format = record.options.file_format;
  const corrections = await readTakenCorrections(client, record, range);
  const correctedRow = compileCorrectedRow(format);
  const source = files.read(sourceKey(record), { start: range.start, end: range.end }, signal);
  for await (const rows of readTexts(source, format, { firstRow: range.firstRow, signal })) {
    log.add(
      rows
        .filter(({ rowNumber }) => wanted(rowNumber))
        .map(({ rowNumber, text }) => {
          const cells = corrections.get(rowNumber);
          const own = cells === undefined ? text() : correctedRow(rowNumber, cells).text();
          return failedLine({ rowNumber, text: own }, reason, format);
        }),
    );
    if (log.isFull) await log.flush();
  }
}
