import { describe, expect, it } from 'vitest';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { columnsHash } from '../../../engine/csv/columns-hash.ts';
import { analyzeSource } from '../../../engine/analysis/analyze-source.ts';
import type { AnalysisContext } from '../../../engine/analysis/analyze-source.ts';
import { readSourceHead } from '../../../engine/analysis/source-head.ts';
import type { CustomField } from '../../../engine/values/custom-field.ts';
import { DEFAULTS } from '../../support/import-options.ts';

const field = (id: number, name: string, fieldType: CustomField['fieldType'] = 'text'): CustomField => ({
  ...{ id, name, fieldType, required: false, attributes: {}, options: [] },
});
const FIELDS = [field(1, 'First Name'), field(2, 'City'), field(3, 'Birthday', 'date')];
const ENTRIES = ['First Name', 'City', 'Birthday', 'email', 'status', 'subscribe_time', 'subscribe_ip'];

async function analyze(text: string | Buffer, more: Partial<AnalysisContext> = {}, maxBytes?: number, total = true) {
  const bytes = Buffer.from(text);
  const blocks = (async function* () {
    for (let at = 0; at < bytes.length; at += 1000) yield await Promise.resolve(bytes.subarray(at, at + 1000));
  })();
  return analyzeSource(await readSourceHead(blocks, total ? bytes.length : null, maxBytes), {
    plan: {
      options: DEFAULTS,
      list: { hasFormat: true, hasConfirmed: false, primaryKeyFieldId: null },
      fields: FIELDS,
      timeZone: 'UTC',
    },
    ...{ entries: ENTRIES, lastMapping: null, sentFormat: {}, ...more },
  });
}
const codes = ({ warnings }: Awaited<ReturnType<typeof analyze>>) => warnings.map(({ code }) => code);

describe('the analysis of a source', () => {
  it.each([
    ['commas', 'email,City\nann@example.com,Paris\n', { csv_field_separator: ',', csv_field_enclosure: '"' }],
    ['semicolons', 'email;City\r\nann@example.com;Paris\r\n', { csv_field_separator: ';' }],
    [
      'semicolons around decimal commas',
      'email;Score\na@example.com;1,5\nb@example.com;2,5\n',
      { csv_field_separator: ';' },
    ],
    ['tabs', 'email\tCity\nann@example.com\tParis\n', { csv_field_separator: '\t' }],
    ['single quotes', `email,City\n'ann@example.com','Paris, Texas'\n`, { csv_field_enclosure: `'` }],
    ['a name with an apostrophe', `email,City\nann@example.com,"O'Fallon"\n`, { csv_field_enclosure: '"' }],
    ['one column', 'email\nann@example.com\n', { csv_field_separator: ',', csv_has_headers: true }],
    [
      'semicolons around names with commas',
      'E-Mail;Name, Vorname\na@example.com;Lee, Ann\n',
      { csv_field_separator: ';' },
    ],
    ['no header', 'ann@example.com,Paris\nbob@example.com,Rome\n', { csv_has_headers: false }],
    ['windows-1252', Buffer.from('email,City\nann@example.com,Zürich\n', 'latin1'), { character_set: 'windows-1252' }],
    ['UTF-8', 'email,City\nann@example.com,Zürich\n', { character_set: 'UTF-8' }],
    ['days first', 'email,Birthday\nann@example.com,31/12/1990\n', { date_format: 'dmy' }],
  ])('detects %s', async (_, text, format) => {
    expect((await analyze(text)).format).toMatchObject(format);
  });

  it.each([
    ['the names of fields', 'EMAIL,first name,city\na@example.com,Ann,Rome\n', ['email', 'First Name', 'City']],
    ['German names', 'E-Mail-Adresse;Vorname;Ort\na@example.com;Ann;Bonn\n', ['email', 'First Name', 'City']],
    ['French names', 'Courriel,Prénom,Ville\na@example.com,Ann,Lyon\n', ['email', 'First Name', 'City']],
    ['Spanish names', 'Correo electrónico,Nombre,Ciudad\na@example.com,Ann,Lima\n', ['email', 'First Name', 'City']],
    ['an unknown name, by its values', 'Contact,Note\na@example.com,x\nb@example.com,y\n', ['email', '']],
    ['values that do not fit', 'email,Status\na@example.com,gold\nb@example.com,blue\n', ['email', '']],
    ['no header', 'Rome,a@example.com\nParis,b@example.com\n', ['', 'email']],
  ])('maps %s', async (_, text, mapping) => {
    expect((await analyze(text)).mapping).toEqual(mapping);
  });

  it('maps a file without a header as the last import did, unless its values contradict that', async () => {
    const text = 'a@example.com,Rome,x\nb@example.com,Paris,y\n';
    const lastMapping = { rules: null, mapping: ['email', 'City', ''], columnsHash: null };
    const like = await analyze(text, { lastMapping });
    expect(like.mapping).toEqual(['email', 'City', '']);
    expect(like.columns[1]).toMatchObject({ entry: 'City', reason: 'last_import' });
    const unlike = await analyze(text, { lastMapping: { ...lastMapping, mapping: ['email', 'Birthday', ''] } });
    expect(unlike.mapping).toEqual(['email', '', '']);
  });

  it('maps no column of a file with another header by its position', async () => {
    const lastMapping = { rules: null, mapping: ['email', 'City', ''], columnsHash: null };
    expect((await analyze('Address,Note,Kind\na@example.com,Rome,x\n', { lastMapping })).mapping).toEqual([
      ...['email', '', ''],
    ]);
  });

  it.each([
    ['the same columns', 'Email, City,Note\na@example.com,Rome,x\n', ['email', '', 'City']],
    ['its failed log', 'Email,City,Note,Error\na@example.com,Rome,x,"City is too long"\n', ['email', '', 'City', '']],
    ['other columns', 'Email,City,Notes\na@example.com,Rome,x\n', ['email', 'City', '']],
    ['addresses in another column', 'Email,City,Note\nRome,a@example.com,x\n', null],
  ])('maps a file as the last import against the names of its fields: with %s', async (_, text, mapping) => {
    const lastMapping = {
      rules: null,
      mapping: ['email', '', 'City'],
      columnsHash: columnsHash(['Email', 'City', 'Note']),
    };
    expect((await analyze(text, { lastMapping })).mapping).toEqual(mapping);
  });

  it('maps by names when a field of the last mapping is gone', async () => {
    const lastMapping = { rules: null, mapping: ['email', 'Town'], columnsHash: columnsHash(['Email', 'City']) };
    const text = 'Email,City\na@example.com,Rome\n';
    expect((await analyze(text, { lastMapping })).mapping).toEqual(['email', 'City']);
  });

  it.each([
    ['its header', 'Address,Note,Error\na@example.com,Rome,"email is not a valid address"\n', ['email', '', '']],
    ['no header', 'a@example.com,Rome,"email is not a valid address"\n', ['email', 'City', '']],
    ['another column', 'Address,Note,Kind\na@example.com,Rome,x\n', ['email', '', '']],
  ])(
    'maps the repaired failed log of an import without a header as that did, by position: with %s',
    async (_, text, mapping) => {
      expect(
        (await analyze(text, { lastMapping: { rules: null, mapping: ['email', 'City'], columnsHash: null } })).mapping,
      ).toEqual(mapping);
    },
  );

  it('suggests no mapping while two columns can be the address', async () => {
    const analysis = await analyze('Home,Work\na@example.com,a@example.org\n');
    expect([analysis.mapping, codes(analysis)]).toEqual([null, ['several_address_columns']]);
    const named = await analyze('email,Work\na@example.com,a@example.org\n');
    expect([named.mapping, codes(named)]).toEqual([['email', ''], ['several_address_columns']]);
    expect(
      (
        await analyze('Home,Work\na@example.com,b@example.com\n', {
          lastMapping: { rules: null, mapping: ['', 'email'], columnsHash: null },
        })
      ).mapping,
    ).toEqual(['', 'email']);
  });

  it('proves mixed date orders with rows', async () => {
    const analysis = await analyze('email,Birthday\na@example.com,12/31/1990\nb@example.com,31/12/1990\n');
    expect(analysis.warnings).toEqual([
      expect.objectContaining({ code: 'mixed_date_orders', rows: [1, 2], columns: [2] }),
    ]);
  });

  it('warns about ragged and malformed rows, and refuses the rows that the import refuses', async () => {
    const good = Array.from({ length: 20 }, (_, n) => `a${n}@example.com,Rome\n`).join('');
    const analysis = await analyze(
      `email,City\n${good}x@example.com\ny@example.com\nz@example.com,"Ro"me\nno address,Rome\n`,
    );
    expect(codes(analysis)).toEqual(['ragged_rows', 'malformed_rows']);
    expect(analysis.sample).toMatchObject({ rows: 24, refused: 4 });
    expect(analysis.sample.refusedRows.at(-1)).toEqual({ row: 24, error: 'email is not a valid address' });
    expect(codes(await analyze(`email,City\n${good}x@example.com\n`))).toEqual([]);
  });

  it.each([
    ['JSON', Buffer.from('[{"email":"ann@example.com"}]'), 'JSON'],
    ['a workbook', Buffer.from('PK\x03\x04 [Content_Types].xml'), 'Excel workbook'],
  ])('says that %s is no CSV', async (_, bytes, words) => {
    const analysis = await analyze(bytes);
    expect(analysis.warnings).toEqual([
      expect.objectContaining({ code: 'unreadable', message: expect.stringContaining(words) }),
    ]);
    expect([analysis.mapping, analysis.columns]).toEqual([null, []]);
  });

  it('counts the records of a small source and estimates those of a large one', async () => {
    const text = `email,City\n${Array.from({ length: 5000 }, (_, n) => `ann${10_000 + n}@example.com,Rome\n`).join('')}`;
    expect(await analyze(text)).toMatchObject({ records: 5000, isExact: true });
    const cut = await analyze(text, {}, 20_000);
    expect(cut.isExact).toBe(false);
    expect(Math.abs(cut.records! - 5000)).toBeLessThan(10);
    expect(codes(cut)).toEqual([]);
    expect((await analyze(text, {}, 20_000, false)).records).toBeNull();
  });

  it('counts records beyond those that it checks', async () => {
    const text = `email\n${'no address\n'.repeat(BOUNDS.analyzedRows.max)}a@example.com\n`;
    expect(await analyze(text)).toMatchObject({
      ...{ records: BOUNDS.analyzedRows.max + 1, isExact: true },
      sample: { rows: BOUNDS.analyzedRows.max - 1, refused: BOUNDS.analyzedRows.max - 1 },
    });
  });

  it.each([
    ['nothing', ''],
    ['a header', 'email,City\n'],
    ['separators', ','.repeat(300_000)],
    ['quotes', '"'.repeat(300_000)],
    ['NULs', '\0'.repeat(3)],
    ['columns', `${'a,'.repeat(5000)}a\n`.repeat(20)],
  ])('takes a source of %s', async (_, text) => {
    const { warnings } = await analyze(text);
    expect(warnings.length).toBeGreaterThan(0);
  });
});
