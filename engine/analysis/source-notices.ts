import { isAscii } from 'node:buffer';
import type { RawRow } from '../csv/record-parser.ts';
import type { RowPlan } from '../csv/row-plan.ts';
import { startOfRecords } from '../csv/source-start.ts';
import type { FileFormat } from '../csv/splitter.ts';
import { UTF8_TWICE, isUtf8Label } from '../domain/character-sets.ts';
import { createNotice } from '../domain/notices.ts';
import type { Notice } from '../domain/notices.ts';
import { addressNotices } from './address-notices.ts';
import { cleanedAmounts, guessedNumbers } from './number-notices.ts';
import { notImported, unfitColumns, called } from './column-notices.ts';
import type { UnfitColumn } from './column-notices.ts';
import { findConsent, openConsent } from './consent-columns.ts';
import type { FoundConsent } from './consent-columns.ts';
import { consentNotices, isFieldName } from './consent-notices.ts';
import { readFirstRecords } from './read-records.ts';
import { dateNotices } from './date-notices.ts';
import { decodeHead } from './decode-head.ts';
import { headerNotices } from './header-notices.ts';
import { leavingNames, sourceNames } from './leaving-name.ts';
import type { SourceHead } from './source-head.ts';
import { textNotices } from './text-notices.ts';
import { tableOf } from './table.ts';
import type { Table, NamedColumn } from './table.ts';
import { isTwice, repairTwice } from '../csv/twice-encoded.ts';
import { hasOtherWidth } from '../csv/row-width.ts';
import { compileValues } from '../domain/column-rules.ts';
import { isDate } from '../values/date-shapes.ts';

/** Records of a source that are looked at for the notices of its scan, the header among them. */
const SCANNED_RECORDS = 200;
const SAMPLES = 3;
const SAMPLE_CHARACTERS = 60;
const FORMULA_CHARACTERS = 40;

/** Table in which notices are found: the first records of a source, the header among them. */
interface NoticedTable extends Pick<Table, 'columns' | 'rows'> {
  readonly text: SourceHead;
  readonly firstRecords: readonly RawRow[];
  readonly consent: readonly FoundConsent[];
  /** Columns that have the name of an entry, and values that do not fit it. */
  readonly unfit: readonly UnfitColumn[];
  /** Whether nothing says that the first record is the header, or that it is none. */
  readonly isHeaderGuessed?: boolean;
}

/** The notices of a source as it is imported, with the mapping and the format of the plan. */
export function findScanNotices(source: SourceHead, plan: RowPlan): Notice[] {
  const { file_format: format } = plan.options;
  const text = decodeHead(source, format);
  const firstRecords = readFirstRecords(text, format, SCANNED_RECORDS);
  const { columns, rows } = tableOf(firstRecords, format.csv_has_headers);
  const consent = findConsent(columns, rows, isFieldName(plan.fields));
  return [
    ...leavingNames(sourceNames(plan.options.file_source), plan.options),
    ...findNotices({ text, firstRecords, columns, rows, consent, unfit: [] }, plan),
  ];
}

/** The notices of a source that is read with the mapping and the format of the plan; a column is in one of them at most. */
export function findNotices(
  { text, firstRecords, columns, rows, consent, unfit, isHeaderGuessed = false }: NoticedTable,
  plan: RowPlan,
): Notice[] {
  const { file_format: format, column_mapping: mapping } = plan.options;
  const open = consentNotices(columns, rows, openConsent(consent, mapping));
  const isOpen = columnsOf(open);
  const named = unfitColumns(
    columns,
    unfit.filter(({ index }) => !isOpen.has(index + 1)),
  );
  return [
    ...skippedLines(text, format),
    ...twiceEncoded(text, rows, format),
    ...dateNotices(columns, plan),
    ...guessedNumbers(columns, plan),
    ...headerNotices(firstRecords, rows, plan, isHeaderGuessed),
    ...addressNotices(rows, mapping),
    ...cleanedAmounts(columns, plan),
    ...formulaTexts(rows, mapping),
    ...textNotices(columns, plan),
    ...open,
    ...activeLeavers(columns, rows, plan),
    ...named,
    ...notImported(columns, mapping, columnsOf([...open, ...named])),
  ];
}

function columnsOf(notices: readonly Notice[]): Set<number> {
  return new Set(notices.flatMap(({ columns }) => columns));
}

/** The notice of lines above the header that are not read; none without such lines. */
function skippedLines({ bytes }: SourceHead, format: FileFormat): Notice[] {
  const { skip_lines = 0 } = format;
  if (skip_lines === 0) return [];
  const start = startOfRecords(bytes, {});
  const lines = bytes.toString('utf8', start, startOfRecords(bytes, format)).split('\n');
  const shown = lines.map((line) => line.trim()).filter((line) => line !== '');
  const quoted = shown.slice(0, SAMPLES).map((line) => `"${line.slice(0, SAMPLE_CHARACTERS)}"`);
  const message =
    `${skip_lines === 1 ? 'One line' : `${skip_lines} lines`} above the header ${skip_lines === 1 ? 'is' : 'are'} not read: ` +
    `${quoted.join(', ')}. If that is wrong, set file_format.skip_lines.`;
  return [createNotice('skipped_lines', message, { count: skip_lines })];
}

/** The notice of an encoding that the client did not name, with samples of what depends on it. Rows count from 1. */
export function guessedEncoding(rows: readonly RawRow[], { character_set }: FileFormat): Notice {
  const telling = rows.filter(({ fields }) => fields.some(isTelling));
  const samples = telling.slice(0, SAMPLES).map(({ fields }) => fields.find(isTelling)?.trim() ?? '');
  const quoted = samples.map((sample) => `"${sample.slice(0, SAMPLE_CHARACTERS)}"`).join(', ');
  const message =
    `The file does not say how its characters are encoded. It is read as ${encodingName(character_set)}` +
    `${quoted === '' ? '' : `, for example ${quoted}`}. If that is wrong, set file_format.character_set.`;
  return createNotice('guessed_encoding', message, {
    rows: telling.map(({ rowNumber }) => rowNumber),
    count: telling.length,
  });
}

function encodingName(characterSet: string): string {
  return characterSet === UTF8_TWICE ? `${UTF8_TWICE} (UTF-8 that was encoded twice)` : characterSet;
}

function isTelling(cell: string): boolean {
  return /[^\0-\x7f]/.test(cell);
}

/** The notice of cells among the rows that are written as formulas of text; none without one in a column that is imported. */
function formulaTexts(rows: readonly RawRow[], mapping: readonly string[]): Notice[] {
  const found = rows.flatMap(({ fields, formulas = [], rowNumber }) =>
    formulas
      .filter((index) => (mapping[index] ?? '').trim() !== '')
      .map((index) => ({ index, rowNumber, text: fields[index] ?? '' })),
  );
  const [first] = found;
  if (first === undefined) return [];
  const text = first.text.slice(0, FORMULA_CHARACTERS);
  const cells =
    found.length === 1
      ? 'A cell of the first rows is written as a formula of text, and is read as its text'
      : `${found.length} cells of the first rows are written as formulas of text, and are read as their text`;
  return [
    createNotice('formula_texts', `${cells}: ="${text}" is ${text}.`, {
      columns: [...new Set(found.map(({ index }) => index + 1))].sort((one, other) => one - other),
      rows: [...new Set(found.map(({ rowNumber }) => rowNumber))],
      count: found.length,
    }),
  ];
}

/** The notice of cells among the rows whose letters were encoded twice; none where the format repairs them. */
function twiceEncoded({ bytes }: SourceHead, rows: readonly RawRow[], format: FileFormat): Notice[] {
  if (isAscii(bytes) || !isUtf8Label(format.character_set)) return [];
  const found = rows.flatMap(({ fields, rowNumber }) =>
    fields.flatMap((cell, index) => (isTwice(cell) ? [{ cell, index, rowNumber }] : [])),
  );
  const [first] = found;
  if (first === undefined) return [];
  const shown = first.cell.trim().slice(0, SAMPLE_CHARACTERS);
  const cells = found.length === 1 ? 'one cell' : `${found.length} cells`;
  const what =
    format.workbook === true
      ? 'Correct them in the spreadsheet.'
      : `To have them read once, set file_format.character_set to ${UTF8_TWICE}.`;
  const message =
    `Letters were encoded twice before they came into the file, in ${cells} of the first rows: "${shown}" seems to be ` +
    `"${repairTwice(shown)}". They are imported as they are. ${what}`;
  return [
    createNotice('twice_encoded', message, {
      columns: [...new Set(found.map(({ index }) => index + 1))].sort((one, other) => one - other),
      rows: [...new Set(found.map(({ rowNumber }) => rowNumber))],
      count: found.length,
    }),
  ];
}

/** The notice of people whom one column calls active while another has the time at which they left; none without any. */
function activeLeavers(columns: readonly NamedColumn[], rows: readonly RawRow[], { options }: RowPlan): Notice[] {
  const indexOf = (entry: string) => options.column_mapping.findIndex((each) => each.trim().toLowerCase() === entry);
  const [status, removal] = [indexOf('status'), indexOf('remove_time')];
  if (status < 0 || removal < 0) return [];
  const valueAt = (index: number) => {
    const replace = compileValues(options.column_rules?.[index]) ?? ((cell: string) => cell);
    return ({ fields }: RawRow) => replace((fields[index] ?? '').trim());
  };
  const [statusOf, removalOf] = [valueAt(status), valueAt(removal)];
  const isActive = (row: RawRow) => statusOf(row).toLowerCase() === 'active';
  const found = rows.flatMap((row, at) => {
    const isRead = row.error === null && !hasOtherWidth(row.fields, columns.length);
    const hasLeft = isRead && isActive(row) && isDate(removalOf(row));
    return hasLeft ? [at + 1] : [];
  });
  if (found.length === 0) return [];
  const [statusName, removalName] = [status, removal].map((index) => called(columns[index]?.name ?? null, index));
  const message =
    `${statusName} says of people that they are active, and ${removalName} when they left: a mapping of both imports them as ` +
    `active. If they left, leave ${statusName} out of column_mapping: people with a removal date and no status are unsubscribed.`;
  return [
    createNotice('active_with_removal', message, {
      columns: [status + 1, removal + 1],
      rows: found,
      count: found.length,
    }),
  ];
}
