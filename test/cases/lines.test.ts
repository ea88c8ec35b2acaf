import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../support/import-fixture.ts';
import type { ImportFixture } from '../support/import-fixture.ts';
import { analyzeFile, caseFile, importAutomatically, importExplicitly, NAME } from './support/file-cases.ts';

const MAPPING = ['email', 'Name', 'City'];
const TWO = { 'ann@x.example': { Name: 'Ann', City: 'Bonn' }, 'bob@x.example': { Name: 'Bob', City: 'Ulm' } };

describe('lines of a file', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());

  it('a hint at the separator is no record, with any mapping', async () => {
    const source = await caseFile('01-sep-line.csv');
    const found = await importAutomatically(fixture, source);
    expect(found.analysis).toMatchObject({ format: { csv_field_separator: ';' }, mapping: MAPPING, records: 2 });
    const sentFormat = { csv_field_separator: ';' } as const;
    const explicit = await importExplicitly(fixture, source, MAPPING, { sentFormat });
    for (const { people, outcome } of [found, explicit]) {
      expect(Object.keys(people)).toHaveLength(2);
      expect(people).toMatchObject({ 'ann@x.example': { City: 'Bonn' }, 'bob@x.example': { Name: 'Bob' } });
      expect(outcome).toMatchObject({ records: 2, counters: { added: 2, failed: 0 } });
    }
  });

  it('rows of nothing but separators are no records', async () => {
    const source = await caseFile('04-blank-rows.csv');
    const found = await importAutomatically(fixture, source);
    expect(found.analysis.records).toBe(2);
    for (const { people, outcome } of [found, await importExplicitly(fixture, source, MAPPING)]) {
      expect([people, outcome]).toMatchObject([TWO, { records: 2, counters: { added: 2, failed: 0 } }]);
    }
  });

  it.each(['18-space-quote.csv', '19-quote-space.csv'])('blanks around enclosures are no text: %s', async (name) => {
    const source = await caseFile(name);
    const found = await importAutomatically(fixture, source);
    for (const { people, outcome } of [found, await importExplicitly(fixture, source, MAPPING)]) {
      expect(people).toMatchObject({
        'ann@x.example': { Name: 'Lee, Ann', City: 'Bonn' },
        'bob@x.example': { Name: 'Ray, Bob', City: 'Ulm' },
      });
      expect(outcome.counters).toMatchObject({ added: 2, failed: 0 });
    }
  });

  it('titles above the header are skipped and said', async () => {
    const source = await caseFile('24-preamble.csv');
    const { analysis, people, outcome, notices } = await importAutomatically(fixture, source);
    expect(analysis).toMatchObject({ format: { skip_lines: 2, csv_has_headers: true }, mapping: MAPPING, records: 2 });
    const message = expect.stringContaining('"Members of the club", "Exported on 2026-01-02"') as string;
    expect(notices).toEqual([{ code: 'skipped_lines', message, columns: [], rows: [], count: 2 }]);
    expect(analysis.notices).toEqual(notices);
    expect([people, outcome]).toMatchObject([TWO, { records: 2, counters: { added: 2 } }]);
  });

  it.each([
    [15, ','],
    [30, ';'],
    [100, '\t'],
  ])('%i titles are found above the header, and %j as the separator', async (count, mark) => {
    const titles = Array.from({ length: count }, (_, at) => `Line ${at} of a report\n`).join('');
    const rows = 'email,Name,City\nann@x.example,Ann,Bonn\nbob@x.example,Bob,Ulm\n'.replaceAll(',', mark);
    const { analysis, people } = await importAutomatically(fixture, Buffer.from(titles + rows));
    expect(analysis.format).toMatchObject({ skip_lines: count, csv_field_separator: mark });
    expect(people).toMatchObject(TWO);
  });

  it.each([
    ['a cell of one line', 'email,Name,City\rann@x.example,Ann,"Bonn"\rbob@x.example,Bob,"Ulm"\r', 'Ulm'],
    [
      'cells of several lines',
      'email,Name,City\rann@x.example,Ann,Bonn\rbob@x.example,Bob,"Ulm\n""Old"" town"\r',
      'Ulm\n"Old" town',
    ],
    ['single quotes', "email;Name;City\rann@x.example;'Ann';'Bonn'\rbob@x.example;'Bob';'Ulm\nSouth'\r", 'Ulm\nSouth'],
    ['a header of several lines', '"e\nmail",Name,City\rann@x.example,Ann,Bonn\rbob@x.example,Bob,Ulm', 'Ulm'],
    [
      'tabs, and no line end at the end',
      'email\tName\tCity\rann@x.example\tAnn\tBonn\rbob@x.example\tBob\t"Ulm\nSouth"',
      'Ulm\nSouth',
    ],
  ])('CR ends lines of a file that has LF within cells alone: %s', async (_, text, city) => {
    const fields = [NAME, { name: 'City', fieldType: 'text_multiline' }] as const;
    const found = await importAutomatically(fixture, Buffer.from(text), { fields });
    expect(found.analysis).toMatchObject({ lineEnds: 'CR', mapping: MAPPING });
    const sentFormat = {
      csv_field_separator: found.analysis.format.csv_field_separator,
      csv_field_enclosure: found.analysis.format.csv_field_enclosure,
    };
    const explicit = await importExplicitly(fixture, Buffer.from(text), MAPPING, { fields, sentFormat });
    for (const { people, outcome } of [found, explicit]) {
      expect(people).toMatchObject({ ...TWO, 'bob@x.example': { Name: 'Bob', City: city } });
      expect(outcome.counters).toMatchObject({ added: 2, failed: 0 });
    }
  });

  it.each([
    ['LF ends lines', 'email,Name,City\nann@x.example,Ann,Bonn\nbob@x.example,Bob,"Ulm\rSouth"\n', 'LF'],
    ['CR LF ends lines', 'email,Name,City\r\nann@x.example,Ann,Bonn\r\nbob@x.example,Bob,"Ulm\rSouth"\r\n', 'CRLF'],
    ['LF ends lines with apostrophes', "email,Name,City\n'ann@x.example,Ann,Bonn\nbob@x.example,Bob,'Ulm\r\n", 'mixed'],
  ])('%s, also where cells have a CR', async (_, text, lineEnds) => {
    const list = await fixture.createList();
    expect(analyzeFile(list, Buffer.from(text)).lineEnds).toBe(lineEnds);
  });

  it('more titles than can be skipped are none: the file is refused', async () => {
    const titles = Array.from({ length: 101 }, (_, at) => `Line ${at} of a report\n`).join('');
    const list = await fixture.createList();
    expect(analyzeFile(list, Buffer.from(`${titles}email,Name\nann@x.example,Ann\n`)).mapping).toBeNull();
  });

  it('titles with blank lines between them count with these: more than can be skipped are none', async () => {
    const list = await fixture.createList();
    const skipped = (count: number) => {
      const titles = Array.from({ length: count }, (_, at) => `Line ${at} of a report\n\n`).join('');
      return analyzeFile(list, Buffer.from(`${titles}email,Name\nann@x.example,Ann\n`)).format.skip_lines;
    };
    expect([skipped(50), skipped(60)]).toEqual([99, undefined]);
  });

  it('lines are skipped as they are sent', async () => {
    const source = await caseFile('24-preamble.csv');
    const { people } = await importExplicitly(fixture, source, MAPPING, { sentFormat: { skip_lines: 3 } });
    expect(people).toMatchObject(TWO);
  });

  it.each([
    ['titles with separators', 'Members,,\n,,\nemail,Name,City\nann@x.example,Ann,Bonn\nbob@x.example,Bob,Ulm\n', 1],
    ['no titles', 'email,Name,City\nann@x.example,Ann,Bonn\n', undefined],
    ['people without a header', 'ann@x.example,,\nbob@x.example,Bob,Ulm\n', undefined],
  ])('%s are told apart', async (_, text, skip_lines) => {
    const list = await fixture.createList();
    expect(analyzeFile(list, Buffer.from(text)).format.skip_lines).toBe(skip_lines);
  });
});
