import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../support/import-fixture.ts';
import type { FieldSettings, ImportFixture } from '../support/import-fixture.ts';
import { importAutomatically } from './support/file-cases.ts';

const FIELDS: readonly FieldSettings[] = [
  { name: 'Total', fieldType: 'number', attributes: { number_support_decimal: true } },
];

describe('amounts of money', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());
  const automatic = (...amounts: string[]) => {
    const rows = amounts.map((amount, at) => `p${at}@x.example;${amount}\n`);
    return importAutomatically(fixture, Buffer.from(`email;Total\n${rows.join('')}`), { fields: FIELDS });
  };

  it('are numbers of a number field, and a notice says that the currency is left out', async () => {
    const { analysis, notices, people } = await automatic('€ 12,50', '€ 1.200', '7');
    expect(Object.values(people).map(({ Total }) => Total)).toEqual([12.5, 1200, 7]);
    expect(analysis.notices).toMatchObject([{ code: 'cleaned_amounts', columns: [2], count: 2 }]);
    expect(analysis.notices[0]?.message).toMatch(/of "Total" .* "€ 12,50" is read as 12\.5\.$/);
    expect(notices).toEqual(analysis.notices);
  });

  it('of several currencies are named', async () => {
    const { analysis } = await automatic('€ 12.50', '$1,200.00', '5 EUR');
    expect(analysis.notices[0]?.message).toMatch(
      /The numbers do not say which of their currencies they have: €, \$, EUR\.$/,
    );
  });

  it('with one point before three digits are read as decimals, and a notice shows both readings', async () => {
    const { notices, people } = await automatic('1.234', '2.500', '7');
    expect(Object.values(people).map(({ Total }) => Total)).toEqual([1.234, 2.5, 7]);
    const message =
      'The numbers of "Total" can be read in two ways: "1.234" is read as 1.234, and could be 1234. If that is wrong, set ' +
      'file_format.decimal_mark to ",".';
    expect(notices).toEqual([{ code: 'guessed_decimal_mark', message, columns: [2], rows: [], count: 2 }]);
  });

  it.each([
    ['a decimal point', ['1.234', '2.5'], [1.234, 2.5]],
    ['a decimal comma', ['1.234', '2,5'], [1234, 2.5]],
  ])('need no notice where another number has %s', async (_, amounts, right) => {
    const { notices, people } = await automatic(...amounts);
    expect([notices, Object.values(people).map(({ Total }) => Total)]).toEqual([[], right]);
  });

  it('that are no numbers fail alone', async () => {
    const { outcome, people } = await automatic('€ 12.50', '$1,200.00', 'free', '5 EUR');
    expect(Object.keys(people)).toHaveLength(3);
    expect(outcome.logs.failed).toContain('Total must be a number');
  });
});
