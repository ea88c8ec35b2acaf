import type { RawRow } from '../csv/record-parser.ts';
import type { RowPlan } from '../csv/row-plan.ts';
import { createNotice } from '../domain/notices.ts';
import type { Notice } from '../domain/notices.ts';
import { readAddresses } from '../values/addresses-in-text.ts';
import { emailColumn } from './address-notices.ts';
import { isAddressName } from './synonyms.ts';

const SAMPLES = 3;
const SAMPLE_CHARACTERS = 60;
const LINE_BREAK = /[\r\n]/;

/** The notices of a header with people in it, of one among the rows, and of one that was guessed. */
export function headerNotices(
  firstRecords: readonly RawRow[],
  rows: readonly RawRow[],
  plan: RowPlan,
  isGuessed: boolean,
): Notice[] {
  const { csv_has_headers } = plan.options.file_format;
  const inHeader = csv_has_headers ? personInHeader(firstRecords) : [];
  const inRows = headerInRows(rows, plan);
  const isOpen = isGuessed && inHeader.length === 0 && inRows.length === 0;
  return [...inHeader, ...inRows, ...(isOpen ? guessedHeader(firstRecords, csv_has_headers) : [])];
}

/** Whether rows of people are within a header, because its lines end in another way than those of the file. */
export function holdsPeople(records: readonly RawRow[], hasHeader: boolean): boolean {
  const cells = hasHeader ? (records[0]?.fields ?? []) : [];
  return cells.some((cell) => LINE_BREAK.test(cell.trim())) && cells.some((cell) => readAddresses(cell).length > 0);
}

/** The name of a column of addresses among the cells of a record; undefined without one. */
export function addressName({ fields }: RawRow): string | undefined {
  return fields.find((cell) => isAddressName(cell));
}

function personInHeader(records: readonly RawRow[]): Notice[] {
  const cells = (records[0]?.fields ?? []).map((cell) => readAddresses(cell).length);
  const columns = cells.flatMap((addresses, index) => (addresses > 0 ? [index + 1] : []));
  if (columns.length === 0) return [];
  const message = holdsPeople(records, true)
    ? 'The first line is taken for the header, and holds line breaks and addresses: its people are not imported. Some lines of ' +
      'the file end in another way than others. Save it again with one kind of line ends.'
    : 'The first line is taken for the header, so it is not imported, but it has an address. If it is a person, set ' +
      'file_format.csv_has_headers to false.';
  return [createNotice('person_in_header', message, { columns, count: cells.reduce((sum, count) => sum + count, 0) })];
}

function headerInRows(rows: readonly RawRow[], { options }: RowPlan): Notice[] {
  const column = emailColumn(options.column_mapping);
  const found = rows.filter(({ fields }) => isAddressName(fields[column] ?? ''));
  const [first] = found;
  if (first === undefined) return [];
  const message =
    `Row ${first.rowNumber} looks like a header: where its address should be it has "${quoted(first.fields[column])}". If the file ` +
    'begins with it, set file_format.csv_has_headers to true; if other lines stand above it, set file_format.skip_lines.';
  return [
    createNotice('header_in_rows', message, {
      columns: [column + 1],
      rows: found.map(({ rowNumber }) => rowNumber),
      count: found.length,
    }),
  ];
}

function guessedHeader([first]: readonly RawRow[], hasHeader: boolean): Notice[] {
  if (first === undefined) return [];
  const names = first.fields.slice(0, SAMPLES).map((cell) => `"${quoted(cell)}"`);
  const message =
    `The file does not say whether it has a header. Its first line is taken for ${hasHeader ? 'one' : 'a record'}: ` +
    `${names.join(', ')}. If that is wrong, set file_format.csv_has_headers to ${!hasHeader}.`;
  return [createNotice('guessed_header', message, { count: 1 })];
}

function quoted(cell = ''): string {
  return cell.trim().slice(0, SAMPLE_CHARACTERS);
}
