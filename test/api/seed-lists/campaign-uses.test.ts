import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList } from '../support/import-rows.ts';

describe('DELETE /seed_lists/:id fails while the seed list is used by other records', () => {
  let api: TestApi;
  let listId: number;
  beforeAll(async () => {
    api = await build();
    listId = await addList(api);
  });

  let names = 0;
  const addSeedList = async () => {
    const seed_list = { name: `Seeds ${++names}`, addresses_array: [] };
    return Number((await api.call('POST', '/seed_lists', { seed_list })).data.id);
  };
  const remove = (id: number) => api.call('DELETE', `/seed_lists/${id}`);

  it.each([
    ['idle', 'validation_failed'],
    ['scheduled', 'validation_failed'],
    ['sending', 'validation_failed'],
    ['finished', null],
    ['failed', null],
    ['cancelled', null],
  ])('answers a campaign that is %s with %s', async (state, error_code) => {
    const id = await addSeedList();
    await api.database.pool.query(
      `insert into campaigns (organization_id, mailing_list_id, name, seed_list_ids, state) values (1, $1, 'c', $2, $3)`,
      [listId, [id], state],
    );
    expect(await remove(id)).toMatchObject({ status: 200, data: null, error_code });
  });

  it('counts a template of a list that is not deleted as a use', async () => {
    const id = await addSeedList();
    const doomed = await addList(api);
    await api.database.pool.query(
      `insert into campaign_templates (organization_id, mailing_list_id, name, seed_list_ids) values (1, $1, 't', $2)`,
      [doomed, [id]],
    );
    expect(await remove(id)).toMatchObject({ error_code: 'validation_failed' });
    await api.database.pool.query('update mailing_lists set deleted_at = now() where id = $1', [doomed]);
    expect(await remove(id)).toMatchObject({ success: true, data: null });
  });
});
