import { expect, it } from 'vitest';
import { build } from '../support/build.ts';
import { SMALLEST } from '../support/import-rows.ts';

it('imports are listed with their outcomes and who created them, dry runs apart', async () => {
  const api = await build();
  const list = (await api.call('POST', '/mailing_lists', { mailing_list: { name: 'News' } })).data.id as number;
  const path = `/mailing_lists/${list}/subscriber_imports`;
  const add = async (options: object) =>
    (await api.call('POST', path, { subscriber_import: { ...SMALLEST, ...options } })).data.id as number;
  const [real, dry] = [await add({}), await add({ dry_run: true, subscriber_defaults: { status: 'active' } })];
  const listed = async (runs: string) =>
    (await api.call<{ id: number }[]>('GET', `${path}?scope=all${runs}`)).data
      .map(({ id }) => id)
      .sort((a, b) => a - b);
  expect(await listed('')).toEqual([real, dry]);
  expect(await listed('&dry_run=true')).toEqual([dry]);
  expect(await listed('&dry_run=false')).toEqual([real]);
  const { data } = await api.call<object[]>('GET', `${path}?dry_run=false`);
  expect(data[0]).toMatchObject({
    stats: { subscribers: { added: 0, failed: 0 } },
    created_by: { type: 'api_key', name: 'test' },
  });
  for (const [id, isSent] of [
    [real, false],
    [dry, true],
  ] as const)
    expect((await api.call('GET', `/subscriber_imports/${id}`)).data).toMatchObject({ default_status_sent: isSent });
});
