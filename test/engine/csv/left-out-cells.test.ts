import { describe, expect, it } from 'vitest';
import { countLeftOut, createLeftOutJoin } from '../../../engine/csv/left-out-cells.ts';
import type { LeftOutColumn } from '../../../engine/csv/left-out-cells.ts';
import type { RowOutcome } from '../../../engine/csv/row-plan.ts';
import { DEFAULTS } from '../../support/import-options.ts';

const ACTIVE = { row: { status: 'active' } } as RowOutcome;

describe('the cells of columns that an import leaves out', () => {
  it('are the same, counted in one range or in several', () => {
    const rows = Array.from({ length: 300 }, (_, at) => [
      `p${at}@example.com`,
      at % 7 === 0 ? 'yes' : '',
      at === 250 ? 'please unsubscribe me' : `met in hall ${at}`,
    ]);
    const join = createLeftOutJoin();
    for (let from = 0; from < rows.length; from += 40) join.add(countedOf(rows.slice(from, from + 40), from));

    const [flag, note] = join.columns();
    expect([flag, note]).toEqual(countedOf(rows, 0));
    expect(flag).toMatchObject({
      index: 1,
      filled: 43,
      words: [
        ['yes', { count: 43 }],
        ['', { count: 257 }],
      ],
    });
    expect(note).toMatchObject({ index: 2, words: null, leaving: { count: 1, rows: [251] } });
  });

  it('take little room, however many columns have different words, and however many ranges a file has', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
    const rows = [...letters].map((letter) => ['ann@example.com', ...new Array<string>(1_999).fill(letter)]);
    const counted = countedOf(rows, 0);
    const join = createLeftOutJoin();
    for (let range = 0; range < 50; range += 1) join.add(counted);

    expect(JSON.stringify(counted).length).toBeLessThan(1_000_000);
    expect(JSON.stringify(join.columns()).length).toBeLessThan(1_000_000);
  });
});

/** Counts rows of an import that takes the first column alone; the first of them is the one behind `before` others. */
function countedOf(rows: readonly (readonly string[])[], before: number): readonly LeftOutColumn[] {
  const column_mapping = (rows[0] ?? []).map((_, index) => (index === 0 ? 'email' : ''));
  const counter = countLeftOut({ ...DEFAULTS, column_mapping });
  rows.forEach((fields, at) =>
    counter?.add({ fields: [...fields], error: null, rowNumber: before + at + 1 } as never, ACTIVE),
  );
  return counter?.columns() ?? [];
}
