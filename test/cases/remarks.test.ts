import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../support/import-fixture.ts';
import type { FieldSettings, ImportFixture } from '../support/import-fixture.ts';
import { analyzeFile } from './support/file-cases.ts';

const FIELDS: readonly FieldSettings[] = [
  ...['First Name', 'Phone', 'City', 'Genre', 'Salutation', 'Street', 'Name'].map(
    (name) => ({ name, fieldType: 'text' }) as const,
  ),
  { name: 'Newsletter', fieldType: 'boolean' },
  { name: 'Birthday', fieldType: 'date' },
];

describe('a remark in the name of a column', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());

  const analyze = async (names: readonly string[], cells: readonly string[], fields = FIELDS) => {
    const rows = [names, ['ann@x.example', ...cells], ['bob@x.example', ...cells]];
    return analyzeFile(
      await fixture.createList({ fields }),
      Buffer.from(rows.map((row) => `${row.join(';')}\n`).join('')),
      {
        fields,
      },
    );
  };
  const mappingOf = async (names: readonly string[], cells: readonly string[]) =>
    (await analyze(['Email', ...names], cells)).columns.map(({ entry }) => entry).slice(1);

  it.each([
    ['City (optional)', 'Ulm', 'City'],
    ['Birthday [DD/MM/YYYY]', '31/12/1990', 'Birthday'],
    ['Status (account)', 'inactive', ''],
    ['Estado (cuenta)', 'active', ''],
    ['Removed at (account)', '2024-01-31', ''],
    ['Newsletter (SMS)', 'yes', ''],
    ['Title (job)', 'Sales manager', ''],
    ['Genre (music)', 'Jazz', ''],
    ['Address (mail)', 'eve@x.example', ''],
  ])('is left out where that makes nothing else of it: %s with %s', async (name, cell, entry) => {
    expect(await mappingOf([name], [cell])).toEqual([entry]);
  });

  it.each([
    [
      ['Newsletter (SMS)', 'Newsletter'],
      ['yes', 'no'],
      ['', 'Newsletter'],
    ],
    [
      ['Phone (old)', 'Phone'],
      ['1', '2'],
      ['', 'Phone'],
    ],
    [
      ['Birthday (partner)', 'Birthday'],
      ['1990-01-31', '1991-01-31'],
      ['', 'Birthday'],
    ],
    [
      ['Birthday (partner)', 'Date of birth'],
      ['1990-01-31', '1991-01-31'],
      ['', 'Birthday'],
    ],
    [
      ['Phone (old)', 'Phone (new)'],
      ['1', '2'],
      ['', ''],
    ],
  ])('loses to a column that means the entry without one: %j', async (names, cells, entries) => {
    expect(await mappingOf(names, cells)).toEqual(entries);
  });

  it('keeps a field of mail from a column of paper, which remains a column of consent', async () => {
    expect(await mappingOf(['Newsletter (Post)', 'Newsletter'], ['yes', 'no'])).toEqual(['status', 'Newsletter']);
    const { notices } = await analyze(['Email', 'Newsletter (Post)', 'Newsletter'], ['yes', 'no']);
    expect(notices).toMatchObject([{ code: 'consent_column', columns: [3] }]);
  });

  it('leaves the address to the column that has only its name', async () => {
    const { columns, isUndecided } = await analyze(['Email', 'Email (manager)'], ['boss@x.example']);
    expect(columns.map(({ entry }) => entry)).toEqual(['email', '']);
    expect(isUndecided).toBe(false);
  });

  it('is no matter of a column "Ad", which is a first name in Turkish where there is a last name', async () => {
    expect(await mappingOf(['Name', 'Ad'], ['Ann Lee', 'Spring'])).toEqual(['Name', '']);
    expect(await mappingOf(['Ad', 'Soyad'], ['Ann', 'Lee'])).toEqual(['First Name', '']);
  });
});
