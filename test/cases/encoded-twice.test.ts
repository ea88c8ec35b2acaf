import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../support/import-fixture.ts';
import type { ImportFixture } from '../support/import-fixture.ts';
import { importAutomatically, importExplicitly, NAME } from './support/file-cases.ts';

const ONE = { fields: [NAME] };
const REPAIRED = { ...ONE, sentFormat: { character_set: 'utf-8-twice' } };
const file = (...names: readonly string[]) =>
  Buffer.from(`email,Name\n${names.map((name, at) => `p${at}@x.example,${name}\n`).join('')}`);
/** A text in UTF-8 that was taken for windows-1252. */
const twice = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text));
const namesOf = ({ people }: { people: Readonly<Record<string, Readonly<Record<string, unknown>>>> }) =>
  Object.values(people).map(({ Name }) => Name);

describe('letters that were encoded twice', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());

  it.each([
    ['German', ['Müller', 'Größe']],
    ['with a euro sign and quotes', ['12 €', 'Lee’s']],
    ['Polish', ['Łukasz Łódź', 'Małgorzata']],
    ['Cyrillic', ['Анна', 'Борис']],
  ])('are read once where all are: %s', async (_, names) => {
    const imported = await importAutomatically(fixture, file(...names.map(twice)), ONE);
    expect(namesOf(imported)).toEqual(names);
    expect(imported.analysis).toMatchObject({ format: { character_set: 'utf-8-twice' } });
    expect(imported.analysis.notices).toMatchObject([{ code: 'guessed_encoding', count: names.length }]);
  });

  it('are said and left where others are right, and read once where that is sent', async () => {
    const mixed = file(twice('Müller'), 'Jürgen', twice('Größe'));
    for (const imported of [
      await importAutomatically(fixture, mixed, ONE),
      await importExplicitly(fixture, mixed, ['email', 'Name'], ONE),
    ]) {
      expect(namesOf(imported)).toEqual([twice('Müller'), 'Jürgen', twice('Größe')]);
      expect(imported.notices).toMatchObject([{ code: 'twice_encoded', columns: [2], rows: [1, 3], count: 2 }]);
    }
    const repaired = await importExplicitly(fixture, mixed, ['email', 'Name'], REPAIRED);
    expect([namesOf(repaired), repaired.notices]).toEqual([['Müller', 'Jürgen', 'Größe'], []]);
  });

  it('may be a byte order mark, behind another one', async () => {
    for (const mark of ['', '\ufeff']) {
      const source = Buffer.from(`${mark}${twice('\ufeff')}email,Name\nann@x.example,${twice('Zoë')}\n`);
      const { people } = await importAutomatically(fixture, source, ONE);
      expect(people).toMatchObject({ 'ann@x.example': { Name: 'Zoë' } });
    }
  });

  it.each(['Spaß“', 'AMANHÃ”', 'Café™®', 'BLÅ®', '«été»…', 'JOÃº', 'SÃO', 'ESPAÑ’'])('are none in %s', async (name) => {
    const imported = await importAutomatically(fixture, file(name), ONE);
    expect([namesOf(imported), imported.notices]).toEqual([[name], []]);
  });

  it('fail alone where bytes are no text, and nothing is put in their place', async () => {
    const source = Buffer.concat([file(twice('Müller')), Buffer.from('bad@x.example,J\xfcrgen\n', 'latin1')]);
    const { outcome } = await importExplicitly(fixture, source, ['email', 'Name'], REPAIRED);
    expect(outcome.counters).toMatchObject({ added: 1, failed: 1 });
    const quoted = Buffer.concat([
      Buffer.from('"email,Name"\n"ann@x.example,Ann"\n"bob@x.example,Bob"\n"'),
      Buffer.from('bad@x.example,J\xfcrgen"\n', 'latin1'),
    ]);
    const ofRows = await importExplicitly(fixture, quoted, ['email', 'Name'], ONE);
    expect(ofRows.outcome.counters).toMatchObject({ added: 2, failed: 1 });
  });
});

describe('ISO-8859-15', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());

  const BYTES: Readonly<Record<string, string>> = {
    ...{ '€': '\xa4', Š: '\xa6', š: '\xa8', Ž: '\xb4', ž: '\xb8', Œ: '\xbc', œ: '\xbd', Ÿ: '\xbe' },
  };
  const encode = (text: Buffer) => Buffer.from([...text.toString()].map((one) => BYTES[one] ?? one).join(''), 'latin1');

  it.each([
    ['the euro sign', ['Jürgen 12,50 €', 'Bärbel 3 €'].map((name) => `"${name}"`)],
    ['French ligatures', ['Cœur', 'Sœur Thérèse', 'Œdipe', "L'HAŸ"]],
    ['Finnish and Slovene letters', ['Šarlotta Mäkelä', 'Žiga Äär', 'Janež', 'Tomaš']],
  ])('is detected by %s', async (_, names) => {
    const imported = await importAutomatically(fixture, encode(file(...names)), ONE);
    expect(namesOf(imported)).toEqual(names.map((name) => name.replaceAll('"', '')));
    expect(imported.analysis.notices).toMatchObject([{ code: 'guessed_encoding' }]);
  });

  it.each([
    ['fractions', ['Größe 5 ½', '¼ Liter Öl']],
    ['accents for apostrophes', ['O´Brien Müller', '´t Hart André']],
    ['letters that both have', ['Jürgen Müller']],
  ])('is not taken for windows-1252 with %s', async (_, names) => {
    const imported = await importAutomatically(fixture, Buffer.from(file(...names).toString(), 'latin1'), ONE);
    expect(imported.analysis.format.character_set).toBe('windows-1252');
    expect(namesOf(imported)).toEqual(names);
  });
});
