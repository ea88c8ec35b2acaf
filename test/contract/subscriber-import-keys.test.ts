import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSubscriberApi } from '../api/subscribers/support.ts';
import type { SubscriberApi } from '../api/subscribers/support.ts';
import { storedSourceKey } from '../support/file-owner.ts';
import { failed } from './support.ts';
import type { Row } from './support.ts';

describe('the keys of subscriber_import', () => {
  let api: SubscriberApi;
  let listId: number;
  let plainListId: number;
  beforeAll(async () => {
    api = await buildSubscriberApi();
    listId = await api.addList({ has_format: true, has_confirmed: true });
    plainListId = await api.addList();
    await api.addField(listId, { name: 'City', field_type: 'text' });
    const options = [{ name: 'News' }, { name: 'Offers' }];
    await api.addField(listId, { name: 'Topics', field_type: 'select_multiple_checkboxes', options });
    const folder = join(api.config.uploadsDir, '1');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'people.csv'), 'email\na@example.com\n');
  });

  const SOURCE = { type: 'json', content: 'email\na@example.com\n' };
  const post = (attributes: Row, list = listId) =>
    api.call<Row>('POST', `/mailing_lists/${list}/subscriber_imports`, {
      subscriber_import: { column_mapping: ['email'], file_source: SOURCE, ...attributes },
    });
  const taken = async (attributes: Row, list?: number) => {
    const { success, error_message, data } = await post(attributes, list);
    expect({ success, error_message }).toEqual({ success: true, error_message: null });
    return data;
  };
  const refused = async (attributes: Row) => expect(await post(attributes)).toMatchObject(failed('validation_failed'));

  it('import key: begins_at', async () => {
    expect(await taken({ begins_at: '2031-01-02T03:04:05+01:00' })).toMatchObject({
      begins_at: '2031-01-02T02:04:05Z',
    });
    const before = Math.floor(Date.now() / 1000) * 1000;
    for (const attributes of [{}, { begins_at: 'now' }, { begins_at: null }]) {
      const begins = Date.parse((await taken(attributes))['begins_at'] as string);
      expect(begins).toBeGreaterThanOrEqual(before);
      expect(begins).toBeLessThanOrEqual(Date.now());
    }
    await refused({ begins_at: 'tomorrow' });
  });

  it.each(['overwrite', 'deactivate_subscribers_not_in_import'])('import key: %s', async (key) => {
    expect((await taken({}))[key]).toBe(false);
    expect((await taken({ [key]: true }))[key]).toBe(true);
    await refused({ [key]: 'perhaps' });
  });

  it('import key: autoresponders', async () => {
    const id = await api.addAutoresponder(listId, { name: 'Welcome' });
    const subscription = { trigger: true, also_trigger_on_updated_subscribers: true };
    const welcome = { id, name: 'Welcome' };
    const sent = { subscription, api: { trigger_new: { id, name: 'ignored' }, trigger_updated: { name: 'WELCOME' } } };
    expect(await taken({ autoresponders: sent })).toMatchObject({
      autoresponders: { subscription, api: { trigger_new: welcome, trigger_updated: welcome } },
    });
    expect(await taken({})).toMatchObject({
      autoresponders: {
        subscription: { trigger: false, also_trigger_on_updated_subscribers: false },
        api: { trigger_new: null, trigger_updated: null },
      },
    });
    await refused({ autoresponders: { api: { trigger_new: { name: 'Nobody' } } } });
  });

  describe.each([
    ['import key: overwrite_what.custom_fields', 'overwrite_what', ['custom_fields'], true],
    [
      'import key: overwrite_what.confirmed, .format, .status',
      'overwrite_what',
      ['confirmed', 'format', 'status'],
      false,
    ],
    ['import key: overwrite_when_status.active', 'overwrite_when_status', ['active'], true],
    [
      'import key: overwrite_when_status.unsubscribed, .bounced, .deactivated, .scomp',
      'overwrite_when_status',
      ['unsubscribed', 'bounced', 'deactivated', 'scomp'],
      false,
    ],
  ] as const)('%s', (_, hash, keys, byDefault) => {
    it.each(keys)(`is ${byDefault} by default: %s`, async (key) => {
      expect((await taken({}))[hash]).toMatchObject({ [key]: byDefault });
      expect((await taken({ [hash]: { [key]: !byDefault } }))[hash]).toMatchObject({ [key]: !byDefault });
      await refused({ [hash]: { [key]: 'x' } });
    });
  });

  it('import key: column_mapping', async () => {
    const column_mapping = [
      ...['email', 'status', 'email_format', 'subscribe_time', 'subscribe_ip', 'remove_time', 'remove_ip', 'City'],
    ];
    expect(await taken({ column_mapping })).toMatchObject({ column_mapping });
    await refused({ column_mapping: undefined });
    await refused({ column_mapping: ['City'] });
    await refused({ column_mapping: ['email', 'Nowhere'] });
    await refused({ column_mapping: ['email', 'email'] });
    await refused({ column_mapping: 'email' });
  });

  it('import key: default_custom_fields', async () => {
    expect(await taken({})).toMatchObject({ default_custom_fields: {} });
    const default_custom_fields = { City: 'Oslo', Topics: ['News', 'Offers'] };
    expect(await taken({ default_custom_fields })).toMatchObject({ default_custom_fields });
    await refused({ default_custom_fields: { Topics: ['Nothing'] } });
    await refused({ default_custom_fields: { Nowhere: 'x' } });
  });

  it('import key: subscriber_defaults', async () => {
    const subscriber_defaults = { status: 'unsubscribed', confirmed: true, format: 'text' };
    expect((await taken({ subscriber_defaults }))['subscriber_defaults']).toEqual(subscriber_defaults);
    expect((await taken({ subscriber_defaults }, plainListId))['subscriber_defaults']).toEqual({
      status: 'unsubscribed',
    });
    await refused({ subscriber_defaults: { status: 'gone' } });
    await refused({ subscriber_defaults: { format: 'pdf' } });
  });

  it('import key: file_source.type', async () => {
    const sources = [
      SOURCE,
      { type: 'upload_directory', filename: 'people.csv' },
      { type: 'url', url: 'http://a.test/' },
    ];
    for (const file_source of sources) {
      expect(await taken({ file_source })).toMatchObject({ file_source: { type: file_source.type } });
    }
    await refused({ file_source: { content: 'email\n' } });
    await refused({ file_source: { type: 'ftp' } });
    await refused({ file_source: undefined });
  });

  it('import key: file_source.content', async () => {
    const { id, file_source } = await taken({});
    expect(file_source).toEqual({ type: 'json', filename: 'data' });
    expect(await api.app.files.size(await storedSourceKey(api.database.pool, id))).toBe(SOURCE.content.length);
    await refused({ file_source: { type: 'json' } });
    await refused({ file_source: { type: 'json', content: 5 } });
  });

  it('import key: file_source.filename', async () => {
    const file_source = { type: 'upload_directory', filename: 'people.csv' };
    expect((await taken({ file_source }))['file_source']).toEqual(file_source);
    for (const filename of [undefined, 'nobody.csv', '../1/people.csv'])
      await refused({ file_source: { ...file_source, filename } });
  });

  it('import key: file_source.url', async () => {
    const file_source = { type: 'url', url: 'https://files.example.com/people.csv' };
    expect((await taken({ file_source }))['file_source']).toEqual(file_source);
    for (const url of [undefined, 'people.csv', 'ftp://example.com/a'])
      await refused({ file_source: { ...file_source, url } });
  });

  it.each([
    ['csv_has_headers', true, [false], 'maybe'],
    ['character_set', 'UTF-8', ['ISO-8859-1', 'utf-8', 'Shift_JIS', 'UTF-16'], 'UTF-7'],
    ['csv_field_separator', ',', ['\t', ';', '|', '^'], ':'],
    ['csv_field_enclosure', '"', [`'`], '`'],
    ['date_format', 'mdy', ['dmy'], 'ymd'],
  ])('import key: file_format.%s', async (key, byDefault, others, wrong) => {
    expect((await taken({}))['file_format']).toMatchObject({ [key]: byDefault });
    for (const value of [byDefault, ...others]) {
      expect((await taken({ file_format: { [key]: value } }))['file_format']).toMatchObject({ [key]: value });
    }
    await refused({ file_format: { [key]: wrong } });
  });
});
