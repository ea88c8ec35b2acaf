import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../support/import-fixture.ts';
import type { FieldSettings, ImportFixture } from '../support/import-fixture.ts';
import { caseFile, importAutomatically, importExplicitly } from './support/file-cases.ts';

const FIELDS: readonly FieldSettings[] = [
  { name: 'Salutation', fieldType: 'text' },
  { name: 'Gender', fieldType: 'text' },
  { name: 'Street', fieldType: 'text' },
  { name: 'Birthday', fieldType: 'date' },
  { name: 'Member', fieldType: 'boolean' },
  { name: 'Umsatz', fieldType: 'number', attributes: { number_support_decimal: true } },
  { name: 'Punkte', fieldType: 'number' },
];

describe('the columns of a file', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());
  const automatic = (text: string) => importAutomatically(fixture, Buffer.from(text), { fields: FIELDS });

  it('that are not imported are named with their filled cells, by an analysis and by an import alike', async () => {
    const text = 'email,Phone,Note\nann@x.example,1,\nbob@x.example,2,x\n';
    const expected = [{ code: 'not_imported', columns: [2, 3], rows: [], count: 3 }];
    const { analysis, notices } = await automatic(text);
    expect(analysis.notices).toMatchObject(expected);
    expect(notices).toEqual(analysis.notices);
    expect(notices[0]?.message).toContain('"Phone" (2), "Note" (1)');
    expect((await importExplicitly(fixture, Buffer.from(text), ['email', '', ''])).notices).toMatchObject(expected);
  });

  it('that are named like a field with other values are named with one of those', async () => {
    const { analysis, people } = await automatic('email,Birthday\nann@x.example,soon\nbob@x.example,later\n');
    expect(analysis.notices).toMatchObject([{ code: 'unfit_column', columns: [2] }]);
    expect(analysis.notices[0]?.message).toContain('"soon"');
    expect(people['ann@x.example']).toMatchObject({ Birthday: null });
  });

  it.each([
    ['Title', ['Mrs', 'Dr'], 'Salutation'],
    ['Title', ['Sales manager', 'CEO'], ''],
    ['Titel', ['Herr', 'Frau'], 'Salutation'],
    ['Titel', ['Prof. Dr.', 'Herr Dr.', 'Frau'], 'Salutation'],
    ['Title', ['Dr. of sales', 'Mr'], ''],
    ['Genre', ['homme', 'femme'], 'Gender'],
    ['Genre', ['Jazz', 'Rock'], ''],
    ['Address', ['Main Road 1', 'Hill 2'], 'Street'],
    ['Mitglied', ['ja', 'nein'], ''],
  ])('named %s with %j feed "%s"', async (name, [one, other], entry) => {
    const { analysis } = await automatic(`email,${name}\nann@x.example,${one}\nbob@x.example,${other}\n`);
    expect(analysis.mapping).toEqual(['email', entry]);
  });

  it('of yes and no in another language feed a boolean field, with what the words mean', async () => {
    const { analysis, people } = await automatic('email,Member\nann@x.example,ja\nbob@x.example,nein\n');
    expect(analysis.rules).toEqual([null, { values: expect.objectContaining({ ja: 'true', nein: 'false' }) }]);
    expect(people).toMatchObject({ 'ann@x.example': { Member: true }, 'bob@x.example': { Member: false } });
  });

  it('of numbers with one decimal mark have that as their rule, by which each number is read', async () => {
    const { analysis, people } = await importAutomatically(fixture, await caseFile('101-de-numbers.csv'), {
      fields: FIELDS,
    });
    expect(analysis.rules).toEqual([null, { decimal_mark: ',' }, null]);
    expect(people).toMatchObject({
      'ann@x.example': { Umsatz: 1234.5, Punkte: 5 },
      'bob@x.example': { Umsatz: 12.75, Punkte: 6 },
    });
    const both = await automatic('email;Umsatz\nann@x.example;1,25\nbob@x.example;1.234\ncid@x.example;1.25\n');
    expect(both.analysis.rules).toBeNull();
    const grouped = await automatic('email;Umsatz\nann@x.example;1,25\nbob@x.example;1.234\n');
    expect(grouped.analysis.rules).toEqual([null, { decimal_mark: ',' }]);
    expect(grouped.people['bob@x.example']).toMatchObject({ Umsatz: 1234 });
  });

  it.each([' / ', '+', ' & ', ';#', '::', ' · ', '·', '、', '；', ' und '])(
    'of choices have the separator %j as their rule',
    async (mark) => {
      const options = ['Cats', 'Dogs', 'Birds & more'].map((name, at) => ({ id: at + 1, name }));
      const topics: FieldSettings = { name: 'Topics', fieldType: 'select_multiple_checkboxes', options };
      const text = `email,Topics\nann@x.example,Cats${mark}Dogs\nbob@x.example,Dogs\n`;
      const { analysis, people } = await importAutomatically(fixture, Buffer.from(text), { fields: [topics] });
      expect(analysis.rules).toEqual([null, { separator: mark }]);
      expect(people).toMatchObject({ 'ann@x.example': { Topics: [1, 2] }, 'bob@x.example': { Topics: [2] } });
    },
  );

  it('of dates and numbers have words for no value as blank cells', async () => {
    const text = 'email;Birthday;Umsatz\nann@x.example;31.12.1990;12,5\nbob@x.example;NULL;n/a\ncid@x.example;-;#N/A\n';
    const { analysis, people } = await automatic(text);
    expect(analysis.rules).toEqual([
      ...[null, { values: { null: '', '-': '' } }, { decimal_mark: ',', values: { 'n/a': '', '#n/a': '' } }],
    ]);
    expect(Object.values(people)).toMatchObject([{ Umsatz: 12.5 }, { Birthday: null, Umsatz: null }, { Umsatz: null }]);
  });

  it('are found by their names without remarks', async () => {
    const { analysis } = await automatic(
      'E-Mail (required),Birthday [DD/MM/YYYY],Street*\nann@x.example,,Main Road 1\n',
    );
    expect(analysis.mapping).toEqual(['email', 'Birthday', 'Street']);
  });

  it.each(['31.12.90', '12/31/90', '31-Dec-90'])(
    'with years of two digits (%s) are named with the reason',
    async (cell) => {
      const { analysis } = await automatic(`email;Birthday\nann@x.example;${cell}\n`);
      expect(analysis.notices).toMatchObject([{ code: 'unfit_column', columns: [2] }]);
      expect(analysis.notices[0]?.message).toContain(`"${cell}". A year needs four digits.`);
    },
  );

  it('of numbers have no rule where the client says what the decimal mark is', async () => {
    const { analysis, people } = await importAutomatically(
      fixture,
      Buffer.from('email;Umsatz\nann@x.example;12,5\nbob@x.example;1.234\n'),
      { fields: FIELDS, sentFormat: { decimal_mark: ',' } },
    );
    expect(analysis).toMatchObject({ rules: null, format: { decimal_mark: ',' } });
    expect(people).toMatchObject({ 'ann@x.example': { Umsatz: 12.5 }, 'bob@x.example': { Umsatz: 1234 } });
  });
});
