import { beforeAll, describe, expect, it } from 'vitest';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { buildFieldApi } from './support.ts';
import type { FieldApi } from './support.ts';

describe('the custom fields of a list', () => {
  let api: FieldApi;
  beforeAll(async () => {
    api = await buildFieldApi();
    await addFields(BOUNDS.listFields.max - 2, null);
    await addFields(1, api.listId);
  });

  const MANY = {
    success: false,
    error_code: 'validation_failed',
    error_message: expect.stringContaining('at most 1000'),
  };
  const post = (name: string, path = api.onList) =>
    api.call<{ id: number }>('POST', path, { custom_field: { name, field_type: 'text' } });
  /** Adds fields of the list, or global ones, of the key's organization. */
  const addFields = (count: number, listId: number | null) =>
    api.database.pool.query(
      `insert into custom_fields (organization_id, mailing_list_id, name, field_type, options)
       select organization_id, $2::bigint, format('Given %s of %s', n, $2::bigint), 'text', '[]'
         from mailing_lists, generate_series(1, $1::integer) n where id = $3`,
      [count, listId, api.listId],
    );

  it('are bounded together with the global ones, and deleted ones make room', async () => {
    const { success, data } = await post('Last');
    expect(success).toBe(true);
    expect(await post('One too many')).toMatchObject(MANY);
    expect(await post('One too many everywhere', '/custom_fields')).toMatchObject(MANY);
    await api.remove(data.id);
    expect(await post('Again')).toMatchObject({ success: true });
  });

  it('have a bounded number of options together', async () => {
    await api.database.pool.query(
      `update custom_fields set options = (
        select jsonb_agg(jsonb_build_object('id', n, 'name', n::text)) from generate_series(1, $1::integer) n)
      where id = (select id from custom_fields where mailing_list_id = $2 limit 1)`,
      [BOUNDS.listOptions.max, api.listId],
    );
    await api.database.pool.query(`delete from custom_fields where name = 'Again'`);
    const custom_field = { name: 'Choice', field_type: 'select_single_dropdown', options: [{ name: 'One' }] };
    const answer = await api.call('POST', api.onList, { custom_field });
    expect(answer).toMatchObject({ success: false, error_code: 'validation_failed' });
  });
});
