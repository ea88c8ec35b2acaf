import { expect, it } from 'vitest';
import { FailedLogReader, KEPT_ROWS } from '../../console/parts/failed-log.ts';
import type { FailedNote, FailedRow } from '../../console/parts/failed-log.ts';

const rowOf = (row: number, fields: string[], message: string): FailedRow => ({
  row,
  sheet_row: row + 1,
  fields,
  message,
});
const read = (lines: readonly (FailedRow | FailedNote)[], mapping: readonly string[]) => {
  const log = new FailedLogReader(mapping);
  for (const line of lines) log.add(line);
  return log.read();
};

const MAPPING = ['email', 'Plan', 'Plan B'];
const HEADER = rowOf(0, ['Mail', 'Plan', 'Plan B'], '');
const LISTED = [
  HEADER,
  rowOf(7, ['ann@example.com', 'free', ''], 'Plan is not one of the "options"'),
  rowOf(9, ['y', 'free'], 'email is not a valid address'),
  rowOf(2, ['x', 'free', 'a, b'], 'email is not a valid address; Plan B is wrong; it has a comma'),
  rowOf(12, ['x'], 'The number of columns is 1 instead of 3.'),
];

it('failed rows are grouped by each of their reasons, the most frequent one first, with all columns that these name', () => {
  const { header, groups, count, note } = read(LISTED, MAPPING);
  expect(header).toEqual(['Mail', 'Plan', 'Plan B']);
  expect(
    groups.map(({ reason, count: rows, rows: shown }) => [reason, rows, shown.map(({ row, wrong }) => [row, wrong])]),
  ).toEqual([
    [
      'email is not a valid address',
      2,
      [
        [2, [0, 2]],
        [9, [0]],
      ],
    ],
    ['Plan is not one of the "options"', 1, [[7, [1]]]],
    ['Plan B is wrong; it has a comma', 1, [[2, [0, 2]]]],
    ['The number of columns is 1 instead of 3.', 1, [[12, []]]],
  ]);
  expect({ count, note }).toEqual({ count: 4, note: null });
  expect(read([...LISTED, { row: null, message: '5 more rows' }], MAPPING).note).toBe('5 more rows');
  expect(read(LISTED.slice(1), ['email', '', 'Plan B']).header).toEqual(['email', 'Column 2', 'Plan B']);
});

it('all failed rows are counted, and the first ones of the file are kept, in whatever order they are read', () => {
  const rows = Array.from({ length: 3 * KEPT_ROWS }, (_, at) => rowOf(at + 1, ['x'], 'email is not a valid address'));
  const late = [...rows.slice(KEPT_ROWS), ...rows.slice(0, KEPT_ROWS)];
  const [group] = read(late, ['email']).groups;
  expect(group?.count).toBe(3 * KEPT_ROWS);
  expect(group?.rows.map(({ row }) => row)).toEqual(rows.slice(0, KEPT_ROWS).map(({ row }) => row));
});
