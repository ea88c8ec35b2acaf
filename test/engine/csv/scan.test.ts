import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanSource } from '../../../engine/csv/scan.ts';
import { chunked, anyReadSizes, FORMAT, formats, nastyText, readByRanges, readRows } from './support.ts';

const WITH_HEADERS = { ...FORMAT, csv_has_headers: true };

describe('scan', () => {
  it.each([
    ['an empty file', '', null],
    ['a byte order mark alone', '\ufeff', null],
    ['empty lines alone', '\n\r\n\n', null],
    ['a header alone', '\ufeff\r\nemail,name', { start: 5, end: 15 }],
  ])('finds no record in %s', async (_, text, header) => {
    expect(await scan(text)).toEqual({ header, ranges: [], records: 0, sample: Buffer.alloc(0) });
  });

  it('keeps the byte order mark and the header out of the ranges', async () => {
    const text = '\ufeffemail\r\na@b.c\r\nd@e.f';
    expect(await scan(text)).toEqual({
      header: { start: 3, end: 8 },
      ranges: [{ start: 10, end: 22, firstRow: 1, records: 2 }],
      records: 2,
      sample: Buffer.from('a@b.c\r\nd@e.f\r\n'),
    });
  });

  it('reads a header that spans two lines', async () => {
    expect(await scan('"e\nmail",b\nx,y\n')).toMatchObject({ header: { start: 0, end: 10 }, records: 1 });
  });

  it('cuts ranges where records start, and numbers their first rows', async () => {
    const { ranges } = await scan('h\naaa\nbbb\n\n"c\nc"\nddd\n', 6);
    expect(ranges).toEqual([
      { start: 2, end: 11, firstRow: 1, records: 2 },
      { start: 11, end: 17, firstRow: 3, records: 1 },
      { start: 17, end: 21, firstRow: 4, records: 1 },
    ]);
  });

  it('reports its progress in bytes and records', async () => {
    const seen: unknown[] = [];
    await scanSource(chunked(Buffer.from('a\nb\nc\n'), [2]), FORMAT, {
      rangeBytes: 100,
      blockBytes: 4,
      onProgress: (progress) => seen.push(progress),
    });
    expect(seen).toEqual([
      { bytes: 4, records: 2 },
      { bytes: 6, records: 3 },
    ]);
  });

  it('stops with the reason of its signal', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(scanSource(chunked(Buffer.from('a\n')), FORMAT, { rangeBytes: 10, signal })).rejects.toThrow(
      'stopped',
    );
  });

  it('yields the rows of the whole file from its ranges, whatever the chunks and ranges', async () => {
    const range = fc.integer({ min: 1, max: 60 });
    await fc.assert(
      fc.asyncProperty(
        nastyText,
        formats,
        anyReadSizes,
        range,
        fc.boolean(),
        async (text, format, readSizes, rangeBytes, mark) => {
          const bytes = Buffer.from(text);
          const source = mark ? Buffer.concat([Buffer.from('\ufeff'), bytes]) : bytes;
          const { rows, scan } = await readByRanges(source, { ...FORMAT, ...format }, rangeBytes, readSizes);
          expect(rows).toEqual(await readRows(bytes, { ...FORMAT, ...format }));
          expect(scan.records).toBe(rows.length);
          expect(scan.ranges.slice(1).map(({ start }) => start)).toEqual(
            scan.ranges.slice(0, -1).map(({ end }) => end),
          );
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('samples records as they are read from the whole file, and none that is malformed', async () => {
    await fc.assert(
      fc.asyncProperty(nastyText, formats, anyReadSizes, async (text, some, { sizes, blockBytes }) => {
        const format = { ...FORMAT, ...some };
        const bytes = Buffer.from(`${text}\r\n`);
        const { sample } = await scanSource(chunked(bytes, sizes), format, {
          rangeBytes: 1000,
          blockBytes,
        });
        const read = async (source: Buffer) =>
          (await readRows(source, format)).flatMap(({ fields, error }) => (error === null ? [fields] : []));
        expect(await read(sample)).toEqual(await read(bytes));
      }),
      { numRuns: 2000 },
    );
  });

  it('aligns ranges behind overlong lines', async () => {
    const text = `a\n${'x'.repeat(3_000_000)}\nb\n${'"'.repeat(3_000_000)}\nc\n`;
    const { scan, rows } = await readByRanges(Buffer.from(text), FORMAT, 1000);
    expect(scan.records).toBe(5);
    expect(rows.map(({ error, text }) => [error === null, text.length])).toEqual([
      [true, 1],
      [false, 65_536],
      [true, 1],
      [false, 65_536],
      [true, 1],
    ]);
  });
});

function scan(text: string, rangeBytes = 1000) {
  return scanSource(chunked(Buffer.from(text)), WITH_HEADERS, { rangeBytes });
}
