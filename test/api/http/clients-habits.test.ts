import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { Answer, TestApi } from '../support/build.ts';
import { documentOf } from '../support/check-answers.ts';
import { addFailedRows, addList, createImport } from '../support/import-rows.ts';

describe('what clients send', () => {
  let api: TestApi;
  let listId: number;
  let importId: number;
  beforeAll(async () => {
    api = await build();
    listId = await addList(api);
    importId = (await createImport(api, listId, {})).data.id;
    await addFailedRows(api, importId);
    await api.call('POST', '/webhook_endpoints', { webhook_endpoint: { url: 'https://hooks.example.com/' } });
  });

  let names = 0;
  const addField = async (field_type: string): Promise<{ id: number; name: string }> => {
    const custom_field = { name: `Field ${++names}`, field_type };
    return (await api.call<{ id: number; name: string }>('POST', '/custom_fields', { custom_field })).data;
  };
  const addSeeds = async (name: string) => {
    const { data } = await api.call<{ id: number }>('POST', '/seed_lists', { seed_list: { name } });
    return { id: data.id, name };
  };

  it('a clause sent back as it was answered refers to the id that was changed', async () => {
    const otherId = await addList(api);
    const clause = [{ type: 'in_mailing_list', operator: 'is in', mailing_list_id: listId }];
    const segmentation_criteria = { name: 'A', clause };
    const { data } = await api.call<{ id: number; clause: object[] }>('POST', `/mailing_lists/${listId}/segments`, {
      segmentation_criteria,
    });
    const changed = { name: 'A', clause: data.clause.map((answered) => ({ ...answered, mailing_list_id: otherId })) };
    const updated = await api.call('PUT', `/segments/${data.id}`, { segmentation_criteria: changed });
    expect(updated.data.clause).toMatchObject([{ mailing_list_id: otherId, mailing_list: { id: otherId } }]);
  });

  it('a null beside other seed lists is not sent', async () => {
    const seeds = await addSeeds('Office');
    const mailing_list = { name: 'Seeds', d_seed_list_ids: [seeds.id], d_seed_list_names: null };
    expect((await api.call('POST', '/mailing_lists', { mailing_list })).data.d_seed_lists).toEqual([seeds]);
    const byNames = { name: 'Seeds by name', d_seed_list_ids: null, d_seed_list_names: ['office'] };
    const created = await api.call('POST', '/mailing_lists', { mailing_list: byNames });
    expect(created.data.d_seed_lists).toEqual([seeds]);
    const campaign = { name: 'A', dispatch_attributes: { seed_list_id: null, seed_list_name: 'office' } };
    const { data } = await api.call('POST', `/mailing_lists/${listId}/templates`, { campaign });
    expect(data.dispatch).toMatchObject({ seed_lists: [seeds] });
  });

  it('a dispatch can be sent back as it was answered, with another seed list too', async () => {
    const [one, other] = [await addSeeds('One'), await addSeeds('Other')];
    const campaign = { name: 'B', dispatch_attributes: { from_name: 'Ann', seed_list_ids: [one.id] } };
    const { data } = await api.call<any>('POST', `/mailing_lists/${listId}/templates`, { campaign });
    const update = async (dispatch_attributes: object): Promise<any> =>
      (await api.call<any>('PUT', `/templates/${data.id}`, { campaign: { dispatch_attributes } })).data.dispatch;
    expect(await update(data.dispatch)).toEqual(data.dispatch);
    expect(await update({ ...data.dispatch, seed_list_id: other.id })).toMatchObject({ seed_lists: [other] });
  });

  it('a list can be created with a required global field as its primary key', async () => {
    const { key } = await api.addOrganization();
    const create = async (required: boolean): Promise<[number, Answer]> => {
      const custom_field = { name: `Key ${++names}`, field_type: 'text', required };
      const field = await api.call<{ id: number }>('POST', '/custom_fields', { custom_field }, key);
      const mailing_list = { name: `Keyed ${names}`, primary_key_custom_field_id: field.data.id };
      return [field.data.id, await api.call('POST', '/mailing_lists', { mailing_list }, key)];
    };
    const [id, created] = await create(true);
    expect(created.data.primary_key_custom_field_id).toBe(id);
    expect((await create(false))[1]).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'primary_key_custom_field_id must be a required text or number global field',
    });
  });

  it('a string of digits is taken for a number field, a number for a text field', async () => {
    const [number, text] = [await addField('number'), await addField('text')];
    const target = await addList(api);
    const custom_fields = { [number.name]: ' 042 ', [text.name]: 4.5 };
    const path = `/mailing_lists/${target}/subscribers`;
    const { data } = await api.call('POST', path, {
      subscriber: { email: `${names}@example.com`, custom_fields: { ...custom_fields } },
    });
    expect(data).toMatchObject({ custom_fields: { [number.name]: { value: 42 }, [text.name]: { value: '4.5' } } });
    const answer = await api.call('POST', path, {
      subscriber: { email: 'x@example.com', custom_fields: { [number.name]: '4x' } },
    });
    expect(answer.error_message).toContain(`${number.name} must be a number`);
  });

  it('a clause about a segment or a field, sent back with another id, refers to that id', async () => {
    const addSegment = async (name: string, clause: object[]) =>
      (await api.call<any>('POST', `/mailing_lists/${listId}/segments`, { segmentation_criteria: { name, clause } }))
        .data;
    const [one, other] = [await addSegment('One', []), await addSegment('Other', [])];
    const [first, second] = [await addField('text'), await addField('text')];
    const answered = await addSegment('Both', [
      { type: 'in_segment', operator: 'is in', segment_id: one.id },
      { type: 'custom_field', operator: 'is blank', custom_field_id: first.id },
    ]);
    expect(answered.clause).toMatchObject([{ segment: { id: one.id } }, { custom_field: { id: first.id } }]);
    const [inSegment, ofField] = answered.clause;
    const clause = [
      { ...inSegment, segment_id: other.id },
      { ...ofField, custom_field_id: second.id },
    ];
    const { data } = await api.call<any>('PUT', `/segments/${answered.id}`, {
      segmentation_criteria: { name: 'Both', clause },
    });
    expect(data.clause).toMatchObject([{ segment: { id: other.id } }, { custom_field: { id: second.id } }]);
  });

  it('a blank query parameter is absent, whichever it is', async () => {
    const refused: string[] = [];
    for (const [path, names] of await listings()) {
      const plain = await api.call('GET', path);
      expect(plain, path).toMatchObject({ success: true });
      const queries = [...names.map((name) => `${name}=`), names.map((name) => `${name}=%20&${name}[]=`).join('&')];
      for (const query of queries) {
        const answer = await api.call('GET', `${path}?${query}`);
        if (!isDeepStrictEqual(answer, plain)) refused.push(`${path}?${query}: ${String(answer.error_message)}`);
      }
    }
    expect(refused).toEqual([]);
    const segmentation_criteria = { name: 'Blank', clause: [] };
    const path = `/mailing_lists/${listId}/segments?include_sql=`;
    const { data } = await api.call('POST', path, { segmentation_criteria });
    expect(data).toMatchObject({ name: 'Blank' });
    expect(data).not.toHaveProperty('criteria_sql');
  });

  /** The paths of records that take query parameters, with their names. */
  async function listings(): Promise<[string, string[]][]> {
    const { paths } = await documentOf(api.app);
    return Object.entries(paths).flatMap(([path, { get }]): [string, string[]][] => {
      // Files are no lists; their parameters are read by the same function.
      if (/\/(?:file|logs\/\{kind\})$/.test(path)) return [];
      const names = (get?.parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      const filled = path.replace('{id}', String(idOf(path)));
      return names.length === 0 ? [] : [[filled.replace('{email}', 'ann%40example.com'), names]];
    });
  }

  function idOf(path: string): number {
    if (path.startsWith('/organization')) return 1;
    return path.startsWith('/subscriber_imports') ? importId : listId;
  }
});
