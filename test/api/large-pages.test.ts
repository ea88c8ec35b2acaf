import { beforeAll, describe, expect, it } from 'vitest';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { build } from './support/build.ts';
import type { TestApi } from './support/build.ts';
import { addList } from './support/import-rows.ts';

const REFUSAL = {
  status: 200,
  success: false,
  data: null,
  error_code: 'requested_too_many',
  error_message: `the page would have more than ${BOUNDS.pageBytes.max} bytes: ask for a smaller per_page`,
};

describe('pages of large records', () => {
  let api: TestApi;
  let listId: number;
  const half = Math.ceil(BOUNDS.pageBytes.max / 2);
  beforeAll(async () => {
    api = await build();
    listId = await addList(api);
  });

  it('of segments are refused when they hold too much', async () => {
    await api.database.pool.query(
      `insert into segments (mailing_list_id, name, clause)
       select $1, 'Segment ' || n, jsonb_build_array(jsonb_build_object('type', 'subscriber_email',
         'operator', 'contains', 'value', repeat('x', $2))) from generate_series(1, 3) n`,
      [listId, half],
    );
    expect(await api.call('GET', `/mailing_lists/${listId}/segments`)).toMatchObject(REFUSAL);
  });

  it('of custom fields are refused when they hold too much', async () => {
    const path = `/mailing_lists/${listId}/custom_fields`;
    for (let n = 1; n <= 3; n++) {
      const custom_field = { name: `Field ${n}`, field_type: 'select_single_dropdown', options: ['A'] };
      expect((await api.call('POST', path, { custom_field })).success).toBe(true);
    }
    await api.database.pool.query(
      `update custom_fields set options = jsonb_build_array(jsonb_build_object('id', 1, 'name', repeat('x', $1)))`,
      [half],
    );
    expect(await api.call('GET', path)).toMatchObject(REFUSAL);
    expect((await api.call<unknown[]>('GET', `${path}?per_page=1`)).data).toHaveLength(1);
  });
});
