import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, addListWithFields, createImport } from '../support/import-rows.ts';

describe('creating an import that cannot be', () => {
  let api: TestApi;
  let listId: number;
  beforeAll(async () => {
    api = await build();
    listId = await addListWithFields(api);
  });
  beforeEach(() => {
    api.jobs.started.length = 0;
  });

  const create = (attributes?: object, list = listId) => createImport(api, list, attributes);

  it.each([
    [{ begins_at: 'tomorrow' }, /^begins_at must be "now" or a time in ISO 8601: /],
    [{ begins_at: '2030-02-30T00:00:00Z' }, /^begins_at must be "now" or a time in ISO 8601: /],
    [{ overwrite: 'yes' }, 'overwrite must be true or false'],
    [{ autoresponders: { api: { trigger_new: { id: 999 } } } }, /^autoresponders\.api\.trigger_new is not an autoresp/],
    [{ autoresponders: { api: { trigger_new: {} } } }, /^autoresponders\.api\.trigger_new is not an autoresponder/],
    [{ autoresponders: { api: { trigger_new: 'x' } } }, 'autoresponders.api.trigger_new must be a JSON object'],
    [{ autoresponders: [] }, 'autoresponders must be a JSON object'],
    [{ overwrite_what: { format: 2 } }, 'overwrite_what.format must be true or false'],
    [{ overwrite_when_status: { scomp: null, active: 'x' } }, 'overwrite_when_status.active must be true or false'],
    [{ column_mapping: undefined }, 'column_mapping cannot be blank'],
    [{ column_mapping: 'email' }, 'column_mapping must be an array'],
    [{ column_mapping: [] }, 'column_mapping must contain email'],
    [{ column_mapping: ['First Name'] }, 'column_mapping must contain email'],
    [{ column_mapping: ['email', 7] }, 'column_mapping.1 must be a string'],
    [{ column_mapping: ['email', 'Shoe Size'] }, 'column_mapping has an unknown entry: Shoe Size'],
    [{ column_mapping: ['email', 'confirmed'] }, 'column_mapping has an unknown entry: confirmed'],
    [{ column_mapping: ['email', 'status', 'Email'] }, 'column_mapping has email more than once'],
    [{ column_mapping: ['email', 'First Name', 'first name'] }, 'column_mapping has First Name more than once'],
    [{ default_custom_fields: { Shoe: 1 } }, 'default_custom_fields.Shoe is not a custom field of the list'],
    [{ default_custom_fields: { 'First Name': true } }, 'default_custom_fields: First Name must be a string'],
    [
      { default_custom_fields: { 'First Name': 'too long' } },
      'default_custom_fields: First Name must have at most 5 characters',
    ],
    [
      { default_custom_fields: { 'First Name': 'a', 'first name': 'b' } },
      'default_custom_fields.first name is given twice',
    ],
    [{ subscriber_defaults: { status: 'asleep' } }, /^subscriber_defaults\.status must be one of active, bounced/],
    [{ file_source: undefined }, 'file_source cannot be blank'],
    [{ file_source: 'json' }, 'file_source must be a JSON object'],
    [{ file_source: {} }, 'file_source.type cannot be blank'],
    [{ file_source: { type: 'ftp' } }, 'file_source.type must be one of json, upload_directory, url, upload'],
    [{ file_source: { type: 'json' } }, 'file_source.content cannot be blank'],
    [{ file_source: { type: 'json', content: ['a'] } }, 'file_source.content must be a string'],
    [{ file_source: { type: 'upload_directory' } }, 'file_source.filename cannot be blank'],
    [
      { file_source: { type: 'upload_directory', filename: '../secret.csv' } },
      'file_source.filename cannot contain a path separator',
    ],
    [
      { file_source: { type: 'upload_directory', filename: 'absent.csv' } },
      'file_source.filename is not in the upload directory',
    ],
    [{ file_source: { type: 'url' } }, 'file_source.url cannot be blank'],
    [{ file_source: { type: 'url', url: 'ftp://example.com/a' } }, 'file_source.url must be an http or https URL'],
    [{ file_source: { type: 'url', url: 'example.com' } }, 'file_source.url must be an http or https URL'],
    [{ file_format: { csv_has_headers: 'x' } }, 'file_format.csv_has_headers must be true or false'],
    [{ file_format: { character_set: 'UTF-7' } }, /^file_format\.character_set must be an encoding of the WHATWG/],
    [
      { file_format: { csv_field_separator: ':' } },
      'file_format.csv_field_separator must be a comma, a tab, a semicolon, a vertical bar or a caret',
    ],
    [{ file_format: { csv_field_enclosure: '`' } }, 'file_format.csv_field_enclosure must be a double or single quote'],
    [{ file_format: { date_format: 'ymd' } }, 'file_format.date_format must be one of mdy, dmy'],
    [
      { overwrite: 'x', column_mapping: ['status'], file_format: { date_format: 'x' } },
      'overwrite must be true or false; column_mapping must contain email; file_format.date_format must be one of mdy, dmy',
    ],
  ])('refuses %j', async (attributes, message) => {
    const answer = await create(attributes);
    expect(answer).toMatchObject({ status: 200, success: false, data: null, error_code: 'validation_failed' });
    expect(answer.error_message).toEqual(message instanceof RegExp ? expect.stringMatching(message) : message);
    expect(api.jobs.started).toEqual([]);
  });

  it('refuses a required field that has neither column nor default, and takes it with either', async () => {
    const strict = await addList(api);
    const custom_field = { name: 'Shoe Size', field_type: 'number', required: true };
    await api.call('POST', `/mailing_lists/${strict}/custom_fields`, { custom_field });
    expect((await create({}, strict)).error_message).toBe(
      'Shoe Size is required: map a column to it or give it a default custom field value',
    );
    expect((await create({ default_custom_fields: { 'shoe size': 41 } }, strict)).success).toBe(true);
    expect((await create({ column_mapping: ['email', 'Shoe Size'] }, strict)).success).toBe(true);
  });

  it('needs the key field of a list with an alternate primary key mapped', async () => {
    const keyed = await addList(api);
    const custom_field = { name: 'Member', field_type: 'text', required: true };
    const field = await api.call('POST', `/mailing_lists/${keyed}/custom_fields`, { custom_field });
    const mailing_list = { primary_key_custom_field_id: field.data.id };
    await api.call('PUT', `/mailing_lists/${keyed}`, { mailing_list });
    expect((await create({ default_custom_fields: { Member: 'm' } }, keyed)).error_message).toBe(
      'column_mapping must contain Member, the primary key of the list',
    );
    expect((await create({ column_mapping: ['email', 'member'] }, keyed)).success).toBe(true);
  });

  it('answers not_found on a list of another organization, and invalid_request on a remote one', async () => {
    const { key } = await api.addOrganization();
    expect(await createImport(api, listId, {}, key)).toMatchObject({ error_code: 'not_found' });
    const remote = await addList(api);
    await api.database.pool.query('update mailing_lists set is_remote_list = true where id = $1', [remote]);
    expect(await create({}, remote)).toMatchObject({ error_code: 'invalid_request' });
  });
});
