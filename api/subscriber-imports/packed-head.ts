import type { FastifyInstance } from 'fastify';
import { readSourceHead } from '../../engine/analysis/source-head.ts';
import type { SourceHead } from '../../engine/analysis/source-head.ts';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { ValidationFailed } from '../../engine/platform/errors.ts';
import { inMemory } from '../../engine/workbooks/random-file.ts';
import type { RandomFile } from '../../engine/workbooks/random-file.ts';

/** Owner of the packed file that is analyzed, and the sheet of a workbook. */
export interface Packing {
  /** The organization. */
  readonly owner: number;
  readonly sheet: string | number | null;
}

/**
 * Reads the beginning of the table in a ZIP archive or workbook, with a sheet as it is imported with the default format.
 * @throws ValidationFailed when that takes too long; UnreadablePacked
 */
export async function readPackedHead(app: FastifyInstance, file: RandomFile, packing: Packing): Promise<SourceHead> {
  const signal = AbortSignal.timeout(BOUNDS.analysisTime.max);
  const marks = { csv_field_separator: ',', csv_field_enclosure: '"' } as const;
  try {
    return await app.unpackThreads.unpack(
      file,
      { ...packing, marks, columns: null, maxBytes: app.config.uploadBytes },
      async ({ workbook, entry, content }) => ({
        ...(await readSourceHead(content, null)),
        ...(workbook !== null && { workbook }),
        ...(entry !== null && { entry }),
      }),
      signal,
    );
  } catch (error) {
    if (!signal.aborted) throw error;
    const seconds = BOUNDS.analysisTime.max / 1000;
    throw new ValidationFailed(
      `file_source: the beginning of the table could not be unpacked within ${seconds} s: send the column_mapping and the file_format`,
    );
  }
}

/** Reads the same of a URL: a packed file is read from its end, so it is downloaded as a whole. */
export async function readPackedUrl(
  app: FastifyInstance,
  body: AsyncIterable<Uint8Array>,
  packing: Packing,
): Promise<SourceHead> {
  const most = BOUNDS.analyzedPackedBytes.max;
  const { bytes, isWhole } = await readSourceHead(body, null, most);
  if (!isWhole) {
    throw new ValidationFailed(
      `file_source: a ZIP archive or workbook of more than ${most / 1024 ** 2} MiB is not analyzed from a URL: send it as an upload, or send the column_mapping and the file_format`,
    );
  }
  return readPackedHead(app, inMemory(bytes), packing);
}
