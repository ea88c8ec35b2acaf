import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../support/import-fixture.ts';
import type { ImportFixture } from '../support/import-fixture.ts';
import { analyzeFile, importAutomatically, importExplicitly, NAME } from './support/file-cases.ts';

describe('texts that are no texts of people', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());

  const file = (...names: readonly string[]) =>
    Buffer.from(`Email,Name\n${names.map((name, at) => `p${at}@x.example,${name}\n`).join('')}`);
  const namesOf = ({ people }: { people: Readonly<Record<string, Readonly<Record<string, unknown>>>> }) =>
    Object.values(people).map(({ Name }) => Name);

  it('are blank where several say that there is no value, and a notice counts them', async () => {
    const imported = await importAutomatically(fixture, file('NULL', 'null', 'Cid'));
    expect(namesOf(imported)).toEqual([null, null, 'Cid']);
    expect(imported.notices).toMatchObject([
      {
        code: 'blank_words',
        message: 'Column "Name": "NULL", "null" in 2 cells of the first rows is read as blank.',
        ...{ columns: [2], count: 2 },
      },
    ]);
  });

  it.each(['\\N', '#N/A', '#REF!', 'N/A'])('are blank where no name is written so: %s', async (word) => {
    expect(namesOf(await importAutomatically(fixture, file(word, 'Bob')))).toEqual([null, 'Bob']);
  });

  it('are left as they are where they may be a name, with a notice', async () => {
    const one = await importAutomatically(fixture, file('NULL', 'Bob'));
    expect(namesOf(one)).toEqual(['NULL', 'Bob']);
    expect(one.notices).toMatchObject([{ code: 'blank_words', message: expect.stringContaining('imported as it is') }]);
    expect(namesOf(await importAutomatically(fixture, file('Null', 'NULL', 'NULL')))).toEqual(['Null', 'NULL', 'NULL']);
    const explicit = await importExplicitly(fixture, file('NULL', 'NULL'), ['email', 'Name']);
    expect(namesOf(explicit)).toEqual(['NULL', 'NULL']);
    expect(explicit.notices).toMatchObject([{ code: 'blank_words', count: 2 }]);
    expect((await importAutomatically(fixture, file('Null', 'Nan', 'Ann'))).notices).toEqual([]);
  });

  it('are left as they are in a required field, which a blank cell would fail', async () => {
    const list = await fixture.createList({ fields: [{ ...NAME, required: true }] });
    const { rules } = analyzeFile(list, file('N/A', 'Bob'), { fields: [{ ...NAME, required: true }] });
    expect(JSON.stringify(rules)).not.toContain('n/a');
  });

  it('have a notice where a spreadsheet has shortened a number', async () => {
    const { notices } = await importAutomatically(fixture, file('"4,91703E+11"', '4.91703E+11', '12E5', '1e5'));
    expect(notices).toMatchObject([{ code: 'lost_digits', columns: [2], count: 2 }]);
  });

  it('are addresses in two columns, each blank where the other is not: that is a decision', async () => {
    const list = await fixture.createList({ fields: [NAME] });
    const both = 'Name,Private email,Work email\nAnn,,ann@x.example\nBob,bob@x.example,\n';
    const { mapping, warnings } = analyzeFile(list, Buffer.from(both), { fields: [NAME] });
    expect(mapping).toBeNull();
    expect(warnings[0]).toMatchObject({
      code: 'several_address_columns',
      message:
        '"Work email" is blank where "Private email" has an address, in 1 of the first rows: put all addresses into one column, or ' +
        'name the one to import in column_mapping.',
      ...{ rows: [2], columns: [2, 3] },
    });
    const manager =
      'Email,Name,Manager email\nann@x.example,Ann,m@x.example\n,Bob,m@x.example\ncid@x.example,Cid,m@x.example\n';
    expect(analyzeFile(list, Buffer.from(manager), { fields: [NAME] }).mapping).toEqual(['email', 'Name', '']);
    const first = 'Name,Email,Email 2\nAnn,ann@x.example,\nBob,bob@x.example,bob2@x.example\n';
    expect(analyzeFile(list, Buffer.from(first), { fields: [NAME] }).mapping).toEqual(['Name', 'email', '']);
  });
});
