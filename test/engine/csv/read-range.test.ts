import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { readRange } from '../../../engine/csv/read-range.ts';
import { chunked, anyReadSizes, FORMAT, formats, readRows } from './support.ts';

describe('range reader', () => {
  it('numbers rows from the range’s first one', async () => {
    const rows = await readRows(Buffer.from('a\nb\n'), FORMAT, {}, 41);
    expect(rows.map(({ rowNumber }) => rowNumber)).toEqual([41, 42]);
  });

  it('keeps ragged rows, mixed line breaks and a missing last one', async () => {
    const rows = await readRows(Buffer.from('a,b\r\nc\nd,e,f'));
    expect(rows.map(({ fields }) => fields)).toEqual([['a', 'b'], ['c'], ['d', 'e', 'f']]);
  });

  it('reads quoted line breaks, quotes and separators', async () => {
    const [row] = await readRows(Buffer.from('"a\r\nb","say ""hi""","x,y"\r\n'));
    expect(row).toMatchObject({
      fields: ['a\r\nb', 'say "hi"', 'x,y'],
      error: null,
      text: '"a\r\nb","say ""hi""","x,y"',
    });
  });

  it('refuses rows with a NUL byte or invalid UTF-8, and only those, and still shows their fields', async () => {
    const bytes = Buffer.concat([Buffer.from('a,1\nb\0,2\nc'), Buffer.from([0xff]), Buffer.from(',3\nd,4\n')]);
    expect(await readRows(bytes)).toEqual([
      { rowNumber: 1, fields: ['a', '1'], error: null, text: 'a,1' },
      { rowNumber: 2, fields: ['b\0', '2'], error: 'The row contains a NUL byte.', text: 'b\ufffd,2' },
      { rowNumber: 3, fields: ['c\ufffd', '3'], error: 'The row is not valid UTF-8.', text: 'c\ufffd,3' },
      { rowNumber: 4, fields: ['d', '4'], error: null, text: 'd,4' },
    ]);
  });

  it('refuses a row with a stray quote, and still shows the fields before it', async () => {
    const rows = await readRows(Buffer.from('a,b\nc@d.e,"x" y,z\n"f"g,h\ni,j\n'));
    expect(rows.map(({ fields, error }) => [fields, error === null])).toEqual([
      [['a', 'b'], true],
      [['c@d.e', ''], false],
      [[], false],
      [['i', 'j'], true],
    ]);
  });

  it('decodes ISO-8859-1 under any spelling of its name', async () => {
    const [row] = await readRows(Buffer.from('caf\xe9,\xff', 'latin1'), { ...FORMAT, character_set: 'iso-8859-1' });
    expect(row).toMatchObject({ fields: ['café', 'ÿ'], error: null, text: 'café,ÿ' });
  });

  it('cuts the text of a malformed row between characters, and never that of a sound one', async () => {
    const [malformed] = await readRows(Buffer.from(`"a"x${'é'.repeat(60_000)}`));
    expect(malformed?.text).toBe(`"a"x${'é'.repeat(32_766)}`);
    const [sound] = await readRows(Buffer.from('é'.repeat(60_000)));
    expect(sound?.text).toHaveLength(60_000);
  });

  it.each(['x', '"quoted"'])('refuses a row with more columns than a row may have: %s', async (first) => {
    const most = BOUNDS.importColumns.max;
    const rows = await readRows(Buffer.from(`${first}${','.repeat(most - 1)}\n${first}${','.repeat(1_000_000)}\nb\n`));
    expect(rows.map(({ error }) => error)).toEqual([null, `The row has more than ${most} columns.`, null]);
    expect(rows.map(({ fields }) => fields.length)).toEqual([most, expect.any(Number), 1]);
  });

  it('hands out few long records at once, since their fields take several times their bytes', async () => {
    const line = `${'x'.repeat(200_000)}\n`;
    const sizes: number[] = [];
    const stream = chunked(Buffer.from(line.repeat(40)));
    for await (const rows of readRange(stream, FORMAT, { firstRow: 1 })) sizes.push(rows.length);
    expect(Math.max(...sizes)).toBe(1);
  });

  it('stops with the reason of its signal', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));
    const rows = readRange(chunked(Buffer.from('a\n')), FORMAT, { firstRow: 1, signal });
    await expect(rows.next()).rejects.toThrow('stopped');
  });

  it('agrees with the parser alone on well-formed files', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'é', '"', "'", ',', ';', '\t', '\n', '\r', '€', ' '),
      maxLength: 8,
    });
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(
        table,
        formats,
        fc.constantFrom('\n', '\r\n'),
        anyReadSizes,
        async (cells, format, eol, readSizes) => {
          const { csv_field_enclosure: quote, csv_field_separator: separator } = format;
          const enclose = (text: string) => quote + text.replaceAll(quote, quote + quote) + quote;
          const text = cells.map((row) => row.map(enclose).join(separator) + eol).join('');
          const rows = await readRows(Buffer.from(text), { ...FORMAT, ...format }, readSizes);
          const filled = (row: readonly string[]) => row.some((each) => each !== '');
          expect(rows.map(({ fields }) => fields)).toEqual(cells.filter(filled));
          expect(rows.map(({ fields }) => fields)).toEqual(
            parse(text, {
              quote,
              escape: quote,
              delimiter: separator,
              relax_column_count: true,
              record_delimiter: eol,
            }).filter(filled),
          );
        },
      ),
      { numRuns: 1000 },
    );
  });
});
