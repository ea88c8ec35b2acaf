import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inMemory } from '../../../engine/workbooks/random-file.ts';
import { createUnpackThreads } from '../../../engine/workbooks/unpack-threads.ts';
import { createStringTable } from '../../../engine/workbooks/string-table.ts';
import { workbookFiles } from '../../support/workbook.ts';
import type { WorkbookContent } from '../../support/workbook.ts';
import { zip } from '../../support/zip.ts';
import { OPTIONS, readWorkbook } from './read-workbook.ts';

const MEBIBYTE = 1024 * 1024;
const CONTENT: WorkbookContent = {
  sheets: [{ name: 'People', rows: [['email'], ['ann@example.com']] }],
  strings: ['x'],
};

/** A workbook of which one file is another one. */
function withFile(name: string, content: string | Buffer, rest: { readonly bytes?: number } = {}): Buffer {
  const files = workbookFiles(CONTENT).map((file) => (file.name === name ? { ...file, content, ...rest } : file));
  return zip(files);
}

const SHEET = 'xl/worksheets/sheet1.xml';
const sheet = (rows: string, before = '') => `${before}<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const row = (cells: string, number = 1) => `<row r="${number}">${cells}</row>`;
const shared = (index: number, column = 'A') => `<c r="${column}1" t="s"><v>${index}</v></c>`;

describe('a hostile workbook', () => {
  it('declares no entity', async () => {
    const bomb = '<!DOCTYPE a [<!ENTITY a "x"><!ENTITY b "&a;&a;&a;">]>';
    await expect(readWorkbook(withFile(SHEET, sheet(row('<c><v>&b;</v></c>'), bomb)))).rejects.toThrow('document type');
    const external = '<!DOCTYPE a SYSTEM "file:///etc/passwd">';
    await expect(readWorkbook(withFile(SHEET, sheet('', external)))).rejects.toThrow('document type');
    await expect(readWorkbook(withFile(SHEET, sheet(row('<c><v>&b;</v></c>'))))).rejects.toThrow('no XML');
  });

  it.each([
    [
      'a text without an end',
      sheet(row(`<c t="inlineStr"><is><t>${'x'.repeat(MEBIBYTE)}</t></is></c>`)),
      'longer than',
    ],
    ['an attribute without an end', sheet(`<row r="${'1'.repeat(MEBIBYTE)}"/>`), 'longer than'],
    [
      'attributes without an end',
      sheet(`<row ${Array.from({ length: 99_999 }, (_, n) => `a${n}="1"`).join(' ')}/>`),
      'longer than',
    ],
    ['elements without an end', sheet('<a>'.repeat(1_000)), 'nested too deeply'],
    ['a comment without an end', `<!--${'x'.repeat(MEBIBYTE)}`, 'longer than'],
    [
      'a text of many runs',
      sheet(row(`<c t="inlineStr"><is>${`<r><t>${'x'.repeat(999)}</t></r>`.repeat(999)}</is></c>`)),
      'more than 131072 characters',
    ],
    ['a row beyond all rows', sheet(row('<c r="A1048577"><v>1</v></c>', 1_048_577)), 'more than 1048576 rows'],
    ['rows in no order', sheet(row('', 2) + row('', 1)), 'no order'],
    ['a column beyond all columns', sheet(row('<c r="XFE1"><v>1</v></c>')), 'more than 16384 columns'],
    ['cells in no order', sheet(row('<c r="B1"><v>1</v></c><c r="A1"><v>1</v></c>')), 'no order'],
    ['no XML', 'email,Name', 'no XML'],
  ])('with %s is refused', async (_, content, sentence) => {
    await expect(readWorkbook(withFile(SHEET, content))).rejects.toThrow(sentence);
  });

  it('unpacks to no more than 200 times its size', async () => {
    const bomb = sheet('<a/>'.repeat(6 * MEBIBYTE));
    expect(deflateRawSync(bomb).length).toBeLessThan(bomb.length / 300);
    await expect(readWorkbook(withFile(SHEET, bomb))).rejects.toThrow('more than 200 times its size');
    // Many cells share a long text.
    const files = workbookFiles({ ...CONTENT, strings: ['x'.repeat(100_000)] });
    const rows = Array.from({ length: 1_000 }, (__, n) => `<row r="${n + 1}"><c t="s"><v>0</v></c></row>`).join('');
    const amplified = files.map((file) => (file.name === SHEET ? { ...file, content: sheet(rows) } : file));
    await expect(readWorkbook(zip(amplified))).rejects.toThrow('more than 200 times its size');
  });

  it('does not lie about the size of a file', async () => {
    const content = sheet(row('<c><v>1</v></c>'));
    for (const bytes of [1, content.length - 1, content.length + 1, 2 ** 31]) {
      await expect(readWorkbook(withFile(SHEET, content, { bytes }))).rejects.toThrow('damaged or was cut off');
    }
  });

  it('may have files that overlap, which are read within the same bound', async () => {
    const big = 'x'.repeat(20 * MEBIBYTE);
    const file = zip([
      { name: 'a.csv', content: big },
      ...['b', 'c'].map((name) => ({ name, content: '', offset: 0 })),
    ]);
    await expect(readWorkbook(file)).rejects.toThrow('more than 200 times its size');
  });

  it('of more files than a workbook has is refused', async () => {
    const file = zip(Array.from({ length: 10_001 }, (_, n) => ({ name: `${n}.csv`, content: '', method: 0 })));
    await expect(readWorkbook(file)).rejects.toThrow('more than 10000 files');
  });

  it('has a text that is not there as a blank cell, and one longer row that fails alone', async () => {
    const cells = `${shared(0)}${shared(7, 'B')}${shared(-1, 'C')}<c r="D1" t="s"><v>x</v></c><c r="E1"><v>y</v></c>`;
    expect(await readWorkbook(withFile(SHEET, sheet(row(cells))))).toBe('x,,,,y\n');
    const wide = sheet(row('<c r="XFD1"><v>1</v></c>') + row('<c r="A2"><v>2</v></c>', 2));
    const [first = '', second] = (await readWorkbook(withFile(SHEET, wide), { columns: 1 })).split('\n');
    expect([first.split(',').length, second]).toEqual([2_001, '2']);
  });
});

describe('a table of texts', () => {
  it('gives each text back, however few of its blocks are in memory', () => {
    const table = createStringTable(2);
    const text = (n: number) => `${n}-${'ä'.repeat(n % 97)}`;
    for (let n = 0; n < 20_000; n += 1) table.add(text(n));
    for (let n = 0; n < 20_000; n += 1) expect(table.get((n * 7_919) % 20_000)).toBe(text((n * 7_919) % 20_000));
    table.close();
  });
});

describe('the threads that unpack', () => {
  const threads = createUnpackThreads();
  const signal = new AbortController().signal;
  const read = (file: Buffer, use: (content: AsyncIterable<Buffer>) => Promise<unknown>, abort = signal) =>
    threads.unpack(inMemory(file), { ...OPTIONS, owner: 1 }, ({ content }) => use(content), abort);

  it('unpack as the caller reads, and throw what is wrong with the file', async () => {
    const file = zip(workbookFiles(CONTENT));
    const blocks: Buffer[] = [];
    await read(file, async (content) => {
      for await (const block of content) blocks.push(block);
    });
    expect(Buffer.concat(blocks).toString()).toBe('email\nann@example.com\n');
    await expect(read(file.subarray(0, 100), () => Promise.resolve())).rejects.toThrow('damaged or was cut off');
  });

  it('end when the caller aborts, or fails to read the file', async () => {
    const aborted = new AbortController();
    const reading = read(
      zip(workbookFiles(CONTENT)),
      async (content) => {
        aborted.abort(new Error('cancelled'));
        for await (const block of content) void block;
      },
      aborted.signal,
    );
    await expect(reading).rejects.toThrow('cancelled');
    const broken = { bytes: 1_000, read: () => Promise.reject(new Error('no file')) };
    await expect(threads.unpack(broken, { ...OPTIONS, owner: 1 }, () => Promise.resolve(), signal)).rejects.toThrow(
      'no file',
    );
  });
});

describe('files that other programs have written', () => {
  it.each(['openpyxl.xlsx', 'exceljs.xlsx', 'sheetjs.xlsx'])('%s', async (name) => {
    const file = readFileSync(fileURLToPath(new URL(`./files/${name}`, import.meta.url)));
    expect(await readWorkbook(file)).toBe(
      'email,Name,Birthday,Joined,Points,Member\n' +
        'ann@example.com,"Ann, A.",1990-12-31,2024-01-31 10:30:00,0.1,TRUE\n' +
        '\n' +
        'bob@example.com,Bob,,,12,FALSE\n',
    );
  });
});
