import { describe, expect, it } from 'vitest';
import { inMemory } from '../../../engine/workbooks/random-file.ts';
import { unpack } from '../../../engine/workbooks/unpack.ts';
import { workbook } from '../../support/workbook.ts';
import type { CellValue, WorkbookContent } from '../../support/workbook.ts';
import { zip } from '../../support/zip.ts';
import { OPTIONS, readWorkbook } from './read-workbook.ts';

const one = (rows: readonly (readonly CellValue[] | null)[], rest: Partial<WorkbookContent> = {}) =>
  workbook({ sheets: [{ name: 'People', rows }], ...rest });
const xml = (text: string) => ({ xml: text });

describe('the sheet of a workbook as CSV', () => {
  it('has inline, shared and rich texts, without how they are pronounced', async () => {
    const rich = xml('<c t="inlineStr"><is><r><t>An</t></r><r><rPr><b/></rPr><t>n</t></r><rPh><t>x</t></rPh></is></c>');
    const file = one(
      [
        ['email', 'Name'],
        [xml('<c t="s"><v>1</v></c>'), rich],
      ],
      { strings: ['unused', 'ann@example.com'] },
    );
    expect(await readWorkbook(file)).toBe('email,Name\nann@example.com,Ann\n');
  });

  it('has numbers as their shortest decimal text, truth values, and the last values of formulas', async () => {
    const cells = [
      ...[xml('<c><v>4.2000000000000002</v></c>'), xml('<c><v>4.915112345678E12</v></c>'), xml('<c><v>1E-7</v></c>')],
      ...[true, false, xml('<c t="str"><f>A1&amp;"x"</f><v>made</v></c>'), xml('<c><f>1+1</f><v>2</v></c>')],
      xml('<c t="e"><v>#N/A</v></c>'),
    ];
    expect(await readWorkbook(one([cells]))).toBe('4.2,4915112345678,0.0000001,TRUE,FALSE,made,2,#N/A\n');
  });

  it('has dates and times by the style of their cells', async () => {
    const formats = [
      'yyyy-mm-dd',
      'd. mmm yyyy h:mm',
      '[$-409]h:mm AM/PM',
      '[h]:mm:ss',
      '[Red]0.00',
      '00000',
      '"Std" 0',
      'mmm-yy',
    ];
    const cells = [45322, 45322.4375, 0.75, 1.5, 45322, 1234, 12, 45322].map((value, at) =>
      xml(`<c s="${at + 1}"><v>${value}</v></c>`),
    );
    expect(await readWorkbook(one([cells], { formats }))).toBe(
      '2024-01-31,2024-01-31 10:30:00,18:00:00,36:00:00,45322,01234,12,2024-01-31\n',
    );
  });

  it('counts days from 1900, with the day that 1900 never had, or from 1904', async () => {
    const days = (numbers: readonly number[]) => [numbers.map((value) => xml(`<c s="1"><v>${value}</v></c>`))];
    const formats = ['yyyy-mm-dd'];
    expect(await readWorkbook(one(days([1, 59, 60, 61, 2958465, 2958466, -1, 0]), { formats }))).toBe(
      '1900-01-01,1900-02-28,1900-02-29,1900-03-01,9999-12-31,2958466,-1,0\n',
    );
    expect(await readWorkbook(one(days([0, 43860]), { formats, is1904: true }))).toBe('1904-01-01,2024-01-31\n');
  });

  it('has a line for each row of the sheet, and as many fields as the widest of the first rows', async () => {
    const rows = [
      null,
      ['Our people'],
      ['email', 'Name', 'City'],
      null,
      ['a@example.com'],
      [null, 'Bob', null, 'extra'],
      [' ', ''],
    ];
    expect(await readWorkbook(one(rows), { columns: 3 })).toBe(
      '\nOur people,,\nemail,Name,City\n\na@example.com,,\n,Bob,,extra\n',
    );
    expect(await readWorkbook(one(rows.slice(0, 5)))).toBe('\nOur people,,\nemail,Name,City\n\na@example.com,,\n');
  });

  it('encloses cells with separators, enclosures and line breaks', async () => {
    const cells = ['a,b', 'say "hi"', 'two\r\nlines', 'it_x0027_s_x000D_', "o'neil; x"];
    const marks = { csv_field_separator: ';', csv_field_enclosure: "'" } as const;
    expect(await readWorkbook(one([cells]))).toBe('"a,b","say ""hi""","two\nlines","it\'s\n",o\'neil; x\n');
    expect(await readWorkbook(one([cells]), { marks })).toBe("a,b;say \"hi\";'two\nlines';'it''s\n';'o''neil; x'\n");
  });

  it('is the first visible one, or the one that is named by name or number', async () => {
    const file = workbook({
      sheets: [
        { name: 'Old', rows: [['old']], state: 'hidden' },
        { name: 'Kunden', rows: [['first'], ['second']] },
        { name: 'Empty', rows: [] },
        { name: '2', rows: [['named']] },
      ],
    });
    expect(await readWorkbook(file)).toBe('first\nsecond\n');
    expect(await readWorkbook(file, { sheet: 'old' })).toBe('old\n');
    expect(await readWorkbook(file, { sheet: 3 })).toBe('named\n');
    expect(await readWorkbook(file, { sheet: '2' })).toBe('named\n');
    expect(await readWorkbook(file, { sheet: '1' })).toBe('first\nsecond\n');
    await expect(readWorkbook(file, { sheet: 'none' })).rejects.toThrow('a number from 1 to 3');
    expect((await unpack(inMemory(file), OPTIONS)).workbook).toEqual({
      sheet: { name: 'Kunden', rows: 2 },
      sheets: [
        { name: 'Kunden', rows: 2 },
        { name: '2', rows: 1 },
      ],
    });
  });
});

describe('a ZIP archive', () => {
  it('with one table is that table, whatever else programs have put in', async () => {
    const file = zip([
      { name: '__MACOSX/._people.csv', content: 'x' },
      { name: 'export/', content: '', method: 0 },
      { name: '../../export/people.CSV', content: 'email\nann@example.com\n' },
      { name: 'readme.md', content: 'x' },
    ]);
    expect(await readWorkbook(file)).toBe('email\nann@example.com\n');
  });

  it.each([
    [['a.csv', 'b.tsv'], 'has 2 files of CSV, TSV or TXT'],
    [['a.pdf'], 'has no file of CSV, TSV or TXT'],
    [[], 'has no file of CSV, TSV or TXT'],
    [['[Content_Types].xml', 'xl/workbook.bin'], 'binary Excel workbook (XLSB)'],
    [['mimetype', 'content.xml'], 'OpenDocument'],
    [['Index/Document.iwa', 'preview.jpg'], 'Numbers'],
    [['[Content_Types].xml', 'word/document.xml'], 'Word document'],
  ])('of %j says what it is and what to do', async (names, sentence) => {
    const file = zip(names.map((name) => ({ name, content: 'x' })));
    await expect(readWorkbook(file)).rejects.toThrow(sentence);
  });

  it('with a password, by another method, or cut off is refused', async () => {
    const csv = { name: 'a.csv', content: 'email\n' };
    await expect(readWorkbook(zip([{ ...csv, flags: 1 }]))).rejects.toThrow('protected with a password');
    await expect(readWorkbook(zip([{ ...csv, method: 9 }]))).rejects.toThrow('not supported (9)');
    const whole = zip([csv]);
    for (const end of [5, 40, whole.length - 1]) {
      await expect(readWorkbook(whole.subarray(0, end))).rejects.toThrow('damaged or was cut off');
    }
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(38) ^ 1, 38);
    await expect(readWorkbook(changed)).rejects.toThrow('damaged or was cut off');
  });
});
