import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../support/import-fixture.ts';
import type { ImportFixture } from '../support/import-fixture.ts';
import { importAutomatically, importExplicitly, NAME } from './support/file-cases.ts';

const ZIP = { name: 'Zip', fieldType: 'text' } as const;
const POINTS = { name: 'Points', fieldType: 'number' } as const;
const FIELDS = [NAME, ZIP, POINTS];
const MAPPING = ['email', 'Name', 'Zip', 'Points'];
const PEOPLE = {
  'ann@x.example': { Name: 'Ann', Zip: '00501', Points: 7 },
  'bob@x.example': { Name: 'Bob "B"', Zip: '01067', Points: 8 },
};

describe('cells that are written as formulas of text', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());

  it.each([
    [
      'bare',
      'email,Name,Zip,Points\n="ann@x.example",Ann,="00501",="7"\nbob@x.example,="Bob ""B""",="01067",8\n',
      [1, 2, 3, 4],
    ],
    [
      'enclosed, with a header of them',
      '"=""email""";"=""Name""";"=""Zip""";"=""Points"""\n"=""ann@x.example""";"=""Ann""";"=""00501""";"=""7"""\n' +
        '"=""bob@x.example""";"Bob ""B""";"=""01067""";"=""8"""\n',
      [1, 2, 3, 4],
    ],
    [
      'between tabs and blanks, with CR LF',
      'email\tName\tZip\tPoints\r\nann@x.example\tAnn\t ="00501" \t7\r\nbob@x.example\tBob "B"\t="01067"\t8\r\n',
      [3],
    ],
    [
      'among single quotes',
      "email,Name,Zip,Points\n'ann@x.example','Ann','=\"00501\"','7'\n'bob@x.example','Bob \"B\"',=\"01067\",'8'\n",
      [3],
    ],
  ])('are read as their text: %s', async (_, text, columns) => {
    const { analysis, people, outcome, notices } = await importAutomatically(fixture, Buffer.from(text), {
      fields: FIELDS,
    });
    expect(analysis.mapping).toEqual(MAPPING);
    expect(people).toMatchObject(PEOPLE);
    expect(outcome.counters).toMatchObject({ added: 2, failed: 0 });
    expect(notices).toMatchObject([{ code: 'formula_texts', columns, rows: [1, 2] }]);
    expect(analysis.notices).toEqual(notices);
  });

  it('are named with what they are read as', async () => {
    const source = Buffer.from('email,Name,Zip,Points\nann@x.example,Ann,="00501",7\n');
    const { notices } = await importExplicitly(fixture, source, ['email', 'Name', 'Zip', ''], { fields: FIELDS });
    const [{ message = '', count } = {}] = notices.filter(({ code }) => code === 'formula_texts');
    expect(count).toBe(1);
    expect(message).toBe(
      'A cell of the first rows is written as a formula of text, and is read as its text: ="00501" is 00501.',
    );
  });

  it('are not other formulas and texts, which are read as they are', async () => {
    const texts = ['=A1', '="a"&"b"', '=1+1', '= "c"', 'a="b"', '="', '==""'];
    const rows = texts.map((text, n) => `p${n}@x.example,"${text.replaceAll('"', '""')}"\n`).join('');
    const { people, notices } = await importExplicitly(fixture, Buffer.from(`email,Name\n${rows}`), ['email', 'Name']);
    expect(Object.values(people).map(({ Name }) => Name)).toEqual(texts);
    expect(notices).toEqual([]);
  });
});
