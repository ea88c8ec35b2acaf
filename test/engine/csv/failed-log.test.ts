import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  failedLine,
  formatFailedHeader,
  formatFailedRow,
  fitLine,
  readFailedHeader,
  readFailedLines,
} from '../../../engine/csv/failed-log.ts';
import type { FileFormat } from '../../../engine/csv/splitter.ts';
import { FORMAT, formats, nastyText, readRows } from './support.ts';
import type { PlainRow } from './support.ts';

describe('failed log', () => {
  it('adds the reason as the last column, in the import’s own format', () => {
    const format = { ...FORMAT, csv_field_separator: ';', csv_field_enclosure: "'" } as const;
    expect(formatFailedRow('a;b', "isn't valid", format)).toBe("a;b;'isn''t valid'\n");
    expect(formatFailedHeader('email;name', format)).toBe('email;name;Error\n');
  });

  it('leaves the text of a malformed row as it stands', () => {
    expect(formatFailedRow('a,"b" c', 'no', FORMAT)).toBe('a,"b" c,"no"\n');
  });

  it('reads again as the row’s fields and the reason, a malformed row as one malformed row', async () => {
    await fc.assert(
      fc.asyncProperty(
        nastyText,
        formats,
        fc.constantFrom('A plain reason.', `It's "odd", is it`),
        fc.nat({ max: 5 }),
        async (text, separators, reason, columns) => {
          const format = { ...FORMAT, ...separators };
          const rows = await readRows(Buffer.from(text), format);
          const log = rows.map((row) => fitLine(failedLine(row, reason, format), columns, format).line).join('');
          const again = await readRows(Buffer.from(log), format);
          expect(again).toHaveLength(rows.length);
          rows.forEach((row, index) => {
            if (row.error !== null) return;
            const blanks = new Array<string>(Math.max(0, columns - row.fields.length)).fill('');
            expect(again[index]).toMatchObject({
              fields: [...withoutSurplus(row, columns, format), ...blanks, reason],
              error: null,
            });
          });
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('is read back with the number, the fields and the reason of each row, malformed ones included', async () => {
    await fc.assert(
      fc.asyncProperty(
        nastyText,
        formats,
        fc.constantFrom('A plain reason.', `'It''s' "odd", is it`),
        fc.nat({ max: 5 }),
        async (text, separators, reason, columns) => {
          const format = { ...FORMAT, ...separators };
          const rows = (await readRows(Buffer.from(text), format)).filter((_, index) => index % 3 !== 1);
          const lines = rows.map((row) => fitLine(failedLine(row, reason, format), columns, format));
          const places = {
            rowNumbers: lines.map(({ rowNumber }) => rowNumber),
            textLengths: lines.map(({ textLength }) => textLength),
          };
          const again = [...readFailedLines(lines.map(({ line }) => line).join(''), places, format)];
          expect(again.map(({ rowNumber }) => rowNumber)).toEqual(rows.map(({ rowNumber }) => rowNumber));
          expect(again.every((row) => row.reason === reason)).toBe(true);
          rows.forEach(
            (row, index) =>
              row.error === null && expect(again[index]?.fields).toEqual(withoutSurplus(row, columns, format)),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is read back with the cells of a malformed row, and the columns of the file', () => {
    const row = { rowNumber: 7, text: '"a\nb","c"x,1' };
    const { line } = failedLine(row, 'no', FORMAT);
    const places = { rowNumbers: [7], textLengths: [row.text.length] };
    expect([...readFailedLines(line, places, FORMAT)]).toEqual([
      { rowNumber: 7, fields: ['"a\nb"', '"c"x', '1'], reason: 'no' },
    ]);
    expect(readFailedHeader(formatFailedHeader('"E, Mail",City', FORMAT), FORMAT)).toEqual(['E, Mail', 'City']);
  });
});

/** The cells of a row, without the separators that end it behind its columns. */
function withoutSurplus({ fields, text }: PlainRow, columns: number, format: FileFormat): readonly string[] {
  const surplus = Math.max(0, fields.length - columns);
  const isBlank = text.endsWith(format.csv_field_separator.repeat(surplus));
  return isBlank ? fields.slice(0, fields.length - surplus) : fields;
}
