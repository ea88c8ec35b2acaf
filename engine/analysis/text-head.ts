import { HEAD_BYTES } from '../csv/recognize.ts';
import { findQuoting } from '../csv/quoting.ts';
import { sourceFormat } from '../csv/source-format.ts';
import { hintedSeparator } from '../csv/source-start.ts';
import type { FileFormat } from '../csv/splitter.ts';
import { decodeHead } from './decode-head.ts';
import { detectCharacterSet } from './detect-character-set.ts';
import { SEPARATORS } from './detect-format.ts';
import type { SourceHead } from './source-head.ts';

/** The beginning of a source as text. */
export interface TextHead {
  /** In UTF-8, with LF or CR LF as line breaks; `totalBytes` is estimated where the source has another encoding. */
  readonly text: SourceHead;
  readonly character_set: string;
  readonly isGuessed: boolean;
  readonly line_breaks: FileFormat['line_breaks'];
  readonly quoting: FileFormat['quoting'];
  /** The marks of a text with such quotes. */
  readonly csv_field_separator?: FileFormat['csv_field_separator'];
  readonly csv_field_enclosure?: FileFormat['csv_field_enclosure'];
}

/** Reads the beginning of a source as text, in the format that was sent unless the source itself says another one. */
export function readTextHead(head: SourceHead, sent: Partial<FileFormat>): TextHead {
  const detected =
    sent.character_set === undefined
      ? detectCharacterSet(head)
      : { character_set: sent.character_set, isGuessed: false };
  const start = head.bytes.subarray(0, HEAD_BYTES);
  const format = { ...ANY, character_set: detected.character_set, workbook: sent.workbook };
  const { character_set = format.character_set, line_breaks } = sourceFormat(start, format);
  const text = decodeHead(head, { ...ANY, character_set, line_breaks });
  const known = { text, character_set, line_breaks, isGuessed: detected.isGuessed };
  const quoted = sent.workbook === true ? undefined : findQuoted(text, sent);
  if (quoted === undefined) return { ...known, quoting: undefined };
  return { ...known, text: decodeHead(head, { ...ANY, character_set, line_breaks, ...quoted }), ...quoted };
}

const MARKS = SEPARATORS.flatMap((csv_field_separator) =>
  (['"', "'"] as const).map((csv_field_enclosure) => ({ csv_field_separator, csv_field_enclosure })),
);

/** The marks by which quotes stand around whole rows, or are curly, as most lines agree on it; undefined without such quotes. */
function findQuoted({ bytes }: SourceHead, { csv_field_separator, csv_field_enclosure }: Partial<FileFormat>) {
  const start = bytes.subarray(0, HEAD_BYTES);
  const separator = csv_field_separator ?? hintedSeparator(start) ?? undefined;
  const text = start.toString();
  const [best] = MARKS.filter(
    (marks) =>
      (separator === undefined || marks.csv_field_separator === separator) &&
      marks.csv_field_enclosure === (csv_field_enclosure ?? marks.csv_field_enclosure),
  )
    .flatMap((marks) => {
      const found = findQuoting(text, marks);
      return found === null ? [] : [{ marks, ...found }];
    })
    .sort((one, other) => other.agreement - one.agreement || other.columns - one.columns);
  return best === undefined ? undefined : { ...best.marks, quoting: best.quoting };
}

/** Values for the attributes of a format that decoding does not depend on. */
const ANY: FileFormat = {
  character_set: 'UTF-8',
  csv_has_headers: false,
  csv_field_enclosure: '"',
  csv_field_separator: ',',
  date_format: 'mdy',
};
