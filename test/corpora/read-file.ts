import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { readSourceHead } from '../../engine/analysis/source-head.ts';
import { readSourceTable } from '../../engine/analysis/source-table.ts';
import type { SourceTable } from '../../engine/analysis/source-table.ts';

/** Reads a file as an analysis does of which a client says nothing: no separator, enclosure, encoding, header or lines to skip. */
export async function readFileAsTable(file: string): Promise<SourceTable> {
  const { size } = await stat(file);
  const head = await readSourceHead(createReadStream(file), size);
  return readSourceTable(head, { sentFormat: {}, entries: [] });
}
