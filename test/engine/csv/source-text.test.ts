import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRange } from '../../../engine/csv/read-range.ts';
import { scanSource } from '../../../engine/csv/scan.ts';
import type { FileFormat } from '../../../engine/csv/splitter.ts';
import { encodeAs } from '../../support/encode-as.ts';

/** Letters that each encoding has, some of them with bytes that are marks of CSV in ASCII. */
const LETTERS: Readonly<Record<string, string>> = {
  'utf-8': 'äЖ漢🙂',
  'utf-16le': 'ä漢🙂\u0a0a\u0d0a\u2c22ฌ',
  'utf-16be': 'ä漢🙂\u0a0a\u0d0a\u2c22ฌ',
  'windows-1252': 'ä€’ß',
  'windows-1251': 'Жяё№',
  'koi8-r': 'Жяё',
  ibm866: 'Жяё',
  'x-mac-cyrillic': 'Жяё',
  'windows-874': 'กขค',
  shift_jis: '表ソ能ー漢ｱ',
  gbk: '漢亅丂',
  gb18030: '漢亅丂',
  big5: '功許蓋漢',
  'euc-jp': '表ソ能漢',
  'euc-kr': '한글',
  'iso-2022-jp': '表ソ能漢あ',
};
const format = (character_set: string, more: Partial<FileFormat> = {}): FileFormat => ({
  ...{ character_set, csv_has_headers: false, csv_field_enclosure: '"', csv_field_separator: ',' },
  ...{ date_format: 'mdy', ...more },
});

async function* blocksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size)
    yield await Promise.resolve(Buffer.from(bytes.subarray(at, at + size)));
}

/** Scans a source into small ranges and reads each by itself, from other blocks. */
async function readAll(bytes: Buffer, fileFormat: FileFormat, sizes: { block: number; range: number }) {
  const scan = await scanSource(blocksOf(bytes, sizes.block), fileFormat, {
    ...{ rangeBytes: sizes.range, blockBytes: sizes.block },
  });
  const rows: string[][] = [];
  for (const { start, end, firstRow } of scan.ranges) {
    const source = blocksOf(bytes.subarray(start, end), sizes.block + 1);
    for await (const slice of readRange(source, fileFormat, { firstRow, blockBytes: sizes.block })) {
      for (const { fields, error, rowNumber } of slice) {
        expect([error, rowNumber]).toEqual([null, rows.length + 1]);
        rows.push([...fields]);
      }
    }
  }
  expect(rows).toHaveLength(scan.records);
  const header = scan.header === null ? null : bytes.subarray(scan.header.start, scan.header.end);
  return { rows, header, ranges: scan.ranges };
}

const sizesOf = fc.record({ block: fc.integer({ min: 1, max: 40 }), range: fc.integer({ min: 1, max: 60 }) });

describe('a source in any encoding', () => {
  it.each(Object.entries(LETTERS))('%s is read the same however its bytes are cut', async (character_set, letters) => {
    const cell = fc
      .array(fc.constantFrom(...letters, 'a', '|', '\\', '~'), { maxLength: 5 })
      .map((parts) => `x${parts.join('')}`);
    const rows = fc.array(fc.tuple(cell, cell, fc.boolean()), { minLength: 1, maxLength: 8 });
    const separators = fc.constantFrom(',' as const, '|' as const, '\t' as const);
    const lineBreaks = fc.constantFrom('\n', '\r\n');
    const check = async (
      content: [string, string, boolean][],
      separator: ',' | '|' | '\t',
      lineBreak: string,
      mark: boolean,
      sizes: { block: number; range: number },
    ) => {
      const expected = content.map(([one, two, spans]) => [
        one.replaceAll(separator, '/'),
        spans ? `${two}\n"${one}` : two,
      ]);
      const written = expected.map(([one = '', two = '']) => `${one}${separator}"${two.replaceAll('"', '""')}"`);
      const text = `${mark && /^utf/.test(character_set) ? '\ufeff' : ''}name${separator}more${lineBreak}${written.join(lineBreak)}`;
      const fileFormat = format(character_set, { csv_has_headers: true, csv_field_separator: separator });
      const { rows: read, header } = await readAll(encodeAs(character_set, text), fileFormat, sizes);
      expect(read).toEqual(expected);
      expect(header?.toString('latin1').replaceAll('\0', '').trim()).toBe(`name${separator}more`);
    };
    await fc.assert(fc.asyncProperty(rows, separators, lineBreaks, fc.boolean(), sizesOf, check), { numRuns: 60 });
  });

  it.each(['utf-8', 'utf-16le', 'windows-1252'])('%s with CR alone is read the same however it is cut', async (set) => {
    const rows = fc.array(fc.tuple(fc.constantFrom('a', 'ä'), fc.constantFrom('b', 'ß')), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(rows, sizesOf, async (content, sizes) => {
        const text = content.map((fields) => fields.join(',')).join('\r');
        const { rows: read } = await readAll(encodeAs(set, text), format(set, { line_breaks: 'cr' }), sizes);
        expect(read).toEqual(content);
      }),
      { numRuns: 60 },
    );
  });

  it('fails the rows alone whose bytes have no meaning in it', async () => {
    const bytes = Buffer.concat([
      encodeAs('shift_jis', '表,a\n'),
      Buffer.from([0x83, 0xff, 0x0a]),
      encodeAs('shift_jis', '能,b\n'),
    ]);
    const rows = [];
    for await (const slice of readRange(blocksOf(bytes, 3), format('Shift_JIS'), { firstRow: 1 })) rows.push(...slice);
    expect(rows.map(({ error }) => error)).toEqual([null, 'The row is not valid Shift_JIS.', null]);
  });

  it.each([
    ['iso-8859-16', [0xaa, 0xfe, 0x41], 'ȘțA'],
    ['cp850', [0x81, 0xb5, 0xe1], 'üÁß'],
    ['IBM437', [0x81, 0xa4, 0xe1], 'üñß'],
    ['x-user-defined', [0x80, 0xff, 0x41], '\uf780\uf7ffA'],
  ])('reads %s, which Node lacks', async (set, bytes, text) => {
    for await (const [row] of readRange(blocksOf(Buffer.from(bytes), 2), format(set), { firstRow: 1 })) {
      expect(row?.fields).toEqual([text]);
    }
  });

  it('reads letters and signs of windows-1252 where ISO-8859-1 is sent', async () => {
    const bytes = Buffer.from([0x80, 0x93, 0xe9, 0x94, 0x96]);
    for await (const [row] of readRange(blocksOf(bytes, 2), format('ISO-8859-1'), { firstRow: 1 })) {
      expect(row?.fields).toEqual(['€“é”–']);
    }
  });
});
