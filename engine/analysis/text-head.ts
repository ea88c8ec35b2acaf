import { HEAD_BYTES } from '../csv/recognize.ts';
import { sourceFormat } from '../csv/source-format.ts';
import type { FileFormat } from '../csv/splitter.ts';
import { decodeHead } from './decode-head.ts';
import { detectCharacterSet } from './detect-character-set.ts';
import type { SourceHead } from './source-head.ts';

/** The beginning of a source as text. */
export interface TextHead {
  /** In UTF-8, with LF or CR LF as line breaks; `totalBytes` is estimated where the source has another encoding. */
  readonly text: SourceHead;
  readonly character_set: string;
  readonly isGuessed: boolean;
  readonly line_breaks: FileFormat['line_breaks'];
}

/** Reads the beginning of a source as text, in the encoding that was sent unless a byte order mark says another one. */
export function readTextHead(head: SourceHead, sent: string | undefined): TextHead {
  const detected = sent === undefined ? detectCharacterSet(head) : { character_set: sent, isGuessed: false };
  const found = sourceFormat(head.bytes.subarray(0, HEAD_BYTES), { ...ANY, ...detected });
  const { character_set = detected.character_set, line_breaks } = found;
  const text = decodeHead(head, { ...ANY, character_set, line_breaks });
  return { text, character_set, isGuessed: detected.isGuessed, line_breaks };
}

/** Values for the attributes of a format that decoding does not depend on. */
const ANY: FileFormat = {
  character_set: 'UTF-8',
  csv_has_headers: false,
  csv_field_enclosure: '"',
  csv_field_separator: ',',
  date_format: 'mdy',
};
