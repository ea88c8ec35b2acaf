import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldSettings, ImportFixture } from '../support/import-fixture.ts';
import { createImportFixture } from '../support/import-fixture.ts';
import { importAutomatically, importExplicitly } from './support/file-cases.ts';

const SINCE: FieldSettings = { name: 'Since', fieldType: 'date' };
const NOTE: FieldSettings = { name: 'Note', fieldType: 'text' };

describe('dates of a file', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());

  const read = async (lines: readonly string[], sentFormat = {}) => {
    const source = Buffer.from(['email,Since,Note', ...lines, ''].join('\n'));
    const { analysis, people } = await importAutomatically(fixture, source, { fields: [SINCE, NOTE], sentFormat });
    return { notices: analysis.notices, since: Object.values(people).map((person) => person['Since']) };
  };

  it('that can be read in two ways are read by the default, which a notice says with the first of them', async () => {
    const { notices, since } = await read(['ann@x.example,2024-01-31,', 'bob@x.example,03/04/2024,']);
    expect(since).toEqual(['2024-01-31', '2024-03-04']);
    const message =
      'The dates of "Since" can be read in two ways: "03/04/2024" is read with the month first. If that is wrong, set ' +
      'file_format.date_format to "dmy".';
    expect(notices).toEqual([{ code: 'guessed_date_format', message, columns: [2], rows: [2], count: null }]);
  });

  it.each([
    [
      'a date that has no day 13',
      ['ann@x.example,03/04/2024,', 'bob@x.example,13/04/2024,'],
      ['2024-04-03', '2024-04-13'],
    ],
    ['a date of another column', ['ann@x.example,03/04/2024,31/01/2024'], ['2024-04-03']],
    ['the same day in both orders', ['ann@x.example,04/04/2024,'], ['2024-04-04']],
    ['dots, which are day first', ['ann@x.example,03.04.2024,'], ['2024-04-03']],
    ['dates of a text alone', ['ann@x.example,,03/04/2024'], [null]],
  ])('need no notice where the order is clear: %s', async (_, lines, right) => {
    const { notices, since } = await read(lines);
    expect([notices, since]).toEqual([[], right]);
  });

  it('have the notice in an import with an explicit mapping, too', async () => {
    const source = Buffer.from('email,Since\nann@x.example,03/04/2024\n');
    const settings = { fields: [SINCE] };
    const { notices } = await importExplicitly(fixture, source, ['email', 'Since'], settings);
    expect(notices).toMatchObject([{ code: 'guessed_date_format', columns: [2], rows: [1] }]);
    const sentFormat = { date_format: 'mdy' } as const;
    const sent = await importExplicitly(fixture, source, ['email', 'Since'], { ...settings, sentFormat });
    expect(sent.notices).toEqual([]);
  });

  it('that prove another order than the one that is used are named, where the mapping is explicit', async () => {
    const source = Buffer.from('email,Since\nann@x.example,03/04/1990\nbob@x.example,13/04/1990\n');
    const { notices } = await importExplicitly(fixture, source, ['email', 'Since'], { fields: [SINCE] });
    const message =
      'The dates of "Since" have the day first, as row 2 proves, but they are read with the month first: "03/04/1990" is read so. ' +
      'Set file_format.date_format to "dmy", or date_format in column_rules.';
    expect(notices).toEqual([{ code: 'contradicted_date_format', message, columns: [2], rows: [2], count: null }]);
  });

  it('of both orders in one column are named, with a row of each', async () => {
    const { notices } = await read([
      'ann@x.example,03/04/1990,',
      'bob@x.example,13/04/1990,',
      'cid@x.example,04/13/1990,',
    ]);
    expect(notices).toMatchObject([{ code: 'contradicted_date_format', columns: [2], rows: [2] }]);
    expect(notices[0]?.message).toContain('Others have the month first: bring them into one order');
  });

  it('are read in the order of their column, where two columns prove one each', async () => {
    const fields = [SINCE, { name: 'Until', fieldType: 'date' } as const];
    const source = Buffer.from(
      'email,Since,Until\nann@x.example,13/04/1990,04/13/1991\nbob@x.example,01/02/1990,01/02/1991\n',
    );
    const { people, notices, analysis } = await importAutomatically(fixture, source, { fields });
    expect(Object.values(people)).toMatchObject([
      { Since: '1990-04-13', Until: '1991-04-13' },
      { Since: '1990-02-01', Until: '1991-01-02' },
    ]);
    expect([notices, analysis.rules?.[1]]).toEqual([[], { date_format: 'dmy' }]);
  });

  it('need no notice when their order was sent', async () => {
    const { notices, since } = await read(['ann@x.example,03/04/2024,'], { date_format: 'dmy' });
    expect([notices, since]).toEqual([[], ['2024-04-03']]);
  });
});
