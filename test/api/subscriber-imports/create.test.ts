import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../support/import-options.ts';
import { storedSourceKey } from '../../support/file-owner.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, addListWithFields, createImport, SMALLEST } from '../support/import-rows.ts';

const EXTENSIONS = {
  dry_run: false,
  skip_suppressed: false,
  default_status_sent: false,
  dry_run_id: null,
  started_import_id: null,
  parent_id: null,
  corrected_import_id: null,
  undo_id: null,
  max_failed_records: null,
  max_deactivated: null,
  pause_reason: null,
  balance: { records: null, outcomes: 0, is_balanced: null },
  column_rules: null,
  notices: [],
};

describe('creating an import', () => {
  let api: TestApi;
  let listId: number;
  beforeAll(async () => {
    api = await build();
    listId = await addListWithFields(api);
  });
  beforeEach(() => {
    api.jobs.reachable = true;
    api.jobs.started.length = 0;
  });

  const create = (attributes?: object, list = listId) => createImport(api, list, attributes);
  const storedSource = async (id: number) => text(api.app.files.read(await storedSourceKey(api.database.pool, id)));
  const rowsOf = async (id: number) =>
    (await api.database.pool.query('select * from subscriber_imports where id = $1', [id])).rows as Record<
      string,
      unknown
    >[];

  it('answers the detail view with every default, keys in order', async () => {
    const { status, data } = await create();
    const { overwrite, deactivate_subscribers_not_in_import, default_status_sent, ...rest } = DEFAULTS;
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
        overwrite,
        deactivate_subscribers_not_in_import,
        error_message: null,
        ...rest,
        file_format: { ...rest.file_format, csv_has_headers: true },
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
          unchanged: 0,
          reactivated: 0,
          suppressed: 0,
          statuses: { active: 0, bounced: 0, unsubscribed: 0, scomp: 0, deactivated: 0 },
          partial: 0,
          deactivated: null,
        },
        ...{ ...EXTENSIONS, default_status_sent },
      }),
    );
  });

  it('stores the content, then the row with options and policy, then starts the workflow', async () => {
    const { data } = await create({ overwrite: '1' });
    expect(await storedSource(data.id)).toBe(SMALLEST.file_source.content);
    const [row] = await rowsOf(data.id);
    expect(row).toMatchObject({ organization_id: 1, mailing_list_id: listId, policy: api.config.policy });
    expect(row?.options).toMatchObject({
      ...{ overwrite: true, default_status_sent: false },
      file_source: { type: 'json', filename: 'data' },
    });
    expect(row?.workflow_started_at).toBeInstanceOf(Date);
    expect(api.jobs.started.map(({ workflowId }) => workflowId)).toEqual([`subscriber-import/${data.id}`]);
  });

  it.each([
    [{ status: 'active' }, true],
    [{ status: null }, false],
    [{ confirmed: true }, false],
  ])('stores of the defaults %j whether the status was sent: %s', async (subscriber_defaults, isSent) => {
    const { data } = await create({ subscriber_defaults });
    expect(data.subscriber_defaults).toMatchObject({ status: 'active' });
    expect((await rowsOf(data.id))[0]?.options).toMatchObject({ default_status_sent: isSent });
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

  it('stores content in UTF-8, whatever its character set is called, and echoes the name as sent', async () => {
    const content = '漢é@example.com';
    const { data } = await create({
      file_source: { type: 'json', content },
      file_format: { character_set: 'iso-8859-1', csv_has_headers: false },
    });
    expect(data.file_format).toMatchObject({ character_set: 'iso-8859-1' });
    expect(await storedSource(data.id)).toBe(content);
    const { rows } = await api.database.pool.query('select source_format from subscriber_imports where id = $1', [
      data.id,
    ]);
    expect(rows).toEqual([{ source_format: { character_set: 'UTF-8' } }]);
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
    expect(await api.app.files.size(await storedSourceKey(api.database.pool, data.id))).toBeNull();
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
