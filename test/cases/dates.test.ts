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

  it('need no notice when their order was sent', async () => {
    const { notices, since } = await read(['ann@x.example,03/04/2024,'], { date_format: 'dmy' });
    expect([notices, since]).toEqual([[], ['2024-04-03']]);
  });
});
