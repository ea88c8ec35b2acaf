import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeAs } from '../support/encode-as.ts';
import { createImportFixture } from '../support/import-fixture.ts';
import type { ImportFixture } from '../support/import-fixture.ts';
import { caseFile, importAutomatically, importExplicitly, NAME } from './support/file-cases.ts';

const ONE = { fields: [NAME] };
const GUESSED = { code: 'guessed_encoding', columns: [], rows: [1, 2], count: 2 };

describe('the encoding of a file', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());

  it('is UTF-8 while most lines are valid, and the others fail alone', async () => {
    const { analysis, outcome, people } = await importAutomatically(fixture, await caseFile('16-one-bad-byte.csv'));
    expect(analysis.format.character_set).toBe('UTF-8');
    expect(outcome.counters).toMatchObject({ added: 30, failed: 1 });
    expect(outcome.logs.failed).toContain('The row is not valid UTF-8.');
    expect(people['u0@x.example']).toMatchObject({ Name: 'Jürgen Šafářová 0', City: 'Łódź' });
    expect(analysis.notices).toEqual([]);
  });

  it('of Cyrillic letters is guessed and said, with a sample', async () => {
    const { analysis, people } = await importAutomatically(fixture, await caseFile('13-cp1251.csv'));
    expect(analysis.format.character_set).toBe('windows-1251');
    expect(people).toMatchObject({
      'ann@x.example': { Name: 'Анна', City: 'Москва' },
      'bob@x.example': { Name: 'Борис', City: 'Казань' },
    });
    const message = expect.stringContaining('windows-1251, for example "Анна", "Борис"') as string;
    expect(analysis.notices).toEqual([{ ...GUESSED, message }]);
  });

  it.each<string | null>([null, 'ISO-8859-1', 'latin1', 'Windows-1252'])(
    'of Western Windows has the euro sign, quotes and dashes: sent as %s',
    async (sent) => {
      const source = await caseFile('14-cp1252.csv');
      const { people } =
        sent === null
          ? await importAutomatically(fixture, source)
          : await importExplicitly(fixture, source, ['email', 'Name', 'City'], { sentFormat: { character_set: sent } });
      expect(people).toMatchObject({
        'ann@x.example': { Name: 'Ann “the”', City: '€ Stadt' },
        'bob@x.example': { Name: 'René', City: 'Ulm' },
      });
    },
  );

  const ROWS = (names: readonly string[]) =>
    `email,Name\n${names.map((name, n) => `p${n}@x.example,${name}\n`).join('')}`;

  it.each([
    ['UTF-16LE', ['Jörg', '漢字']],
    ['UTF-16BE', ['Jörg', '漢字']],
    ['windows-1250', ['Łukasz Wiśniewski', 'Małgorzata Wójcik', 'Zdeněk Růžička']],
    ['windows-1253', ['Γιώργος Παπαδόπουλος', 'Ελένη Νικολάου']],
    ['koi8-r', ['Анна Иванова', 'Борис Петров', 'Елена Соколова']],
    ['x-mac-cyrillic', ['Анна Иванова', 'Борис Петров', 'Мария Соколова']],
    ['macintosh', ['Jörg Müller', 'Bärbel Groß', 'Günther Jäger']],
    ['Shift_JIS', ['山田太郎', '佐藤花子', '表ソ能']],
    ['EUC-JP', ['山田太郎', '佐藤花子', '鈴木一郎', '高橋さくら']],
    ['ISO-2022-JP', ['山田太郎', '佐藤花子', '表ソ能']],
    ['GBK', ['王小明', '李娜', '张伟', '刘洋']],
    ['Big5', ['陳志明', '林淑芬', '黃建國', '張雅婷']],
    ['EUC-KR', ['김철수', '이영희', '박지훈', '최민정']],
  ])('%s is detected, and read as it is sent, over the borders of ranges', async (character_set, names) => {
    const source = encodeAs(character_set, ROWS(names));
    const right = Object.fromEntries(names.map((Name, n) => [`p${n}@x.example`, { status: 'active', Name }]));
    const found = await importAutomatically(fixture, source, ONE);
    expect([found.people, found.analysis.notices]).toMatchObject([right, [{ code: 'guessed_encoding' }]]);
    const explicit = await importExplicitly(fixture, source, ['email', 'Name'], {
      ...ONE,
      sentFormat: { character_set },
    });
    expect([explicit.people, explicit.outcome.counters]).toMatchObject([right, { added: names.length, failed: 0 }]);
  });

  it('of DOS is detected', async () => {
    const letters = { ü: 0x81, ä: 0x84, ö: 0x94, ß: 0xe1 };
    const names = ['Jörg Müller', 'Bärbel Groß', 'Günther Jäger'];
    const text = Object.entries(letters).reduce(
      (all, [one, byte]) => all.replaceAll(one, String.fromCharCode(byte)),
      ROWS(names),
    );
    const { people, analysis } = await importAutomatically(fixture, Buffer.from(text, 'latin1'), ONE);
    expect(Object.values(people).map(({ Name }) => Name)).toEqual(names);
    expect(analysis.notices).toMatchObject([{ code: 'guessed_encoding' }]);
  });

  it.each([
    ['Polish', ['Łukasz Łódź', 'Małgorzata Wójcik', 'Żaneta Częstochowa'], [0x9d, 0xa2, 0xab, 0x88, 0xbd, 0xa9]],
    ['Czech', ['Jiří Plzeň', 'Zdeněk České', 'Růžena Ústí'], [0xfd, 0xa1, 0xe5, 0xd8, 0xac, 0x82, 0x85, 0xa7, 0xe9]],
    ['Hungarian', ['György Győr', 'Erzsébet Székes', 'Ödön Kőszeg'], [0x94, 0x8b, 0x82, 0x99]],
  ])('of DOS in Central Europe is detected, and read as it is sent: %s', async (_, names, bytes) => {
    const letters = new Set([...names.join('')].filter((letter) => letter > '\x7f'));
    const byteOf = new Map([...letters].map((letter, at) => [letter, bytes[at] ?? 0]));
    const file = Buffer.from([...ROWS(names)].map((letter) => byteOf.get(letter) ?? letter.charCodeAt(0)));
    const found = await importAutomatically(fixture, file, ONE);
    const sentFormat = { character_set: 'CP852' };
    const explicit = await importExplicitly(fixture, file, ['email', 'Name'], { ...ONE, sentFormat });
    for (const { people } of [found, explicit]) expect(Object.values(people).map(({ Name }) => Name)).toEqual(names);
    expect(found.analysis.notices).toMatchObject([{ code: 'guessed_encoding' }]);
  });

  it.each([
    ['ISO-8859-16', ['Ștefan Iași', 'Ioniță București', 'Mihăiță Brașov']],
    ['windows-1257', ['Žydrūnas', 'Jānis Rīga', 'Panevėžys']],
    ['ISO-8859-15', ['Œdipe', 'Zoé Nœux']],
  ])('is reported as a guess with a sample where it is hard to tell: %s', async (character_set, names) => {
    const { analysis } = await importAutomatically(fixture, encodeAs(character_set, ROWS(names)), ONE);
    expect(analysis.notices).toMatchObject([{ code: 'guessed_encoding', count: names.length }]);
    expect(analysis.notices[0]?.message).toContain(', for example "');
  });

  it.each(['UTF-8', 'UTF-16LE', 'UTF-16BE'])('is what the byte order mark says, whatever is sent: %s', async (set) => {
    const source = encodeAs(set, `\ufeff${ROWS(['Zoë', '漢'])}no address,Größe\n`);
    const { analysis } = await importAutomatically(fixture, source, ONE);
    expect([analysis.format.character_set, analysis.notices]).toEqual([set, []]);
    const sentFormat = { character_set: 'windows-1251' };
    const { people, outcome } = await importExplicitly(fixture, source, ['email', 'Name'], { ...ONE, sentFormat });
    expect(people).toMatchObject({ 'p0@x.example': { Name: 'Zoë' }, 'p1@x.example': { Name: '漢' } });
    expect(outcome.logs.failed).toMatch(/^email,Name,Error\nno address,Größe,"/);
  });
});

describe('line ends of CR alone', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());

  it('end lines, with the mapping of the analysis and with one that is sent', async () => {
    const source = await caseFile('07-cr-only.csv');
    const found = await importAutomatically(fixture, source, ONE);
    expect(found.analysis).toMatchObject({ lineEnds: 'CR', mapping: ['email', 'Name'], records: 2 });
    const explicit = await importExplicitly(fixture, source, ['email', 'Name'], ONE);
    for (const { people, outcome } of [found, explicit]) {
      expect(people).toMatchObject({ 'ann@x.example': { Name: 'Ann' }, 'bob@x.example': { Name: 'Bob' } });
      expect(outcome).toMatchObject({ records: 2, counters: { added: 2 } });
    }
  });

  it('are line ends in the failed log, too', async () => {
    const source = Buffer.from('email,Name\rann@x.example,Ann\rno address,Bob\rno address,Cid');
    const { outcome } = await importExplicitly(fixture, source, ['email', 'Name'], ONE);
    expect(outcome.logs.failed?.split('\n')).toHaveLength(4);
    expect(outcome.logs.failed).not.toContain('\r');
  });
});
