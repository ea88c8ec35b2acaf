import { beforeAll, describe, expect, it } from 'vitest';
import { addList } from '../support/import-rows.ts';
import { buildFieldApi } from './support.ts';
import type { Field, FieldApi } from './support.ts';

describe('the deletion of custom fields', () => {
  let api: FieldApi;
  beforeAll(async () => {
    api = await buildFieldApi();
  });

  describe('DELETE /mailing_lists/:mailing_list_id/custom_fields/:id and DELETE /custom_fields/:id', () => {
    it.each([
      ['of the list', () => api.onList],
      ['global', () => '/custom_fields'],
    ])('marks a field %s deleted, which frees its name', async (_, path) => {
      const { id, name } = await api.create({}, path());
      expect(await api.remove(id, path())).toMatchObject({ status: 200, success: true, data: null, error_code: null });
      expect(await api.call('GET', `/custom_fields/${id}`)).toMatchObject({ error_code: 'not_found' });
      expect(await api.remove(id, path())).toMatchObject({ error_code: 'not_found' });
      expect((await api.create({ name }, path())).name).toBe(name);
    });

    it('blocked by dependent records: validation_failed with data.dependencies', async () => {
      const keyed = await addList(api);
      const path = `/mailing_lists/${keyed}/custom_fields`;
      const { id } = await api.create({ required: true }, path);
      await api.database.pool.query('update mailing_lists set primary_key_custom_field_id = $1 where id = $2', [
        id,
        keyed,
      ]);
      const clause = [{ type: 'any', clauses: [{ type: 'custom_field', custom_field_id: id, operator: 'is blank' }] }];
      const added = await api.database.pool.query(
        `with segment as (
           insert into segments (mailing_list_id, name, clause) values ($1, 's', $2) returning id
         ), campaign as (
           insert into campaigns (organization_id, mailing_list_id, name, segmentation_criteria_id, state)
           select 1, $1, 'c', segment.id, state from segment, unnest(array['sending', 'finished']) state
           returning id, state
         ), template as (
           insert into campaign_templates (organization_id, mailing_list_id, name, segmentation_criteria_id)
           select 1, $1, 't', id from segment returning id
         ), autoresponder as (
           insert into autoresponders (mailing_list_id, name, trigger, segmentation_criteria_id)
           select $1, 'a', 'subscription', id from segment returning id
         )
         select segment.id as segment, campaign.id as campaign, template.id as template, autoresponder.id as autoresponder
         from segment, campaign, template, autoresponder where campaign.state = 'sending'`,
        [keyed, JSON.stringify(clause)],
      );
      const { segment, campaign, template, autoresponder } = added.rows[0];
      const answer = await api.remove(id, path);
      expect(answer).toMatchObject({ status: 200, success: false, error_code: 'validation_failed' });
      expect(answer.data).toEqual({
        dependencies: [
          { type: 'mailing_list', id: keyed },
          { type: 'segmentation_criteria', id: segment },
          { type: 'campaign', id: campaign },
          { type: 'autoresponder', id: autoresponder },
          { type: 'campaign/template', id: template },
        ],
      });
      expect((await api.call('GET', `/custom_fields/${id}`)).success).toBe(true);
    });
  });

  describe('GET /mailing_lists/:mailing_list_id/custom_fields/deleted and GET /custom_fields/deleted', () => {
    it('show the deleted fields, each with deleted_at, with paging keys and a page size of 2000', async () => {
      const { id: organizationId, key } = await api.addOrganization({ timeZone: 'Europe/Berlin' });
      const path = `/mailing_lists/${await addList(api, {}, key)}/custom_fields`;
      await api.create({ name: 'Kept' }, path, key);
      const local = await api.create({ name: 'b', required: true }, path, key);
      const global = await api.create({ name: 'A' }, '/custom_fields', key);
      await api.remove(local.id, path, key);
      await api.remove(global.id, '/custom_fields', key);
      await api.database.pool.query(
        `update custom_fields set deleted_at = '2024-07-01T12:00:00Z' where organization_id = $1 and deleted_at is not null`,
        [organizationId],
      );

      const list = (at: string) => api.call<Field[]>('GET', at, undefined, key);
      const answer = await list(`${path}/deleted`);
      expect(answer).toMatchObject({ page: 0, per_page: 2000, num_records: 2, num_pages: 1 });
      expect(answer.data).toEqual([
        { ...local, deleted_at: '2024-07-01T14:00:00+02:00' },
        { ...global, deleted_at: '2024-07-01T14:00:00+02:00' },
      ]);
      expect((await list('/custom_fields/deleted')).data.map(({ name }) => name)).toEqual(['A']);
      expect((await list(`${path}/deleted?order_by=name`)).data.map(({ name }) => name)).toEqual(['A', 'b']);
      expect((await list(`${path}/deleted?name=B`)).data.map(({ name }) => name)).toEqual(['b']);
      expect((await list(`${path}/deleted?per_page=2001`)).error_code).toBe('requested_too_many');
      expect((await list(`${path}/deleted?order_by=x`)).error_code).toBe('invalid_request');
      expect((await api.call('GET', `${path}/deleted`, undefined, api.other.key)).error_code).toBe('not_found');
    });
  });
});
