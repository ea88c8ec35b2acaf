import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { build } from './support/build.ts';
import type { TestApi } from './support/build.ts';
import { addList, createImport, SMALLEST } from './support/import-rows.ts';

describe('creating an import', () => {
  let api: TestApi;
  let listId: number;
  beforeAll(async () => {
    api = await build();
    listId = await addList(api);
    for (const custom_field of [
      { name: 'First Name', field_type: 'text', maximum_length: 5 },
      { name: 'Interests', field_type: 'select_multiple_checkboxes', options: ['Cats', 'Dogs'], required: true },
    ]) {
      await api.call('POST', `/mailing_lists/${listId}/custom_fields`, { custom_field });
    }
  });
  beforeEach(() => {
    api.jobs.reachable = true;
    api.jobs.started.length = 0;
  });

  const create = (attributes?: object, list = listId) => createImport(api, list, attributes);
  const storedSource = (id: number) => text(api.app.files.read(`imports/${id}/source`));
  const rowsOf = async (id: number) =>
    (await api.database.pool.query('select * from subscriber_imports where id = $1', [id])).rows as Record<
      string,
      unknown
    >[];

  it('answers the detail view with every default, keys in order', async () => {
    const { status, data } = await create();
    expect(status).toBe(200);
    expect(JSON.stringify(data)).toBe(
      JSON.stringify({
        id: data.id,
        mailing_list_id: listId,
        mailing_list_name: data.mailing_list_name,
        created_at: data.created_at,
        state: 'scheduled',
        begins_at: data.begins_at,
        finished_at: null,
        overwrite: false,
        deactivate_subscribers_not_in_import: false,
        error_message: null,
        autoresponders: {
          subscription: { trigger: false, also_trigger_on_updated_subscribers: false },
          api: { trigger_new: null, trigger_updated: null },
        },
        overwrite_what: { custom_fields: true, confirmed: false, format: false, status: false },
        overwrite_when_status: { active: true, unsubscribed: false, bounced: false, deactivated: false, scomp: false },
        column_mapping: ['email'],
        default_custom_fields: {},
        file_source: { type: 'json', filename: 'data' },
        file_format: {
          character_set: 'UTF-8',
          csv_has_headers: true,
          csv_field_enclosure: '"',
          csv_field_separator: ',',
          date_format: 'mdy',
        },
        subscriber_defaults: { status: 'active' },
        stats: {
          number_of_records: null,
          records_imported: 0,
          subscribers: {
            added: 0,
            updated: 0,
            failed: 0,
            skipped_overwrite: 0,
            skipped_active: 0,
            skipped_unsubscribed: 0,
            skipped_scomp: 0,
            skipped_bounced: 0,
            skipped_deactivated: 0,
            skipped_duplicate: 0,
            skipped_over_limit: 0,
          },
        },
      }),
    );
  });

  it('stores the content, then the row with options and policy, then starts the workflow', async () => {
    const { data } = await create({ overwrite: '1' });
    expect(await storedSource(data.id)).toBe(SMALLEST.file_source.content);
    const [row] = await rowsOf(data.id);
    expect(row).toMatchObject({ organization_id: 1, mailing_list_id: listId, policy: api.config.policy });
    expect(row?.options).toMatchObject({ overwrite: true, file_source: { type: 'json', filename: 'data' } });
    expect(row?.workflow_started_at).toBeInstanceOf(Date);
    expect(api.jobs.started.map(({ workflowId }) => workflowId)).toEqual([`subscriber-import/${data.id}`]);
  });

  it('takes the import when Temporal is away, and leaves the start to the sweep', async () => {
    api.jobs.reachable = false;
    const { success, data } = await create();
    expect({ success, state: data.state }).toEqual({ success: true, state: 'scheduled' });
    const [row] = await rowsOf(data.id);
    expect(row?.workflow_started_at).toBeNull();
  });

  it('stores long content whole, characters of two units included', async () => {
    const content = `Email\n${'x🙂'.repeat(60_000)}\n`;
    const { data } = await create({ file_source: { type: 'json', content } });
    expect(await storedSource(data.id)).toBe(content);
  });

  it('stores content of an ISO-8859-1 import in that character set, and echoes the name as sent', async () => {
    const { data } = await create({
      file_source: { type: 'json', content: 'é@example.com' },
      file_format: { character_set: 'iso-8859-1', csv_has_headers: false },
    });
    expect(data.file_format).toMatchObject({ character_set: 'iso-8859-1' });
    const { bytes } = { bytes: await api.app.files.size(`imports/${data.id}/source`) };
    expect(bytes).toBe('é@example.com'.length);
  });

  it('takes an empty file and one with NUL characters: rows fail, not imports', async () => {
    for (const content of ['', 'a\0b']) {
      expect((await create({ file_source: { type: 'json', content } })).success).toBe(true);
    }
  });

  it('takes a file of the upload directory of the organization', async () => {
    const folder = join(api.config.uploadsDir, '1');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'people.csv'), 'Email\n');
    const { data } = await create({ file_source: { type: 'upload_directory', filename: 'people.csv' } });
    expect(data.file_source).toEqual({ type: 'upload_directory', filename: 'people.csv' });
  });

  it('takes an URL', async () => {
    const { data } = await create({ file_source: { type: 'url', url: 'https://example.com/a.csv' } });
    expect(data.file_source).toEqual({ type: 'url', url: 'https://example.com/a.csv' });
    expect(await api.app.files.size(`imports/${data.id}/source`)).toBeNull();
  });

  it('finds custom fields ignoring case, and skips columns that are blank or null', async () => {
    const { data } = await create({ column_mapping: ['EMAIL', null, ' ', 'first name', 'Interests'] });
    expect(data.column_mapping).toEqual(['email', '', '', 'First Name', 'Interests']);
  });

  it('keeps default custom fields under the names of the fields', async () => {
    const { data } = await create({ default_custom_fields: { 'first NAME': 'Ann', interests: ['cats'] } });
    expect(data.default_custom_fields).toEqual({ 'First Name': 'Ann', Interests: ['cats'] });
  });

  it('keeps format and confirmation defaults only where the list has them', async () => {
    const subscriber_defaults = { status: 'unsubscribed', confirmed: '1', format: 'text', other: 1 };
    expect((await create({ subscriber_defaults })).data.subscriber_defaults).toEqual({ status: 'unsubscribed' });
    const rich = await addList(api, { has_format: true, has_confirmed: true });
    const { data } = await create(
      { subscriber_defaults, column_mapping: ['email', 'confirmed', 'confirm_time'] },
      rich,
    );
    expect(data.subscriber_defaults).toEqual({ status: 'unsubscribed', confirmed: true, format: 'text' });
    expect((await create({}, rich)).data.subscriber_defaults).toEqual({
      status: 'active',
      confirmed: false,
      format: 'html',
    });
  });

  it('begins now, or at a time with an offset', async () => {
    const before = Date.now();
    const { data } = await create({ begins_at: 'now' });
    expect(Date.parse(data.begins_at)).toBeGreaterThanOrEqual(Math.floor(before / 1000) * 1000);
    const later = await create({ begins_at: '2100-01-01T00:00:00+02:00' });
    expect(later.data.begins_at).toBe('2099-12-31T22:00:00Z');
    expect(api.jobs.started.at(-1)?.input).toMatchObject({ beginsAt: Date.parse('2099-12-31T22:00:00Z') });
  });

  it('resolves autoresponders by id before name, and by name ignoring case', async () => {
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into autoresponders (mailing_list_id, name, trigger) values ($1, 'Welcome', 'api'), ($1, 'Back', 'api')
       returning id`,
      [listId],
    );
    const [welcome, back] = rows.map(({ id }) => Number(id));
    const api_ = { trigger_new: { name: 'WELCOME' }, trigger_updated: { id: back, name: 'Welcome' } };
    const subscription = { trigger: true, also_trigger_on_updated_subscribers: 1 };
    const { data } = await create({ autoresponders: { subscription, api: api_ } });
    expect(data.autoresponders).toEqual({
      subscription: { trigger: true, also_trigger_on_updated_subscribers: true },
      api: { trigger_new: { id: welcome, name: 'Welcome' }, trigger_updated: { id: back, name: 'Back' } },
    });
  });

  it.each([
    [{ begins_at: 'tomorrow' }, 'begins_at must be "now" or an ISO 8601 time with an offset'],
    [{ begins_at: '2030-01-01T00:00:00' }, 'begins_at must be "now" or an ISO 8601 time with an offset'],
    [{ begins_at: '2030-02-30T00:00:00Z' }, 'begins_at must be "now" or an ISO 8601 time with an offset'],
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
    [{ default_custom_fields: { 'First Name': 1 } }, 'default_custom_fields: First Name must be a string'],
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
    [{ file_source: { type: 'ftp' } }, 'file_source.type must be one of json, upload_directory, url'],
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
    [{ file_format: { character_set: 'UTF-16' } }, 'file_format.character_set must be UTF-8 or ISO-8859-1'],
    [
      { file_format: { csv_field_separator: '|' } },
      'file_format.csv_field_separator must be a comma, a tab or a semicolon',
    ],
    [{ file_format: { csv_field_enclosure: '`' } }, 'file_format.csv_field_enclosure must be a double or single quote'],
    [{ file_format: { date_format: 'ymd' } }, 'file_format.date_format must be one of mdy, dmy'],
    [
      { file_source: { type: 'json', content: '漢' }, file_format: { character_set: 'ISO-8859-1' } },
      'file_source.content has characters that ISO-8859-1 does not have',
    ],
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

  it('leaves no file behind when the list is deleted while it takes the import', async () => {
    const doomed = await addList(api);
    const write = api.app.files.write.bind(api.app.files);
    const keys: string[] = [];
    api.app.files.write = async (key, source, options) => {
      keys.push(key);
      await api.database.pool.query('update mailing_lists set deleted_at = now() where id = $1', [doomed]);
      return write(key, source, options);
    };
    expect(await create({}, doomed)).toMatchObject({
      error_code: 'not_found',
      error_message: 'mailing list not found',
    });
    api.app.files.write = write;
    expect(await api.app.files.size(keys[0] ?? '')).toBeNull();
  });
});
