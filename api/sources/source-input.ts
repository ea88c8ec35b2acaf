import { z } from 'zod/v4';
import { FIELD_SEPARATORS } from '../../engine/domain/field-separators.ts';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { EXTENSION_BOUNDS } from '../../engine/domain/extension-bounds.ts';
import type { Upload } from '../../engine/db/uploads/uploads.ts';
import { characterSetOf } from '../../engine/domain/character-sets.ts';
import { DECIMAL_MARKS } from '../../engine/domain/column-rules.ts';
import type { ImportOptions } from '../../engine/domain/subscriber-imports.ts';
import { ValidationFailed } from '../../engine/platform/errors.ts';
import type { Attributes } from '../http/attributes.ts';
import { flag, hash, objectOf, oneOf, shortText, wholeNumber } from '../http/values.ts';
import { SOURCE_TYPES } from '../../engine/domain/subscriber-imports.ts';

type FileSource = ImportOptions['file_source'];
type FileFormat = ImportOptions['file_format'];

/** The CSV itself: rows with characters that cannot be stored fail one by one, and not the import. */
const anyText = z
  .string({ error: 'must be a string' })
  .max(BOUNDS.inlineContent.max, `is too long (maximum is ${BOUNDS.inlineContent.max} characters)`);

const url = shortText(4096)
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), 'must be an http or https URL')
  .meta({ format: 'uri' });

const SOURCES = {
  json: objectOf({ type: z.literal('json'), content: anyText.describe('The CSV as text.') }),
  upload_directory: objectOf({ type: z.literal('upload_directory'), filename: shortText(1000) }),
  url: objectOf({ type: z.literal('url'), url }),
  upload: objectOf({ type: z.literal('upload'), id: shortText(36).describe('Extension: the id of an upload.') }),
};
const anySource = objectOf({ file_source: hash });
const sourceType = objectOf({ type: oneOf(SOURCE_TYPES) });

/** Request attribute of the source of the CSV. */
export const fileSourceInput = z.union([SOURCES.json, SOURCES.upload_directory, SOURCES.url, SOURCES.upload]);

/** Request attribute of the mark before the decimals of numbers. */
export const decimalMark = z.enum(DECIMAL_MARKS, { error: 'must be "." or ","' });

/** The value of an encoding that is to be detected. */
const AUTO_CHARACTER_SET = 'auto';

const ENCODINGS =
  'an encoding of the WHATWG Encoding Standard, for example UTF-8, ISO-8859-1, windows-1251, UTF-16LE or Shift_JIS';
const characterSet = shortText(40).refine((value) => characterSetOf(value) !== null, `must be ${ENCODINGS}`);
const anyCharacterSet = shortText(40).refine(
  (value) => value === AUTO_CHARACTER_SET || characterSetOf(value) !== null,
  `must be ${ENCODINGS}, or "auto"`,
);

/** Request attribute of the format of the CSV. */
export const fileFormatInput = objectOf({
  character_set: characterSet
    .nullish()
    .describe(
      'UTF-8 or ISO-8859-1; extension: every label of the WHATWG Encoding Standard. ISO-8859-1 is read as windows-1252.',
    ),
  csv_has_headers: flag.nullish(),
  csv_field_enclosure: mark(['"', "'"], 'a double or single quote').nullish(),
  csv_field_separator: mark(FIELD_SEPARATORS, 'a comma, a tab, a semicolon, a vertical bar or a caret').nullish(),
  date_format: oneOf(['mdy', 'dmy']).nullish(),
  decimal_mark: decimalMark
    .nullish()
    .describe('Extension: the decimal mark of numbers. Without it, only unambiguous numbers are read.'),
  skip_lines: wholeNumber(0, EXTENSION_BOUNDS.skippedLines.max)
    .nullish()
    .describe('Extension: number of lines above the header that are skipped.'),
  sheet: z
    .union([wholeNumber(1, EXTENSION_BOUNDS.workbookSheets.max), shortText(EXTENSION_BOUNDS.sheetName.max)])
    .nullish()
    .describe(
      'Extension: for a workbook, the name of the sheet to import or its number from 1. Default: the first visible sheet.',
    ),
});

/** Request attribute of the format of a CSV whose encoding can be detected. */
export const detectedFormatInput = fileFormatInput.extend({
  character_set: anyCharacterSet
    .nullish()
    .describe(
      'UTF-8 or ISO-8859-1; extension: every label of the WHATWG Encoding Standard, or "auto", which detects it. ' +
        'ISO-8859-1 is read as windows-1252.',
    ),
});

/** Look-ups of the files of an organization. */
export interface SourceFiles {
  /** Whether the upload directory has the file. @throws ValidationFailed when it is no name of a file */
  readonly uploadExists: (filename: string) => Promise<boolean>;
  /** The upload of that id; null when the organization has none, or it has expired. */
  readonly findUpload: (id: string) => Promise<Upload | null>;
}

/** Reads where the CSV comes from; the text of inline content is kept apart from the options. */
export async function readFileSource(
  attributes: Attributes,
  { uploadExists, findUpload }: SourceFiles,
): Promise<{ file_source: FileSource; content: string | null }> {
  if (attributes.as(anySource).demand('file_source') === null) return NO_SOURCE;
  const source = attributes.within('file_source');
  const type = source.as(sourceType).demand('type');
  switch (type) {
    case null:
      return NO_SOURCE;
    case 'json':
      return { file_source: { type, filename: 'data' }, content: source.as(SOURCES.json).demand('content') };
    case 'upload_directory':
      return {
        file_source: { type, filename: await readFilename(source.as(SOURCES.upload_directory), uploadExists) },
        content: null,
      };
    case 'upload':
      return { file_source: { type, ...(await readUpload(source.as(SOURCES.upload), findUpload)) }, content: null };
    case 'url':
      return { file_source: { type, url: source.as(SOURCES.url).demand('url') ?? '' }, content: null };
  }
}

/** Reads what is sent of how the CSV is written, without defaults; an encoding that is to be detected is left out. */
export function readSentFormat(attributes: Attributes<typeof fileFormatInput>): Partial<FileFormat> {
  const sent = {
    character_set: attributes.find('character_set'),
    csv_has_headers: attributes.find('csv_has_headers'),
    csv_field_enclosure: attributes.find('csv_field_enclosure'),
    csv_field_separator: attributes.find('csv_field_separator'),
    date_format: attributes.find('date_format'),
    decimal_mark: attributes.find('decimal_mark'),
    skip_lines: attributes.find('skip_lines'),
    sheet: attributes.find('sheet'),
  };
  const isDetected = sent.character_set === AUTO_CHARACTER_SET;
  const known = { ...sent, character_set: isDetected ? null : sent.character_set };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null));
}

/** Whether the encoding is to be detected. */
export function detectsCharacterSet(attributes: Attributes<typeof fileFormatInput>): boolean {
  return attributes.find('character_set') === AUTO_CHARACTER_SET;
}

/** Reads how the CSV is written; the character set is kept as it is spelled. */
export function readFileFormat(attributes: Attributes<typeof fileFormatInput>): FileFormat {
  const decimal_mark = attributes.find('decimal_mark');
  const skip_lines = attributes.find('skip_lines');
  const sheet = attributes.find('sheet');
  return {
    character_set: attributes.read('character_set', 'UTF-8'),
    csv_has_headers: attributes.read('csv_has_headers', true),
    csv_field_enclosure: attributes.read('csv_field_enclosure', '"'),
    csv_field_separator: attributes.read('csv_field_separator', ','),
    date_format: attributes.read('date_format', 'mdy'),
    ...(decimal_mark !== null && { decimal_mark }),
    ...(skip_lines !== null && { skip_lines }),
    ...(sheet !== null && { sheet }),
  };
}

const NO_SOURCE = { file_source: { type: 'json', filename: 'data' } as const, content: null };

/** One of a few marks. The OpenAPI document has a pattern, because generated clients cannot name a tab. */
export function mark<const Marks extends readonly [string, ...string[]]>(marks: Marks, description: string) {
  const isMark = (value: unknown) => marks.some((each) => each === value);
  const pattern = `^[${marks.join('').replace('\t', String.raw`\t`)}]$`;
  return z.custom<Marks[number]>(isMark, `must be ${description}`).meta({ type: 'string', maxLength: 1, pattern });
}

async function readFilename(
  source: Attributes<typeof SOURCES.upload_directory>,
  uploadExists: (filename: string) => Promise<boolean>,
): Promise<string> {
  const filename = source.demand('filename');
  if (filename === null) return '';
  try {
    if (!(await uploadExists(filename))) source.refuse('filename', 'is not in the upload directory');
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    source.refuseAs(error.message);
  }
  return filename;
}

async function readUpload(
  source: Attributes<typeof SOURCES.upload>,
  findUpload: SourceFiles['findUpload'],
): Promise<{ id: string; filename: string }> {
  const id = source.demand('id');
  if (id === null) return { id: '', filename: '' };
  const upload = await findUpload(id);
  if (upload === null) {
    source.refuse('id', 'does not exist or has expired: send the file again');
  }
  if (upload !== null && upload.receivedBytes < upload.totalBytes) {
    const { receivedBytes, totalBytes } = upload;
    source.refuse(
      'id',
      `is an upload of which ${receivedBytes} of ${totalBytes} bytes have arrived: send the rest first`,
    );
  }
  return { id, filename: upload?.filename ?? 'upload' };
}
