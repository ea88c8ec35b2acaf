import { isUtf8 } from 'node:buffer';
import { HEAD_BYTES } from '../csv/recognize.ts';
import type { FileFormat } from '../csv/splitter.ts';
import { readRecords } from './read-records.ts';
import type { SourceHead } from './source-head.ts';

/** Separator, enclosure and encoding of a source; what the client sends is not detected. */
export type DetectedFormat = Pick<FileFormat, 'character_set' | 'csv_field_enclosure' | 'csv_field_separator'>;

const SEPARATORS = [',', ';', '\t'] as const;
const COMPARED_RECORDS = 200;
/** A character of UTF-8 takes at most four bytes: the end of the head may cut three of them off. */
const CUT_BYTES = 3;

/** Detects how a source is written from its first records: the separator that cuts most of them into the same number of columns. */
export function detectFormat(head: SourceHead, sent: Partial<DetectedFormat>): DetectedFormat {
  const character_set = sent.character_set ?? (isUtf8Head(head) ? 'UTF-8' : 'ISO-8859-1');
  const compared = firstBytes(head);
  const text = compared.bytes.toString('latin1');
  const separators = sent.csv_field_separator === undefined ? SEPARATORS : [sent.csv_field_separator];
  const candidates = separators.map((csv_field_separator) => {
    const csv_field_enclosure = sent.csv_field_enclosure ?? enclosureOf(text, csv_field_separator);
    const format: DetectedFormat = { character_set, csv_field_enclosure, csv_field_separator };
    return { format, ...agreementOf(compared, format) };
  });
  const [best] = candidates.sort((one, other) => other.score - one.score || other.columns - one.columns);
  if (best === undefined) throw new Error('There is no separator to detect.');
  // A file of one column has no separator: the default stands.
  return best.columns > 1
    ? best.format
    : {
        ...best.format,
        csv_field_separator: sent.csv_field_separator ?? ',',
        csv_field_enclosure: enclosureOf(text, ','),
      };
}

/** Completes a format, so that the splitter and the parser take it. */
export function completeFormat(format: DetectedFormat, rest: Partial<FileFormat> = {}): FileFormat {
  return { csv_has_headers: false, date_format: 'mdy', ...rest, ...format };
}

function isUtf8Head({ bytes, isWhole }: SourceHead): boolean {
  if (isWhole) return isUtf8(bytes);
  return [0, 1, 2, CUT_BYTES].some((cut) => isUtf8(bytes.subarray(0, bytes.length - cut)));
}

function firstBytes({ bytes, isWhole, totalBytes }: SourceHead): SourceHead {
  return { bytes: bytes.subarray(0, HEAD_BYTES), isWhole: isWhole && bytes.length <= HEAD_BYTES, totalBytes };
}

/** The single quote is the enclosure only where more fields begin with it than with the double one. */
function enclosureOf(text: string, separator: string): DetectedFormat['csv_field_enclosure'] {
  const double = fieldsThatBeginWith(text, separator, '"');
  return fieldsThatBeginWith(text, separator, `'`) > double ? `'` : '"';
}

function fieldsThatBeginWith(text: string, separator: string, quote: string): number {
  let count = 0;
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    const before = text[at - 1];
    if (before === undefined || before === '\n' || before === separator) count += 1;
  }
  return count;
}

/** How well the records agree on a number of columns: 0 to 1, less for malformed ones. */
function agreementOf(head: SourceHead, detected: DetectedFormat): { score: number; columns: number } {
  const byColumns = new Map<number, number>();
  let records = 0;
  let malformed = 0;
  for (const batch of readRecords(head, completeFormat(detected))) {
    for (const { fields, error } of batch) {
      records += 1;
      if (error === null) byColumns.set(fields.length, (byColumns.get(fields.length) ?? 0) + 1);
      else malformed += 1;
    }
    if (records >= COMPARED_RECORDS) break;
  }
  const [columns, count] = [...byColumns].sort(([, one], [, other]) => other - one)[0] ?? [1, 0];
  const share = records === 0 ? 0 : (count - malformed) / records;
  return { score: columns > 1 ? share : share / 2, columns };
}
