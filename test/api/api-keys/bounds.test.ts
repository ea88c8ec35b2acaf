import { expect, it } from 'vitest';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { build } from '../support/build.ts';

const MOST = BOUNDS.apiKeys.max;

it('an organization has a bounded number of API keys, also when several are added at the same time', async () => {
  const api = await build();
  const [full, other] = [await api.addOrganization(), await api.addOrganization()];
  const create = (key: string) => api.call<{ id: number }>('POST', '/api_keys', { api_key: { name: 'More' } }, key);
  // The first key of the organization is one, too.
  await api.database.pool.query(
    `insert into api_keys (organization_id, name, role, active, credential_hash)
     select $1::bigint, 'filler', 'organization_admin', false, sha256(number::text::bytea)
     from generate_series(1, $2::integer) number`,
    [full.id, MOST - 5],
  );

  const answers = await Promise.all(Array.from({ length: 10 }, () => create(full.key)));
  const created = answers.filter(({ success }) => success);
  expect(created).toHaveLength(4);
  expect(answers.find(({ success }) => !success)).toMatchObject({
    status: 200,
    error_code: 'validation_failed',
    error_message: `the organization has ${MOST} API keys, which is the most it may have: delete one that is not used any more`,
  });
  expect(await create(other.key)).toMatchObject({ success: true });

  await api.call('DELETE', `/api_keys/${created[0]?.data.id}`, undefined, full.key);
  expect(await create(full.key)).toMatchObject({ success: true });
});
