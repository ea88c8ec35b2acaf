import { describe, expect, it } from 'vitest';
import {
  enteredColumns,
  isLeft,
  importSentence,
  placeBefore,
  shownColumns,
  stateOf,
} from '../../console/pages/fix/worklist.ts';
import type { FailedRow, Worklist } from '../../console/pages/fix/worklist.ts';

const ROW: FailedRow = {
  ...{ id: '3', row_number: 3, sheet_row: 4, surplus: [], dropped: false, version: 0, imported_as: null },
  cells: { email: 'cid', City: 'Bern' },
  faults: [
    { column: 'email', reason: 'wrong', message: 'wrong' },
    { column: 'City', reason: 'unknown', message: 'unknown' },
  ],
  corrected_cells: null,
  still_wrong: [],
};

describe('a failed row', () => {
  it('is left until the cell of each fault is corrected, or it is dropped', () => {
    const half = { ...ROW, corrected_cells: { email: 'cid@example.com' } };
    expect([isLeft(half, 'email'), isLeft(half, 'City')]).toEqual([false, true]);
    expect(stateOf(half)).toBe('left');
    expect(stateOf({ ...half, corrected_cells: { ...half.corrected_cells, City: '' } })).toBe('corrected');
    expect(stateOf({ ...half, dropped: true })).toBe('dropped');
    expect(stateOf({ ...half, imported_as: 49 })).toBe('imported by import 49');
  });

  it('that is at fault as a whole is left until it is changed, or imported as it is', () => {
    const whole = { ...ROW, faults: [{ column: null, reason: 'short', message: 'short' }] };
    expect(stateOf(whole)).toBe('left');
    expect(stateOf({ ...whole, corrected_cells: {} })).toBe('imported as it is');
    expect(stateOf({ ...whole, corrected_cells: { City: 'Rome' } })).toBe('corrected');
  });

  it.each([
    ['12', '11-999999999'],
    ['12-1', '12'],
    ['12-7', '12-6'],
  ])('%s stands first behind the place %s', (id, place) => {
    expect(placeBefore(id)).toBe(place);
  });
});

describe('a corrected row', () => {
  const wrong = { column: 'City', reason: 'City is too long', message: 'City is too long' };
  const row = { ...ROW, corrected_cells: { email: 'cid@example.com', City: 'x' }, still_wrong: [wrong] };

  it('that would fail again is left, and says so', () => {
    expect(stateOf(row)).toBe('still wrong');
    expect([isLeft(row, 'email'), isLeft(row, 'City')]).toEqual([false, true]);
    expect(stateOf({ ...row, dropped: true })).toBe('dropped');
  });

  it('has inputs where it is still wrong, too', () => {
    const other = { ...row, corrected_cells: {}, faults: [], still_wrong: [{ ...wrong, column: 'Born' }] };
    expect([...enteredColumns(other, ['email', 'City', 'Born'], false)]).toEqual(['Born']);
  });
});

describe('a worklist', () => {
  const worklist = { ready: 0, left: 0, dropped: 0 } as Worklist;

  it('says what the import of its corrected rows does', () => {
    expect(importSentence({ ...worklist, ready: 152, left: 12, dropped: 3 })).toBe(
      'Import the 152 corrected rows; 12 are left, 3 are dropped',
    );
    expect(importSentence({ ...worklist, ready: 1, left: 1 })).toBe('Import the corrected row; 1 is left');
    expect(importSentence({ ...worklist, ready: 2 })).toBe('Import the 2 corrected rows');
  });

  it('of a wide file shows its first columns, and always the one at fault', () => {
    const columns = Array.from({ length: 60 }, (_, at) => `c${at}`);
    expect(shownColumns(columns, 'c3')).toEqual(columns.slice(0, 40));
    expect(shownColumns(columns, 'c50')).toEqual(['c50', ...columns.slice(1, 40)]);
    expect(shownColumns(columns, null)).toHaveLength(40);
  });
});
