import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupFailedRows } from '../../console/parts/failed-log.ts';
import { formatFailedHeader, formatFailedRow } from '../../engine/csv/failed-log.ts';
import { FORMAT, formats, nastyText, readRows } from '../engine/csv/support.ts';

const WITH_HEADER = { ...FORMAT, csv_has_headers: true };
const MAPPING = ['email', 'Plan', ''];

describe('the failed log in the console', () => {
  it('is grouped by reason, the most frequent one first, with the column that the reason names', () => {
    const log = [
      formatFailedHeader('Mail,Plan,Note', WITH_HEADER),
      formatFailedRow('x,free,"a, b"', 'email is not a valid address', WITH_HEADER),
      formatFailedRow('a@example.com,"f""r",', 'Plan is not one of the "options"', WITH_HEADER),
      formatFailedRow('y,free', 'email is not a valid address', WITH_HEADER),
    ].join('');
    expect(groupFailedRows(log, WITH_HEADER, MAPPING)).toEqual({
      header: ['Mail', 'Plan', 'Note'],
      groups: [
        {
          reason: 'email is not a valid address',
          column: 0,
          rows: [
            ['x', 'free', 'a, b'],
            ['y', 'free'],
          ],
        },
        { reason: 'Plan is not one of the "options"', column: 1, rows: [['a@example.com', 'f"r', '']] },
      ],
    });
  });

  it('shows a row that is not well-formed with its own reason, and the rows after it', () => {
    const malformed = 'The row has a quoted field that never closes, or whose closing quote is followed by other text.';
    const log = [
      formatFailedRow('"x@example.com,never closed,1', malformed, FORMAT),
      formatFailedRow('y,2,3', 'email is not a valid address', FORMAT),
    ].join('');
    expect(groupFailedRows(log, { ...FORMAT, csv_has_headers: false }, MAPPING).groups).toEqual([
      { reason: malformed, column: null, rows: [['"x@example.com', 'never closed', '1']] },
      { reason: 'email is not a valid address', column: 0, rows: [['y', '2', '3']] },
    ]);
  });

  it('has each row of any file once, with the fields that the import read', async () => {
    await fc.assert(
      fc.asyncProperty(nastyText, formats, async (csv, separators) => {
        const format = { ...FORMAT, ...separators, csv_has_headers: false };
        const rows = await readRows(Buffer.from(csv), format);
        fc.pre(rows.every(({ error, text }) => error === null || !text.includes('\n')));
        const log = rows.map((row) => formatFailedRow(row.text, `It's "odd", is it`, format)).join('');
        const shown = groupFailedRows(log, format, []).groups.flatMap((group) => group.rows);
        expect(shown).toHaveLength(rows.length);
        rows.forEach((row, at) => row.error === null && expect(shown[at]).toEqual(row.fields));
      }),
      { numRuns: 500 },
    );
  });
});
