import type { FastifyInstance } from 'fastify';
import { readSourceHead } from '../../engine/analysis/source-head.ts';
import type { SourceHead } from '../../engine/analysis/source-head.ts';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { ValidationFailed } from '../../engine/platform/errors.ts';
import { readAddresses } from '../../engine/values/addresses-in-text.ts';
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
  try {
    const head = await unpackHead(app, file, packing, signal);
    return packing.sheet === null ? await withAddressSheet(app, file, { head, packing, signal }) : head;
  } catch (error) {
    if (!signal.aborted) throw error;
    const seconds = BOUNDS.analysisTime.max / 1000;
    throw new ValidationFailed(
      `file_source: the beginning of the table could not be unpacked within ${seconds} s: send the column_mapping and the file_format`,
    );
  }
}

const MARKS = { csv_field_separator: ',', csv_field_enclosure: '"' } as const;

function unpackHead(
  app: FastifyInstance,
  file: RandomFile,
  packing: Packing,
  signal: AbortSignal,
  maxBytes?: number,
): Promise<SourceHead> {
  return app.unpackThreads.unpack(
    file,
    { ...packing, marks: MARKS, columns: null, maxBytes: app.config.uploadBytes },
    async ({ workbook, entry, content }) => ({
      ...(await readSourceHead(content, null, maxBytes)),
      ...(workbook !== null && { workbook }),
      ...(entry !== null && { entry }),
    }),
    signal,
  );
}

/** Fewer addresses than that may be those of a cover sheet. */
const FEW_ADDRESSES = 3;
/** Other sheets of which the beginning is read, and so many bytes of it. */
const OTHER_SHEETS = 5;
const BEGINNING_BYTES = 16_384;

/** Adds the name of the sheet that has the addresses, where the first one has next to none; as far as there is time. */
async function withAddressSheet(
  app: FastifyInstance,
  file: RandomFile,
  { head, packing, signal }: { head: SourceHead; packing: Packing; signal: AbortSignal },
): Promise<SourceHead> {
  const { workbook } = head;
  const found = addressesIn(head);
  if (workbook === undefined || found >= FEW_ADDRESSES) return head;
  const others = workbook.sheets.filter(({ name }) => name !== workbook.sheet.name).slice(0, OTHER_SHEETS);
  for (const { name: sheet } of others) {
    const other = await unpackHead(app, file, { ...packing, sheet }, signal, BEGINNING_BYTES).catch(() => null);
    if (other === null) return head;
    if (addressesIn(other) > found) return { ...head, workbook: { ...workbook, addressSheet: sheet } };
  }
  return head;
}

function addressesIn({ bytes }: SourceHead): number {
  return readAddresses(bytes.toString('utf8', 0, BEGINNING_BYTES)).length;
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
