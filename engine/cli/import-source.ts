import { readFile, stat } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { BOUNDS } from '../domain/bounds.ts';
import { SluiceError } from '../platform/errors.ts';
import { WrongUsage } from './arguments.ts';

/**
 * Reads a CSV file in UTF-8 for the inline content of an import.
 * @throws SluiceError when it cannot be read, is not UTF-8, or is larger than `maxBytes`
 */
export async function readImportSource(file: string, maxBytes: number): Promise<string> {
  const bytes = await readBounded(file, maxBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    const message = `${file} is not text in UTF-8. Save it as CSV in UTF-8 and import that.`;
    throw new SluiceError('invalid_request', message, { cause: error });
  }
}

async function readBounded(file: string, maxBytes: number): Promise<Buffer> {
  try {
    const { size } = await stat(file);
    if (size > maxBytes) throw tooLarge(file, maxBytes);
    return await readFile(file);
  } catch (error) {
    if (error instanceof SluiceError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new SluiceError('invalid_request', `The file cannot be read: ${reason}.`, { cause: error });
  }
}

/** The refusal of a file that does not fit into the call. */
export function tooLarge(file: string, maxBytes: number): SluiceError {
  const message =
    `${file} does not fit into a call of at most ${maxBytes} bytes (MAX_BODY_BYTES). Put it into the upload directory by ` +
    'FTP (docs/ftp.md), then create an import with the file_source type upload_directory over the API.';
  return new SluiceError('invalid_request', message);
}

/**
 * The column_mapping of a CSV text with a header: each column goes to the field of its own name, or to the field that `fields`
 * has for it; an empty field skips the column.
 * @throws WrongUsage when `fields` names a column that the header lacks
 */
export function columnMappingOf(content: string, fields: ReadonlyMap<string, string>): string[] {
  const columns = headerOf(content);
  const missing = [...fields.keys()].find((column) => !columns.includes(column));
  if (missing !== undefined) {
    throw new WrongUsage(`--map names the column "${missing}", but the file has: ${columns.join(', ')}.`);
  }
  return columns.map((column) => fields.get(column) ?? column);
}

function headerOf(content: string): string[] {
  // The parser must not copy all of a large text.
  const beginning = content.slice(0, BOUNDS.importRecord.max);
  try {
    const [header] = parse(beginning, { to: 1, trim: true, relax_column_count: true, skip_empty_lines: true });
    if (header !== undefined) return header;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SluiceError('invalid_request', `The header of the file is no CSV: ${reason}.`, { cause: error });
  }
  throw new SluiceError('invalid_request', 'The file is empty: its first row must have the names of the columns.');
}
