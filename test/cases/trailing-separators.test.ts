import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnsHash } from '../../engine/csv/columns-hash.ts';
import { createImportFixture } from '../support/import-fixture.ts';
import type { ImportFixture } from '../support/import-fixture.ts';
import { importAutomatically, importExplicitly } from './support/file-cases.ts';

const PEOPLE = {
  'ann@x.example': { Name: 'Ann', City: 'Ulm' },
  'bob@x.example': { Name: 'Bob', City: null },
};

describe('a separator at the end of lines', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());
  const bytes = (...lines: string[]) => Buffer.from(`${lines.join('\n')}\n`);

  it.each([
    ['the rows', ['email;Name;City', 'ann@x.example;Ann;Ulm;', 'bob@x.example;Bob;;']],
    ['the rows, twice', ['email;Name;City', 'ann@x.example;Ann;Ulm;;', 'bob@x.example;Bob;;;']],
    ['the header', ['email;Name;City;', 'ann@x.example;Ann;Ulm', 'bob@x.example;Bob;']],
    ['both', ['email;Name;City;', 'ann@x.example;Ann;Ulm;', 'bob@x.example;Bob;;']],
    ['the rows below a title', ['People of May', 'email;Name;City', 'ann@x.example;Ann;Ulm;', 'bob@x.example;Bob;;']],
  ])('of %s alone is no cell', async (_, lines) => {
    const { analysis, outcome, people } = await importAutomatically(fixture, bytes(...lines));
    expect(people).toMatchObject(PEOPLE);
    expect([analysis.warnings, outcome.logs.failed]).toEqual([[], undefined]);
  });

  it('of the rows is no cell with an explicit mapping, either; a surplus cell with a text is one', async () => {
    const lines = bytes('email;Name', 'ann@x.example;Ann;', 'bob@x.example;Bob;x', 'no;Cid;');
    const { people, outcome } = await importExplicitly(fixture, lines, ['email', 'Name'], {
      sentFormat: { csv_field_separator: ';' },
    });
    expect(Object.keys(people)).toEqual(['ann@x.example']);
    expect(outcome.logs.failed).toBe(
      [
        'email;Name;Error',
        'bob@x.example;Bob;x;"The number of columns is 3 instead of 2."',
        'no;Cid;"email is not a valid address"',
        '',
      ].join('\n'),
    );
  });

  it('of the header: its failed log, repaired, is imported as its file was', async () => {
    const log = ['email;Name;City;;Error', 'ann@x.example;Ann;Ulm;;"x"', 'bob@x.example;Bob;;;"x"'];
    const { people } = await importAutomatically(fixture, bytes(...log), {
      failedLogs: [columnsHash(['email', 'Name', 'City', ''])],
    });
    expect(people).toMatchObject(PEOPLE);
  });
});
