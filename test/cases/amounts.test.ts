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

  it('that are no numbers fail alone', async () => {
    const { outcome, people } = await automatic('€ 12.50', '$1,200.00', 'free', '5 EUR');
    expect(Object.keys(people)).toHaveLength(3);
    expect(outcome.logs.failed).toContain('Total must be a number');
  });
});
