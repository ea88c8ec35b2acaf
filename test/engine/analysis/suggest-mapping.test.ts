import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectColumnFacts } from '../../../engine/analysis/column-facts.ts';
import { compileFittingShare } from '../../../engine/analysis/fitting-values.ts';
import { suggestMapping } from '../../../engine/analysis/suggest-mapping.ts';
import type { CustomField } from '../../../engine/values/custom-field.ts';
import { DEFAULTS } from '../../support/import-options.ts';

const FIELD_TYPES = ['text', 'number', 'date', 'boolean', 'select_single_dropdown'] as const;
const fieldsOf = (count: number): CustomField[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ id: n + 1, name: `Field ${n}`, required: false, attributes: {} },
    fieldType: FIELD_TYPES[n % FIELD_TYPES.length] ?? 'text',
    options: [{ id: 1, name: 'Red' }],
  }));
const planOf = (fields: readonly CustomField[]) => ({
  options: DEFAULTS,
  list: { hasFormat: true, hasConfirmed: true, primaryKeyFieldId: null },
  ...{ fields, timeZone: 'UTC' },
});

describe('the suggestion of a mapping', () => {
  it('reads entries and fields as often for 2,000 columns as for 20', () => {
    const fields = fieldsOf(100);
    const readsFor = (count: number) => {
      const [counted, entries] = [counting(fields), counting(fields.map(({ name }) => name))];
      const columns = Array.from({ length: count }, (_, n) => {
        const facts = collectColumnFacts();
        facts.add('no number', 1);
        // Values that do not fit leave the entry to the columns that follow.
        return { name: n % 2 === 0 ? 'Field 1' : `Column ${n}`, facts: facts.facts() };
      });
      const last = { mapping: columns.map((_, n) => (n % 3 === 0 ? 'Field 6' : '')), rules: null, columnsHash: null };
      suggestMapping(columns, planOf(counted.items), { entries: entries.items, lastMapping: last });
      return [counted.reads(), entries.reads()];
    };
    expect(readsFor(20)).toEqual([expect.any(Number), expect.any(Number)]);
    expect(readsFor(2_000)).toEqual(readsFor(20));
  });

  it('judges values by an entry as if it were the only one', () => {
    const fields = fieldsOf(5);
    const entries = [...fields.map(({ name }) => name), 'email', 'status', 'confirmed', 'remove_time', 'remove_ip'];
    const value = fc.constantFrom(
      'Red',
      '1',
      '2.5',
      'yes',
      '31/12/2020',
      '12/31/2020',
      'active',
      'a@example.com',
      '::1',
    );
    const property = fc.property(fc.subarray(entries), fc.array(value), (some, values) => {
      const share = compileFittingShare(planOf(fields), new Set(some));
      for (const entry of some) {
        expect(share(entry, values)).toBe(compileFittingShare(planOf(fields), new Set([entry]))(entry, values));
      }
    });
    fc.assert(property, { numRuns: 200 });
  });
});

/** An array that counts how often one of its items is read. */
function counting<Item>(array: readonly Item[]) {
  let reads = 0;
  const items = new Proxy(array, {
    get: (target, name, receiver) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  return { items, reads: () => reads };
}
