import { failedLine } from '../../csv/failed-log.ts';
import { readTexts } from '../../csv/read-range.ts';
import type { FailedLogPart } from '../../db/imports/failed-log-part.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import type { FileStore } from '../../files/file-store.ts';
import { sourceKey } from '../../files/source-key.ts';

/** Adds rows of a range to the failed log, all with the same reason, as they stand in the source. */
export async function logRows(
  log: FailedLogPart,
  { files, record }: { files: FileStore; record: ImportRecord },
  range: { readonly start: number; readonly end: number; readonly firstRow: number },
  choice: { reason: string; signal: AbortSignal; wanted: (rowNumber: number) => boolean },
): Promise<void> {
  const { wanted, reason, signal } = choice;
  const format = record.options.file_format;
  const source = files.read(sourceKey(record), { start: range.start, end: range.end }, signal);
  for await (const rows of readTexts(source, format, { firstRow: range.firstRow, signal })) {
    log.add(
      rows
        .filter(({ rowNumber }) => wanted(rowNumber))
        .map(({ rowNumber, text }) => failedLine({ rowNumber, text: text() }, reason, format)),
    );
    if (log.isFull) await log.flush();
  }
}
