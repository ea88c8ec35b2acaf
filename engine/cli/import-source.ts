import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { readSourceHead } from '../analysis/source-head.ts';
import { BOUNDS } from '../domain/bounds.ts';
import { GZIP_HEAD_BYTES, isGzip } from '../files/unpack-gzip.ts';
import { SluiceError } from '../platform/errors.ts';
import { WrongUsage } from './arguments.ts';
import type { UploadTarget } from './upload-file.ts';

/** The file of an import as a call names it. */
export interface ImportSource {
  readonly fileSource:
    { readonly type: 'json'; readonly content: string } | { readonly type: 'upload'; readonly id: string };
  /** To be called when the import was created: until then the same file is not sent again. */
  readonly done: () => Promise<void>;
}

/** Larger files are sent as uploads, which continue after a break. */
const INLINE_BYTES = 8 * 1024 * 1024;
/** What a call has in addition to the content. */
const OTHER_BYTES = 64 * 1024;

/**
 * The source of an import from a CSV file. A small file in UTF-8 is the content of the call; a larger one, or one that is
 * compressed with gzip, is sent as an upload.
 * @throws SluiceError when the file cannot be read, or the service refuses it
 */
export async function readImportSource(
  file: string,
  { target, maxBodyBytes }: { readonly target: UploadTarget; readonly maxBodyBytes: number },
): Promise<ImportSource> {
  const content = await readInline(file, Math.min(INLINE_BYTES, maxBodyBytes - OTHER_BYTES));
  if (content !== null) return { fileSource: { type: 'json', content }, done: () => Promise.resolve() };
  // Its HTTP client takes longer to load than the rest of the verb.
  const { uploadFile } = await import('./upload-file.ts');
  const { id, forget } = await uploadFile(target, file);
  return { fileSource: { type: 'upload', id }, done: forget };
}

/** The text of a file whose JSON has at most `maxBytes`; null for other files. @throws SluiceError when it is not UTF-8 */
async function readInline(file: string, maxBytes: number): Promise<string | null> {
  const bytes = await readable(async () => {
    const { size } = await stat(file);
    return size > maxBytes || (await isPacked(file)) ? null : readFile(file);
  });
  if (bytes === null) return null;
  const content = decode(file, bytes);
  // Quotes and line ends take two bytes in JSON.
  return Buffer.byteLength(JSON.stringify(content)) > maxBytes ? null : content;
}

/** Reads the beginning of the text of a file, which has its header. @throws SluiceError when it cannot be read, or is not UTF-8 */
export async function readBeginning(file: string): Promise<string> {
  const { bytes } = await readable(async () => {
    const isGunzipped = await isPacked(file);
    const stream = createReadStream(file);
    // The failure of one is thrown by the other.
    const text = isGunzipped ? pipeline(stream, createGunzip(), () => undefined) : stream;
    return readSourceHead(text, null, BOUNDS.importRecord.max);
  });
  // The last character may be cut.
  return decode(file, bytes, { stream: true });
}

async function isPacked(file: string): Promise<boolean> {
  const { bytes } = await readSourceHead(createReadStream(file, { end: GZIP_HEAD_BYTES - 1 }), null);
  return isGzip(bytes);
}

function decode(file: string, bytes: Uint8Array, options: { stream?: boolean } = {}): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, options);
  } catch (error) {
    const message = `${file} is not text in UTF-8. Save it as CSV in UTF-8 and import that.`;
    throw new SluiceError('invalid_request', message, { cause: error });
  }
}

async function readable<Read>(read: () => Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SluiceError('invalid_request', `The file cannot be read: ${reason}.`, { cause: error });
  }
}

/**
 * The column_mapping of a CSV text with a header: each column goes to the field of its own name, or to the field that `fields`
 * has for it; an empty field skips the column.
 * @throws WrongUsage when `fields` names a column that the header lacks
 */
export function columnMappingOf(text: string, fields: ReadonlyMap<string, string>): string[] {
  const columns = headerOf(text);
  const missing = [...fields.keys()].find((column) => !columns.includes(column));
  if (missing !== undefined) {
    throw new WrongUsage(`--map names the column "${missing}", but the file has: ${columns.join(', ')}.`);
  }
  return columns.map((column) => fields.get(column) ?? column);
}

function headerOf(text: string): string[] {
  try {
    const [header] = parse(text, { to: 1, trim: true, relax_column_count: true, skip_empty_lines: true });
    if (header !== undefined) return header;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SluiceError('invalid_request', `The header of the file is no CSV: ${reason}.`, { cause: error });
  }
  throw new SluiceError('invalid_request', 'The file is empty: its first row must have the names of the columns.');
}
