import { buffer } from 'node:stream/consumers';
import { inMemory } from '../../../engine/workbooks/random-file.ts';
import { unpack } from '../../../engine/workbooks/unpack.ts';
import type { UnpackOptions } from '../../../engine/workbooks/unpack.ts';

export const OPTIONS: UnpackOptions = {
  sheet: null,
  columns: null,
  marks: { csv_field_separator: ',', csv_field_enclosure: '"' },
  maxBytes: 1e9,
};

/** Reads a workbook or archive as the text that an import reads. */
export async function readWorkbook(file: Buffer, options: Partial<UnpackOptions> = {}): Promise<string> {
  const { content } = await unpack(inMemory(file), { ...OPTIONS, ...options });
  return (await buffer(content)).toString();
}
