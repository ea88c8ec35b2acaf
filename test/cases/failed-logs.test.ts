import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnsHash } from '../../engine/csv/columns-hash.ts';
import type { LastMapping } from '../../engine/domain/subscriber-imports.ts';
import { importFile } from '../engine/activities/pipeline.ts';
import { createImportFixture } from '../support/import-fixture.ts';
import type { FieldSettings, ImportFixture } from '../support/import-fixture.ts';
import { DEFAULTS } from '../support/import-options.ts';
import { caseFile, importAutomatically, importExplicitly } from './support/file-cases.ts';

const MAPPING = ['email', 'Name', 'City'];
const LAST: LastMapping = { mapping: MAPPING, rules: null, columnsHash: columnsHash(MAPPING) };
const SHORT = 'The number of columns is 2 instead of 3.';
const FIELDS: readonly FieldSettings[] = ['Name', 'City', 'Error'].map((name) => ({ name, fieldType: 'text' }));

/** A log as spreadsheets write it: rows are as wide as the widest, and nothing is quoted that need not be. */
function resave(log: string, { separator = ',', quote = '' } = {}): string {
  const rows = log
    .trimEnd()
    .split('\n')
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')));
  const width = Math.max(...rows.map((row) => row.length));
  return rows
    .map((row) => Array.from({ length: width }, (_, at) => `${quote}${row[at] ?? ''}${quote}`).join(separator) + '\r\n')
    .join('');
}

describe('a failed log that is imported', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());

  const failedLogOf = async (source: string, mapping = MAPPING): Promise<string> => {
    const list = await fixture.createList({ fields: FIELDS });
    const file_format = { ...DEFAULTS.file_format, csv_has_headers: true };
    const { logs } = await importFile(fixture, list, source, { column_mapping: mapping, file_format });
    return logs.failed ?? '';
  };

  it('has the reason of each row in the column behind those of the file, and of a longer row behind its cells', async () => {
    const rows = ['bob@x.example,Bob', 'cid@x.example', 'no,Dan,Ulm', '"eve"x,Eve', 'fay@x.example,Fay,Ulm,more'];
    expect(await failedLogOf(`email,Name,City\n${rows.join('\n')}\n`)).toBe(
      [
        'email,Name,City,Error',
        `bob@x.example,Bob,,"${SHORT}"`,
        'cid@x.example,,,"The number of columns is 1 instead of 3."',
        'no,Dan,Ulm,"email is not a valid address"',
        '"eve"x,Eve,,"The row has a quoted field that is not closed, or whose closing quote is followed by other text."',
        'fay@x.example,Fay,Ulm,more,"The number of columns is 4 instead of 3."',
        '',
      ].join('\n'),
    );
  });

  it('is as wide as the header, also where the mapping is not', async () => {
    const log = await failedLogOf('email,Name,City\nbob@x.example,Bob\n', ['email']);
    expect(log).toBe('email,Name,City,Error\nbob@x.example,Bob,,"The number of columns is 2 instead of 1."\n');
  });

  it.each([
    ['commas', {}],
    ['semicolons', { separator: ';' }],
    ['quotes', { quote: '"' }],
    ['semicolons and quotes', { separator: ';', quote: '"' }],
  ])('resaved with %s, leaves the reason out and says so, whatever the last import was', async (_, written) => {
    const log = await failedLogOf('email,Name,City\nbob@x.example,Bob\nnot an address,Dan,Ulm\n');
    const corrected = resave(log, written).replace('not an address', 'dan@x.example');
    const failedLogs = [columnsHash(MAPPING)];
    for (const known of [{ lastMapping: LAST }, { failedLogs }]) {
      const { analysis, people, notices } = await importAutomatically(fixture, Buffer.from(corrected), {
        fields: FIELDS,
        ...known,
      });
      expect(analysis.mapping).toEqual([...MAPPING, '']);
      expect(analysis.notices).toMatchObject([{ code: 'not_imported', columns: [4], count: 2 }]);
      expect(notices).toEqual(analysis.notices);
      expect(people).toEqual({
        'bob@x.example': { status: 'active', Name: 'Bob', City: null, Error: null },
        'dan@x.example': { status: 'active', Name: 'Dan', City: 'Ulm', Error: null },
      });
    }
  });

  it('a column of the name "Error" is one like others in a file that is no failed log', async () => {
    const { people } = await importAutomatically(fixture, Buffer.from('email,Error\nann@x.example,none\n'), {
      fields: FIELDS,
      failedLogs: [columnsHash(MAPPING)],
    });
    expect(people).toMatchObject({ 'ann@x.example': { Error: 'none' } });
  });

  it('never gives a field the reason of a row that was short when it was logged', async () => {
    const source = await caseFile('91-failed-log-resaved.csv');
    const found = await importAutomatically(fixture, source, { lastMapping: LAST });
    for (const { people, outcome } of [found, await importExplicitly(fixture, source, [...MAPPING, ''])]) {
      expect(people).toEqual({});
      expect(outcome.counters).toMatchObject({ added: 0, failed: 1 });
      expect(outcome.logs.failed).toContain('City has the reason of a failed log');
    }
  });

  it('fails a row again that was too long, and that a spreadsheet made as wide as all others', async () => {
    const log = await failedLogOf('email,Name,City\nno,Dan,Ulm\nbob@x.example,Lee, Bob,Ulm\n');
    const resaved = resave(log).replace('no,', 'dan@x.example,');
    const { analysis, people, outcome } = await importAutomatically(fixture, Buffer.from(resaved), {
      lastMapping: LAST,
    });
    expect(analysis.mapping).toEqual([...MAPPING, '', '']);
    expect(people).toMatchObject({ 'dan@x.example': { City: 'Ulm' } });
    expect(outcome.counters).toMatchObject({ added: 1, failed: 1 });
    expect(outcome.logs.failed).toContain('"The number of columns is 4 instead of 3."');
  });
});
