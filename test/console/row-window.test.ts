import { describe, expect, it } from 'vitest';
import { MAX_HEIGHT, rowWindow } from '../../console/parts/row-window.ts';

const SEEN = 480;
const ROW = 39;

describe('the rows of a scrolled table that are drawn', () => {
  it('are those in view and a few around them, at their places', () => {
    const table = { seen: SEEN, rowHeight: ROW, count: 100_000 };
    const height = 100_000 * ROW;
    expect(rowWindow({ ...table, scrollTop: 0 })).toEqual({ first: 0, end: 23, firstSeen: 0, top: 0, height });
    const middle = { first: 49_990, end: 50_023, firstSeen: 50_000, top: 49_990 * ROW, height };
    expect(rowWindow({ ...table, scrollTop: 50_000 * ROW })).toEqual(middle);
    const few = { first: 0, end: 3, firstSeen: 0, top: 0, height: 3 * ROW };
    expect(rowWindow({ ...table, count: 3, scrollTop: 0 })).toEqual(few);
  });

  it('lead through all rows of a table that is higher than browsers draw', () => {
    const table = { seen: SEEN, rowHeight: ROW, count: 2_000_000 };
    const { height } = rowWindow({ ...table, scrollTop: 0 });
    expect(height).toBe(MAX_HEIGHT);
    let drawn = 0;
    let missed = 0;
    const last = height - SEEN;
    for (let scrollTop = 0; scrollTop <= last; scrollTop += 40) {
      const { first, end } = rowWindow({ ...table, scrollTop });
      missed += Math.max(0, first - drawn);
      drawn = end;
    }
    expect(missed).toBe(0);
    const { first, end, top } = rowWindow({ ...table, scrollTop: last });
    expect(end).toBe(2_000_000);
    // The last row ends where the table does.
    expect(top + (end - first) * ROW).toBeCloseTo(height, 3);
  });
});
