import type { RawRow } from '../csv/record-parser.ts';
import type { RowPlan } from '../csv/row-plan.ts';
import { startOfRecords } from '../csv/source-start.ts';
import type { FileFormat } from '../csv/splitter.ts';
import { UTF8_TWICE } from '../domain/character-sets.ts';
import { createNotice } from '../domain/notices.ts';
import type { Notice } from '../domain/notices.ts';
import { addressNotices } from './address-notices.ts';
import { cleanedAmounts } from './amount-notices.ts';
import { notImported, unfitColumns } from './column-notices.ts';
import type { UnfitColumn } from './column-notices.ts';
import { findConsent, openConsent } from './consent-columns.ts';
import type { FoundConsent } from './consent-columns.ts';
import { consentNotices, isFieldName } from './consent-notices.ts';
import { readFirstRecords } from './read-records.ts';
import { formulaTexts } from './formula-notices.ts';
import { dateNotices } from './date-notices.ts';
import { decodeHead } from './decode-head.ts';
import { headerNotices } from './header-notices.ts';
import { guessedNumbers } from './number-notices.ts';
import { leavingNames, sourceNames } from './leaving-name.ts';
import { activeLeavers } from './removal-notices.ts';
import type { SourceHead } from './source-head.ts';
import { textNotices } from './text-notices.ts';
import { twiceEncoded } from './twice-notices.ts';
import { tableOf } from './table.ts';
import type { Table } from './table.ts';

/** Records of a source that are looked at for the notices of its scan, the header among them. */
const SCANNED_RECORDS = 200;
const SAMPLES = 3;
const SAMPLE_CHARACTERS = 60;

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
