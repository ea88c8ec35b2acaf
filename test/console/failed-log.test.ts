import { expect, it } from 'vitest';
import { groupFailedRows } from '../../console/parts/failed-log.ts';

it('failed rows are grouped by reason, the most frequent one first, with the column that the reason names', () => {
  const listed = [
    { row: 0, fields: ['Mail', 'Plan', 'Plan B'], message: '' },
    { row: 7, fields: ['ann@example.com', 'free', ''], message: 'Plan is not one of the "options"' },
    { row: 9, fields: ['y', 'free'], message: 'email is not a valid address' },
    { row: 2, fields: ['x', 'free', 'a, b'], message: 'email is not a valid address' },
    { row: 12, fields: ['x'], message: 'The number of columns is 1 instead of 3.' },
  ];
  const mapping = ['email', 'Plan', 'Plan B'];
  expect(groupFailedRows(listed, mapping)).toEqual({
    header: ['Mail', 'Plan', 'Plan B'],
    groups: [
      { reason: 'email is not a valid address', column: 0, rows: [listed[3], listed[2]] },
      { reason: 'Plan is not one of the "options"', column: 1, rows: [listed[1]] },
      { reason: 'The number of columns is 1 instead of 3.', column: null, rows: [listed[4]] },
    ],
    note: null,
  });
  expect(groupFailedRows([...listed, { row: null, message: '5 more rows' }], mapping)).toMatchObject({
    groups: [{ rows: { length: 2 } }, { rows: { length: 1 } }, { rows: { length: 1 } }],
    note: '5 more rows',
  });
  expect(groupFailedRows(listed.slice(1), ['email', '', 'Plan B']).header).toEqual(['email', 'Column 2', 'Plan B']);
});
