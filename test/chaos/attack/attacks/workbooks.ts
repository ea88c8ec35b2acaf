import { workbook, workbookFiles } from '../../../support/workbook.ts';
import { zip } from '../../../support/zip.ts';
import type { ZippedFile } from '../../../support/zip.ts';
import type { Attack } from '../attack.ts';
import { sendUpload, TUS } from '../hostile/send-upload.ts';

/** Workbooks and archives that cost more than a table does, or are none. */
export const workbooks: Attack = {
  name: 'workbooks',
  title:
    'workbooks that unpack to 300 times their size, share a text between a million cells, declare entities, nest and never end, or have 50 sheets of covers, and archives that lie or have 10,000 names, as sources of analyses and imports',
  play: async (hostile) => {
    const { call, finishImports, listId, size, startImport } = hostile;
    const ids: string[] = [];
    const imports: (number | null)[] = [];
    for (const file of filesOf(size === 'full' ? 1_000_000 : 20_000)) {
      const id = await sendUpload(hostile, file);
      ids.push(id);
      const source = { type: 'upload', id };
      await call('POST', `/mailing_lists/${listId}/subscriber_imports/analyze`, {
        subscriber_import: { file_source: source },
      });
      imports.push(await startImport(source, { column_mapping: ['email'] }));
    }
    await finishImports(imports, 60_000);
    for (const id of ids) await call('DELETE', `/uploads/${id}`, undefined, { headers: TUS });
  },
};

const SHEET = 'xl/worksheets/sheet1.xml';

function filesOf(amount: number): Buffer[] {
  const sheet = (rows: string, before = '') =>
    withSheet(`${before}<worksheet><sheetData>${rows}</sheetData></worksheet>`);
  const shared = '<row><c t="s"><v>0</v></c></row>'.repeat(amount);
  return [
    sheet('<a/>'.repeat(6 * amount)),
    sheet(shared),
    sheet('<row><c t="s"><v>999999999</v></c></row>'),
    sheet('<row><c><v>&b;</v></c></row>', '<!DOCTYPE a [<!ENTITY a "x"><!ENTITY b "&a;&a;&a;">]>'),
    sheet('<a>'.repeat(amount)),
    sheet(`<row a="${'x'.repeat(amount)}`),
    sheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
    zip([{ name: 'a.csv', content: 'x'.repeat(20 * amount), bytes: 1 }]),
    zip(Array.from({ length: 10_001 }, (_, n) => ({ name: `../../${n}.csv`, content: '', method: 0 }))),
    sheet(shared).subarray(0, 2_000),
    // A table behind covers, and one among as many names as an archive may have.
    workbook({ sheets: Array.from({ length: 50 }, (_, n) => ({ name: `Cover ${n}`, rows: coverOf(amount / 50, n) })) }),
    zip([...namesOf(9_999), { name: 'a.csv', content: 'email\na@example.com\n' }]),
    zip([...namesOf(100, 60_000), { name: 'a.csv', content: 'email\na@example.com\n' }]),
  ];
}

/** The rows of a sheet without addresses, and of the last one with one. */
function coverOf(rows: number, n: number): string[][] {
  return Array.from({ length: rows }, (_, row) => [n === 49 && row > 0 ? `a${row}@example.com` : `Prepared by ${row}`]);
}

/** Texts next to a table, such as explanations and files of programs. */
function namesOf(count: number, length = 20): ZippedFile[] {
  const name = (n: number) => `${n % 2 === 0 ? '__MACOSX/' : ''}${'readme.'.repeat(length / 7)}${n}.txt`;
  return Array.from({ length: count }, (_, n) => ({ name: name(n), content: '', method: 0 }));
}

function withSheet(content: string): Buffer {
  const files = workbookFiles({ sheets: [{ name: 'People', rows: [] }], strings: ['x'.repeat(100_000)] });
  return zip(files.map((file) => (file.name === SHEET ? { ...file, content } : file)));
}
