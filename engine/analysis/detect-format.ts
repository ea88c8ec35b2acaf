import type { FieldSeparator } from '../domain/field-separators.ts';
import { HEAD_BYTES } from '../csv/recognize.ts';
import { hintedSeparator } from '../csv/source-start.ts';
import type { FileFormat } from '../csv/splitter.ts';
import { readFirstRecords } from './read-records.ts';
import type { ReadRecord } from './read-records.ts';
import type { SourceHead } from './source-head.ts';

/** Separator, enclosure and encoding of a source. */
export type DetectedFormat = Pick<FileFormat, 'character_set' | 'csv_field_enclosure' | 'csv_field_separator'>;

/** Separators that are tried, the usual ones first. */
export const SEPARATORS = [',', ';', '\t', '|', '^'] as const satisfies readonly FieldSeparator[];
const LAST: ReadonlySet<string> = new Set(['|', '^']);
const COMPARED_RECORDS = 200;

/**
 * Detects how a text is written from its first records, but for what was sent: the separator that cuts most of them into the same number of columns,
 * and the enclosure that most fields begin and end with.
 */
export function detectFormat(
  head: SourceHead,
  sent: Partial<DetectedFormat> & Pick<DetectedFormat, 'character_set'>,
): DetectedFormat {
  const { character_set } = sent;
  const compared = firstBytes(head);
  const hinted = SEPARATORS.find((separator) => separator === hintedSeparator(compared.bytes));
  const chosen = sent.csv_field_separator ?? hinted;
  const separators = chosen === undefined ? SEPARATORS : [chosen];
  const text = compared.bytes.toString('latin1');
  const formatWith = (csv_field_separator: FileFormat['csv_field_separator']): DetectedFormat => ({
    ...{ character_set, csv_field_separator },
    csv_field_enclosure: sent.csv_field_enclosure ?? enclosureOf(text, csv_field_separator),
  });
  const candidates = separators.map((separator) => {
    const format = formatWith(separator);
    const enclosed = enclosedFields(text, separator, fieldsThatBeginWith(text, separator, format.csv_field_enclosure));
    const records = readFirstRecords(compared, completeFormat(format), COMPARED_RECORDS);
    return { format, enclosed, records, ...agreementOf(records) };
  });
  const [best] = candidates.sort(
    (one, other) =>
      other.score - one.score ||
      preference(other) - preference(one) ||
      other.enclosed - one.enclosed ||
      addressesIn(other.records) - addressesIn(one.records),
  );
  if (best === undefined) throw new Error('There is no separator to detect.');
  if (best.columns > 1 || chosen !== undefined) return best.format;
  // A file of one column has no separator: the default stands, unless that column is titles.
  const below = candidates.find(({ records }) => isTableBelow(records));
  return below?.format ?? formatWith(',');
}

/** Completes a format, so that the splitter and the parser take it. */
export function completeFormat(format: DetectedFormat, rest: Partial<FileFormat> = {}): FileFormat {
  return { csv_has_headers: false, date_format: 'mdy', ...rest, ...format };
}

/** Whether titles of one cell are above at least two records that have the same number of columns, all of them. */
function isTableBelow(records: readonly ReadRecord[]): boolean {
  const start = records.findIndex(({ fields, error }) => error !== null || fields.length > 1);
  const below = records.slice(Math.max(0, start));
  const columns = below[0]?.fields.length ?? 1;
  return (
    below.length > 1 && columns > 1 && below.every(({ fields, error }) => error === null && fields.length === columns)
  );
}

function firstBytes({ bytes, isWhole, totalBytes }: SourceHead): SourceHead {
  return { bytes: bytes.subarray(0, HEAD_BYTES), isWhole: isWhole && bytes.length <= HEAD_BYTES, totalBytes };
}

/** Of separators that agree as well the one with more columns is taken; the vertical bar and the caret, which texts have for themselves, last. */
function preference({ format, columns }: { readonly format: DetectedFormat; readonly columns: number }): number {
  return LAST.has(format.csv_field_separator) ? 0 : columns;
}

/** Counts the cells that are addresses: `ann@example.com;Lee, Ann` has one with the semicolon alone. */
function addressesIn(records: readonly ReadRecord[]): number {
  return records.flatMap(({ fields }) => fields).filter((cell) => /^[^\s@,;|]+@[^\s@,;|]+$/.test(cell.trim())).length;
}

/**
 * The single quote is the enclosure only where more fields begin with it than with the double one, and most of them end with it:
 * an apostrophe that a name begins with closes nowhere, or in the middle of another cell.
 */
function enclosureOf(text: string, separator: string): DetectedFormat['csv_field_enclosure'] {
  const double = fieldsThatBeginWith(text, separator, '"');
  const single = fieldsThatBeginWith(text, separator, `'`);
  return single.length > double.length && 2 * enclosedFields(text, separator, single) > single.length ? `'` : '"';
}

/** Offsets of the quotes that fields begin with, perhaps after blanks. */
function fieldsThatBeginWith(text: string, separator: string, quote: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    let before = at - 1;
    while (text[before] === ' ') before -= 1;
    const mark = text[before];
    if (mark === undefined || mark === '\n' || mark === '\r' || mark === separator) found.push(at);
  }
  return found;
}

/** Counts the fields that begin with these quotes and end with one on the same line. */
function enclosedFields(text: string, separator: string, opens: readonly number[]): number {
  const isEnclosed = (open: number): boolean => {
    const quote = text.charAt(open);
    let close = text.indexOf(quote, open + 1);
    while (close >= 0 && text[close + 1] === quote) close = text.indexOf(quote, close + 2);
    if (close < 0 || /[\r\n]/.test(text.slice(open, close))) return false;
    let after = close + 1;
    while (text[after] === ' ') after += 1;
    const mark = text[after];
    return mark === undefined || mark === '\n' || mark === '\r' || mark === separator;
  };
  return opens.filter(isEnclosed).length;
}

/** Scores the agreement of the records on a number of columns: 0 to 1, less for malformed ones. */
function agreementOf(records: readonly ReadRecord[]): { score: number; columns: number } {
  const byColumns = new Map<number, number>();
  let malformed = 0;
  for (const { fields, error } of records) {
    if (error === null) byColumns.set(fields.length, (byColumns.get(fields.length) ?? 0) + 1);
    else malformed += 1;
  }
  const [columns, count] = [...byColumns].sort(([, one], [, other]) => other - one)[0] ?? [1, 0];
  const share = records.length === 0 ? 0 : (count - malformed) / records.length;
  return { score: columns > 1 ? share : share / 2, columns };
}
