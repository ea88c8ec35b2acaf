import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../support/import-fixture.ts';
import type { ImportFixture } from '../support/import-fixture.ts';
import { analyzeFile, importAutomatically, importExplicitly } from './support/file-cases.ts';

const MAPPING = ['email', 'Name', 'City'];
const TWO = { 'ann@x.example': { Name: 'Lee, Ann', City: 'Bonn' }, 'bob@x.example': { Name: 'Bob', City: 'Ulm' } };

describe('quotes that enclose no fields', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());

  /** Imports a file with the mapping of the analysis, and with one that is sent with the separator. */
  const bothWays = async (text: string, csv_field_separator: ',' | ';' | '^') => {
    const source = Buffer.from(text);
    const found = await importAutomatically(fixture, source);
    expect(found.analysis).toMatchObject({ format: { csv_field_separator }, mapping: MAPPING, warnings: [] });
    return [found, await importExplicitly(fixture, source, MAPPING, { sentFormat: { csv_field_separator } })] as const;
  };

  it.each([
    ['all rows', ';', '"email;Name;City"\n"ann@x.example;Lee, Ann;Bonn"\n"bob@x.example;Bob;Ulm"\n'],
    ['rows with commas', ';', 'email;Name;City\r\n"ann@x.example;Lee, Ann;Bonn"\r\nbob@x.example;Bob;Ulm\r\n'],
    [
      'rows with quotes, and separators behind them',
      ',',
      '\ufeff"email,Name,City";;\r\n"ann@x.example,""Lee, Ann"",Bonn";;\r\n"bob@x.example,Bob,Ulm";;',
    ],
    ['all rows, in lines of CR', ';', '"email;Name;City"\r"ann@x.example;Lee, Ann;Bonn"\r"bob@x.example;Bob;Ulm"\r'],
    [
      'curly ones all fields',
      ',',
      '“email”,“Name”,“City”\n“ann@x.example”,“Lee, Ann”,“Bonn”\n“bob@x.example”,“Bob”,“Ulm”',
    ],
    [
      'low and high ones fields with commas',
      ',',
      'email,Name,City\nann@x.example,„Lee, Ann“,Bonn\nbob@x.example,Bob,Ulm\n',
    ],
  ] as const)('enclose %s', async (_, separator, text) => {
    for (const { people, outcome } of await bothWays(text, separator)) {
      expect(people).toMatchObject(TWO);
      expect(outcome).toMatchObject({ records: 2, counters: { added: 2, failed: 0 } });
    }
  });

  it('are gone in the failed log, which is imported again', async () => {
    const rows = '"email;Name;City"\n"ann@x.example;Lee, Ann;Bonn"\n"no address;Bob;Ulm"\n';
    const [{ outcome }] = await bothWays(rows, ';');
    expect(outcome.logs.failed).toBe('email;Name;City;Error\nno address;Bob;Ulm;"email is not a valid address"\n');
  });

  it.each([
    ['texts', 'email;Name;City\nann@x.example;“The Boss”;Bonn\n', '“The Boss”'],
    ['titles', 'email;Name;City\nann@x.example;Ann „the“ Lee;Bonn\n', 'Ann „the“ Lee'],
  ])('stay in %s', async (_, text, name) => {
    const { people } = await importAutomatically(fixture, Buffer.from(text));
    expect(people).toMatchObject({ 'ann@x.example': { Name: name } });
  });

  it('leave a file of one column one, whose cells have commas', async () => {
    const source = Buffer.from('"Lee, Ann <ann@x.example>"\n"Ray, Bob <bob@x.example>"\n');
    const list = await fixture.createList();
    expect(analyzeFile(list, source).mapping).toEqual(['email']);
  });

  it('stand around a name before its address, whatever separates the columns', async () => {
    for (const mark of [';', ','] as const) {
      const source = `Email,Name,City\n"Lee${mark} Ann" <ann@x.example>,"Lee, Ann",Bonn\n"Ray, Bob" <bob@x.example>,Bob,Ulm\n`;
      const text = source.replaceAll(/,(?! )/g, mark);
      const { people, notices } = await importAutomatically(fixture, Buffer.from(text));
      expect([people, notices]).toMatchObject([TWO, [{ code: 'cleaned_addresses', count: 2 }]]);
    }
    const lines = Buffer.from('"Lee, Ann" <ann@x.example>;\n"Ray, Bob" <bob@x.example>;\n');
    expect(Object.keys((await importAutomatically(fixture, lines)).people)).toEqual(Object.keys(TWO));
  });

  it('and carets separate', async () => {
    const text = 'email^Name^City\nann@x.example^Lee, Ann^Bonn\nbob@x.example^"Bob"^Ulm\n';
    for (const { people } of await bothWays(text, '^')) expect(people).toMatchObject(TWO);
  });

  it('and the end of a file of DOS is none of its cells or records', async () => {
    for (const end of ['\x1a', '\r\n\x1a\x1a', '\r\n\x1a\r\n']) {
      const text = `email,Name,City\r\nann@x.example,"Lee, Ann",Bonn\r\nbob@x.example,Bob,Ulm${end}`;
      for (const { people, outcome } of await bothWays(text, ',')) {
        expect([people, outcome.records]).toMatchObject([TWO, 2]);
        expect(people['bob@x.example']?.['City']).toBe('Ulm');
      }
    }
  });
});
