import { beforeAll, describe, expect, it } from 'vitest';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, createImport } from '../support/import-rows.ts';

const REFUSAL = {
  status: 200,
  success: false,
  data: null,
  error_code: 'requested_too_many',
  error_message: `the answer would have more than ${BOUNDS.pageBytes.max} bytes: use per_page, or a smaller one`,
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

  it.each([
    {
      path: '/users',
      insert: `insert into users (organization_id, full_name, email, role, active, show_quick_tips,
          default_html_editor, permissions, password_hash, default_preview_recipients)
        select organization_id, 'User', n || '@user.example', 'standard', true, true, 'bee', '{}', '', array[repeat('x', $2)]`,
    },
    {
      path: '/seed_lists',
      insert: `insert into seed_lists (organization_id, name, addresses) select organization_id, 'Seed ' || n, array[repeat('x', $2)]`,
    },
    {
      path: '/subscriber_imports',
      insert: `insert into subscriber_imports (organization_id, mailing_list_id, begins_at, options, policy)
        select organization_id, id, now(), options || jsonb_build_object('file_source', jsonb_build_object('type', 'url', 'url', repeat('x', $2))), policy`,
    },
    {
      path: '/jobs/all',
      insert: `insert into campaigns (organization_id, mailing_list_id, name, state)
        select organization_id, id, repeat('x', $2), 'finished'`,
    },
  ])('of $path are refused when they hold too much', async ({ path, insert }) => {
    expect((await createImport(api, listId)).success).toBe(true);
    await api.database.pool.query(
      `${insert} from (select l.*, i.options, i.policy from mailing_lists l left join lateral
         (select * from subscriber_imports where mailing_list_id = l.id order by id limit 1) i on true where l.id = $1) l,
         generate_series(1, 3) n`,
      [listId, half],
    );
    expect(await api.call('GET', path)).toMatchObject(REFUSAL);
    expect((await api.call<unknown[]>('GET', `${path}?per_page=1`)).data).toHaveLength(1);
  });
});
