import { beforeAll, describe, expect, it } from 'vitest';
import { addList } from '../support/import-rows.ts';
import { buildFieldApi } from './support.ts';
import type { Field, FieldApi } from './support.ts';

describe('promoted custom fields', () => {
  let api: FieldApi;
  beforeAll(async () => {
    api = await buildFieldApi();
  });

  const promote = (body: unknown, key?: string) => api.call<Field>('POST', '/custom_fields/promote', body, key);

  describe('POST /custom_fields/promote', () => {
    it.each(['promote', 'custom_field_promoter'])('makes a list field global, wrapped in %s', async (wrapper) => {
      const before = await api.create();
      const { data } = await promote({ [wrapper]: { custom_field_id: before.id } });
      expect(data).toEqual({ ...before, is_global: true, mailing_list_id: null });
      expect((await api.update(before.id, { instructions: 'x' }, '/custom_fields')).success).toBe(true);
    });

    it('a name that is not unique across the organization is refused', async () => {
      const { id } = await api.create({ name: 'Everywhere' });
      await api.create({ name: 'everywhere' }, `/mailing_lists/${await addList(api)}/custom_fields`);
      expect(await promote({ promote: { custom_field_id: id } })).toMatchObject({
        error_code: 'validation_failed',
        error_message: 'name has already been taken',
      });
    });

    it('a field that is global already is refused', async () => {
      const { id } = await api.create({}, '/custom_fields');
      expect(await promote({ promote: { custom_field_id: id } })).toMatchObject({ error_code: 'validation_failed' });
    });

    it.each([
      [{}, 'invalid_request'],
      [{ promote: 3 }, 'invalid_request'],
      [{ promote: {} }, 'validation_failed'],
      [{ promote: { custom_field_id: 'x' } }, 'validation_failed'],
      [{ promote: { custom_field_id: 999_999 } }, 'not_found'],
    ])('answers %j with %s', async (body, error_code) => {
      expect(await promote(body)).toMatchObject({ status: 200, data: null, error_code });
    });

    it("answers not_found to another organization's field", async () => {
      const { id } = await api.create();
      expect(await promote({ promote: { custom_field_id: id } }, api.other.key)).toMatchObject({
        error_code: 'not_found',
      });
    });
  });
});
