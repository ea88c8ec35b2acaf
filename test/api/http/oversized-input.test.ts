import { beforeAll, describe, expect, it } from 'vitest';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { build } from '../support/build.ts';
import type { Answer, TestApi } from '../support/build.ts';
import { addList, addListWithFields, createImport } from '../support/import-rows.ts';

describe('input beyond a bound', () => {
  let api: TestApi;
  let listId: number;
  beforeAll(async () => {
    api = await build();
    listId = await addListWithFields(api);
  });

  const refused = (message: string | RegExp) => ({
    success: false,
    error_code: 'validation_failed',
    error_message: typeof message === 'string' ? message : expect.stringMatching(message),
  });
  const addSeedList = (addresses_array: unknown): Promise<Answer> =>
    api.call('POST', '/seed_lists', { seed_list: { name: 'Seeds', addresses_array } });
  const addField = (options: unknown): Promise<Answer> =>
    api.call('POST', '/custom_fields', {
      custom_field: { name: `Field ${Math.random()}`, field_type: 'select_single_radio', options },
    });

  it('an array is refused before its entries are read, with one message', async () => {
    const answer = await addSeedList(Array(50_000).fill(1));
    expect(answer).toMatchObject(refused('addresses_array has too many entries (maximum is 10000)'));
  });

  it('of bad entries the first twenty are named and the others counted', async () => {
    const { error_message } = await addSeedList(Array(1000).fill(1));
    expect(error_message).toMatch(/^addresses_array\.0 must be a string; .*addresses_array\.19 must be a string; /);
    expect(error_message).toMatch(/; and 980 more$/);
  });

  it('of unknown fields of a subscriber the first twenty are named and the others counted', async () => {
    const custom_fields = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`Field ${at}`, 1]));
    const path = `/mailing_lists/${await addList(api)}/subscribers`;
    const { error_message } = await api.call('POST', path, { subscriber: { email: 'a@example.com', custom_fields } });
    expect(error_message).toMatch(/^custom_fields has no field named Field 0; .*named Field 19; and 480 more$/);
  });

  it('a hash is refused before its values are read', async () => {
    const custom_fields = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`Field ${at}`, 1]));
    const path = `/mailing_lists/${listId}/subscribers`;
    const answer = await api.call('POST', path, { subscriber: { email: 'a@example.com', custom_fields } });
    expect(answer.error_message).toMatch(/^custom_fields has too many entries \(maximum is 10000\)/);
  });

  it('a name that is repeated in a message is shortened', async () => {
    const { error_message } = await createImport(api, listId, { column_mapping: ['email', 'x'.repeat(60_000)] });
    const [first = ''] = (error_message ?? '').split('; ');
    expect(first).toMatch(/^column_mapping has an unknown entry: x+…$/);
    expect(first.length).toBe(BOUNDS.messageText.max);
  });

  it('a text has a maximum, a larger one where it is the content of a mail', async () => {
    const instructions = 'x'.repeat(BOUNDS.text.max + 1);
    expect(
      await api.call('POST', '/custom_fields', { custom_field: { name: 'A', field_type: 'text', instructions } }),
    ).toMatchObject(refused('instructions is too long (maximum is 65536 characters)'));
    const campaign = { name: 'A', content_html: 'x'.repeat(BOUNDS.text.max + 1) };
    expect(await api.call('POST', `/mailing_lists/${listId}/templates`, { campaign })).toMatchObject({ success: true });
  });

  it('a field has at most 5,000 options', async () => {
    const names = Array.from({ length: 5001 }, (_, at) => `Option ${at}`);
    expect(await addField(names)).toMatchObject(refused('options has too many entries (maximum is 5000)'));
    expect(await addField(names.slice(1))).toMatchObject({ success: true });
  });

  it('the default custom fields of an import have at most 64 KiB', async () => {
    const withName = (length: number) => ({ default_custom_fields: { Interests: ['Cats'], Shoe: 'x'.repeat(length) } });
    expect(await createImport(api, listId, withName(65_536))).toMatchObject(
      refused(/^default_custom_fields is too large \(maximum is 65536 bytes of JSON\)/),
    );
    expect(await createImport(api, listId, withName(60_000))).toMatchObject(
      refused('default_custom_fields.Shoe is not a custom field of the list'),
    );
  });

  it('a query parameter has at most 1,000 characters', async () => {
    for (const name of ['name', 'name_contains', 'page_token', 'per_page']) {
      expect(await api.call('GET', `/api_keys?${name}=${'1'.repeat(1001)}`)).toMatchObject({
        error_code: 'invalid_request',
        error_message: `${name} is too long (maximum is 1000 characters)`,
      });
    }
  });
});
