import { afterAll, beforeAll, expect, it } from 'vitest';
import { isSuppressed } from '../../../../engine/db/suppressed-addresses/is-suppressed.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
  await fixture.createList();
  await fixture.pool.query(
    `insert into suppressed_addresses (organization_id, key, spelling, email)
     select 1, 'p' || n || '@xn--mller-kva.example', 'p' || n || '@müller.example', 'p' || n || '@müller.example'
       from generate_series(1, 50000) n`,
  );
  await fixture.pool.query('analyze suppressed_addresses');
});
afterAll(() => fixture.close());

it.each(['true', 'false', '(select count(*) = 0 from mailing_lists)'])(
  'suppressed addresses are looked up in their indexes, however many rows are compared (%s)',
  async (hasAddressKeys) => {
    const suppressed = isSuppressed({ organizationId: '1::bigint', key: 's.key', email: 's.email', hasAddressKeys });
    const { rows } = await fixture.pool.query<{ 'QUERY PLAN': string }>(
      `explain select count(*) from generate_series(1, 20000) n
        cross join lateral (select 'p' || n || '@x.example' as key, 'p' || n || '@x.example' as email) s where ${suppressed}`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toContain('Seq Scan on suppressed_addresses');
    expect(plan).toContain('using suppressed_addresses_pkey');
    expect(plan.includes('using suppressed_addresses_spelled')).toBe(hasAddressKeys !== 'true');
  },
);
