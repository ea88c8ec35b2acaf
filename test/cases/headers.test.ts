import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../support/import-fixture.ts';
import type { ImportFixture } from '../support/import-fixture.ts';
import { analyzeFile, importAutomatically, importExplicitly } from './support/file-cases.ts';

describe('the first line of a file', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());

  const PEOPLE = Buffer.from('ann@x.example,Ann,Bonn\nbob@x.example,Bob,Ulm\n');

  it('is a person without a header, where the format is detected', async () => {
    const { people, notices } = await importAutomatically(fixture, PEOPLE);
    expect(Object.keys(people)).toEqual(['ann@x.example', 'bob@x.example']);
    expect(notices).toMatchObject([{ code: 'not_imported', columns: [2, 3], count: 4 }]);
  });

  it('is said to be lost when it is a person and was sent as a header', async () => {
    const { people, notices } = await importExplicitly(fixture, PEOPLE, ['email', 'Name', 'City']);
    expect(Object.keys(people)).toEqual(['bob@x.example']);
    expect(notices).toMatchObject([{ code: 'person_in_header', columns: [1], rows: [], count: 1 }]);
  });

  it.each([
    ['of CR and LF', 'email,Name\rann@x.example,Ann\rbob@x.example,Bob\ncid@x.example,Cid\n', 2],
    ['of CR, with an LF without quotes', 'email,Note\rann@x.example,of two\nlines\rbob@x.example,x\r', 1],
  ])('has people in it where the lines end in different ways: %s', async (_, text, count) => {
    const list = await fixture.createList();
    const analysis = analyzeFile(list, Buffer.from(text));
    expect(analysis.isUndecided).toBe(true);
    expect(analysis.notices[0]).toMatchObject({ code: 'person_in_header', count });
    const width = analysis.columns.length;
    const { notices } = await importExplicitly(fixture, Buffer.from(text), [
      'email',
      ...Array<string>(width - 1).fill(''),
    ]);
    expect(notices[0]).toMatchObject({ code: 'person_in_header', count });
    expect(notices[0]?.message).toContain('Save it again with one kind of line ends');
  });

  it('is said to be a header where it was sent as a record', async () => {
    const source = Buffer.concat([Buffer.from('E-Mail,Name,City\n'), PEOPLE]);
    const sentFormat = { csv_has_headers: false };
    const { notices, outcome } = await importExplicitly(fixture, source, ['email', 'Name', 'City'], { sentFormat });
    expect(outcome.counters).toMatchObject({ added: 2, failed: 1 });
    expect(notices).toMatchObject([{ code: 'header_in_rows', columns: [1], rows: [1], count: 1 }]);
    expect(notices[0]?.message).toContain('"E-Mail"');
  });

  it('is a title above the header, of several cells or with an address', async () => {
    for (const title of [
      'Members, all of them\n\n',
      'Exported for boss@x.example\n',
      'Members, exported, by boss@x.example\n',
    ]) {
      const source = Buffer.concat([Buffer.from(`${title}email,Name,City\n`), PEOPLE]);
      const { people, notices } = await importAutomatically(fixture, source);
      expect(Object.keys(people)).toEqual(['ann@x.example', 'bob@x.example']);
      expect(notices).toMatchObject([{ code: 'skipped_lines' }]);
      const explicit = await importExplicitly(fixture, source, ['email', 'Name', 'City']);
      expect(explicit.notices.map(({ code }) => code)).toContain('header_in_rows');
    }
  });

  it.each([
    ['Kontakt,Vorname', true, 'taken for one: "Kontakt", "Vorname"'],
    ['1,2', false, 'taken for a record: "1", "2"'],
  ])('is guessed where nothing says what it is, and said: %s', async (line, csv_has_headers, sentence) => {
    const list = await fixture.createList();
    const source = Buffer.from(`${line}\nann@x.example,Ann\nbob@x.example,Bob\n`);
    const { format, notices } = analyzeFile(list, source, { fields: [] });
    expect(format.csv_has_headers).toBe(csv_has_headers);
    expect(notices.find(({ code }) => code === 'guessed_header')?.message).toContain(sentence);
    const sent = analyzeFile(list, source, { fields: [], sentFormat: { csv_has_headers } });
    expect(sent.notices.filter(({ code }) => code === 'guessed_header')).toEqual([]);
  });
});
