import type { RawRow } from '../csv/record-parser.ts';
import { createNotice } from '../domain/notices.ts';
import type { Notice } from '../domain/notices.ts';
import { readEmailCell } from '../values/email-cell.ts';

const CELL_CHARACTERS = 80;

/** Ends of domains that no domain has, each a slip of the hand. */
const MISTYPED_END = /\.(?:con|cmo|ocm|comm|coom|vom|xom|cpm|nte|ogr)$/;
/** Names of large providers as they are often mistyped. */
const MISTYPED_DOMAINS: ReadonlySet<string> = new Set([
  ...['gmial.com', 'gmai.com', 'gmal.com', 'gamil.com', 'gnail.com', 'gmaill.com', 'hotmial.com', 'hotmai.com'],
  ...['hotmal.com', 'hotmaill.com', 'yaho.com', 'yahooo.com', 'yhaoo.com', 'outlok.com', 'outloook.com', 'iclould.com'],
]);

/** A cell of the column of addresses, and the address that is read from it. */
interface ReadAddress {
  readonly row: number;
  readonly cell: string;
  readonly address: string;
}

/**
 * The notices of addresses among the rows: those of which something was taken off, and those whose domain looks mistyped,
 * which are imported as they are. None where no column is mapped to the address.
 */
export function addressNotices(rows: readonly RawRow[], mapping: readonly string[]): Notice[] {
  const column = emailColumn(mapping);
  if (column < 0) return [];
  const read = rows.flatMap(({ fields, rowNumber }): ReadAddress[] => {
    const cell = fields[column]?.trim() ?? '';
    const address = cell === '' ? null : readEmailCell(cell);
    return address === null ? [] : [{ row: rowNumber, cell, address }];
  });
  return [
    ...cleaned(
      read.filter(({ cell, address }) => cell !== address),
      column,
    ),
    ...doubtful(
      read.filter(({ address }) => isMistyped(address)),
      column,
    ),
  ];
}

/** The index of the column that is mapped to the address; -1 without one. */
export function emailColumn(mapping: readonly string[]): number {
  return mapping.findIndex((entry) => entry.trim().toLowerCase() === 'email');
}

function cleaned(read: readonly ReadAddress[], column: number): Notice[] {
  const [first] = read;
  if (first === undefined) return [];
  const message =
    `What stands around an address is taken off, in ${cells(read.length)} of the first rows: ` +
    `"${first.cell.slice(0, CELL_CHARACTERS)}" is read as ${first.address.slice(0, CELL_CHARACTERS)}.`;
  return [noticeOf('cleaned_addresses', message, read, column)];
}

function doubtful(read: readonly ReadAddress[], column: number): Notice[] {
  const [first] = read;
  if (first === undefined) return [];
  const message =
    `The domain looks mistyped in ${cells(read.length)} of the first rows, such as ${first.address.slice(0, CELL_CHARACTERS)}. ` +
    'An address is never corrected: it is imported as it is.';
  return [noticeOf('doubtful_addresses', message, read, column)];
}

function noticeOf(
  code: 'cleaned_addresses' | 'doubtful_addresses',
  message: string,
  read: readonly ReadAddress[],
  column: number,
): Notice {
  return createNotice(code, message, {
    columns: [column + 1],
    rows: read.map(({ row }) => row),
    count: read.length,
  });
}

function isMistyped(address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return MISTYPED_DOMAINS.has(domain) || MISTYPED_END.test(domain);
}

function cells(count: number): string {
  return count === 1 ? 'one cell' : `${count} cells`;
}
