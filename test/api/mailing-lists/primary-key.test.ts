import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { createImport, setImport } from '../support/import-rows.ts';

describe('the primary key of a mailing list', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await build();
  });

  let names = 0;
  const create = () => api.call('POST', '/mailing_lists', { mailing_list: { name: `List ${++names}` } });
  const update = (id: unknown, attributes: object) =>
    api.call('PUT', `/mailing_lists/${String(id)}`, { mailing_list: attributes });
  const addField = async (listId: unknown, attributes: object) => {
    const body = { custom_field: { field_type: 'text', required: true, ...attributes } };
    return (await api.call('POST', `/mailing_lists/${String(listId)}/custom_fields`, body)).data.id;
  };

  it('can be a required text or number field, and be taken away again', async () => {
    const { data } = await create();
    const field = await addField(data.id, { name: 'Member' });
    const answer = await update(data.id, { primary_key_custom_field_id: field });
    expect(answer.data.primary_key_custom_field_id).toBe(field);
    expect((await update(data.id, { primary_key_custom_field_id: null })).data.primary_key_custom_field_id).toBeNull();
  });

  it.each([
    ['a field that is not required', { name: 'Optional', required: false }],
    ['a date', { name: 'Day', field_type: 'date' }],
  ])('cannot be %s', async (_, attributes) => {
    const { data } = await create();
    const field = await addField(data.id, attributes);
    expect((await update(data.id, { primary_key_custom_field_id: field })).error_message).toBe(
      'primary_key_custom_field_id must be a required text or number field of the list',
    );
  });

  it('cannot be the field of another list', async () => {
    const { data } = await create();
    const field = await addField((await create()).data.id, { name: 'Member' });
    expect(await update(data.id, { primary_key_custom_field_id: field })).toMatchObject({
      error_code: 'validation_failed',
    });
  });

  it('cannot change while an import of the list has not ended', async () => {
    const { data } = await create();
    const field = await addField(data.id, { name: 'Member' });
    const imported = await createImport(api, Number(data.id), { default_custom_fields: { Member: 'm' } });
    const change = () => update(data.id, { primary_key_custom_field_id: field });
    expect((await change()).error_message).toBe(
      'primary_key_custom_field_id cannot be changed while the list has an unfinished import',
    );
    await setImport(api, imported.data.id, { state: 'cancelled' });
    expect((await change()).data.primary_key_custom_field_id).toBe(field);
  });

  it('cannot change while the list has a subscription form', async () => {
    const { data } = await create();
    const field = await addField(data.id, { name: 'Member' });
    await api.database.pool.query(
      `insert into web_forms (mailing_list_id, name, from_email, confirmation_subject, confirmation_body)
       values ($1, 'Form', 'f@example.com', 'Confirm', '%%confirmation_url%%')`,
      [data.id],
    );
    expect((await update(data.id, { primary_key_custom_field_id: field })).error_message).toBe(
      'primary_key_custom_field_id cannot be changed while the list has a subscription form',
    );
  });

  it('cannot change while the list has subscribers', async () => {
    const { data } = await create();
    const field = await addField(data.id, { name: 'Member' });
    await api.database.pool.query('insert into subscribers (mailing_list_id, key, email) values ($1, $2, $2)', [
      data.id,
      'a@example.com',
    ]);
    expect((await update(data.id, { primary_key_custom_field_id: field })).error_message).toBe(
      'primary_key_custom_field_id cannot be changed while the list has subscribers',
    );
  });
});
