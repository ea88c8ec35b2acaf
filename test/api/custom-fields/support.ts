import { build } from '../support/build.ts';
import type { Answer, TestApi } from '../support/build.ts';
import { addList } from '../support/import-rows.ts';

export interface Field {
  id: number;
  name: string;
  is_global: boolean;
  mailing_list_id: number | null;
  options: { id: number; name: string; index: number }[];
  deleted_at: string;
  dependencies: { type: string; id: number }[];
  [key: string]: unknown;
}

/** The API with a list, and short words for what tests of custom fields do; paths are those of the list by default. */
export interface FieldApi extends TestApi {
  other: { id: number; key: string };
  listId: number;
  /** The path of the list's fields. */
  onList: string;
  /** Adds a text field, or another, and answers its record. */
  create(attributes?: object, path?: string, key?: string): Promise<Field>;
  update(id: unknown, custom_field: unknown, path?: string, key?: string): Promise<Answer<Field>>;
  remove(id: unknown, path?: string, key?: string): Promise<Answer<Field | null>>;
}

export async function buildFieldApi(): Promise<FieldApi> {
  const api = await build();
  const listId = await addList(api);
  const onList = `/mailing_lists/${listId}/custom_fields`;
  let names = 0;
  return {
    ...api,
    other: await api.addOrganization(),
    listId,
    onList,
    create: async (attributes = {}, path = onList, key) => {
      const custom_field = { name: `Field ${++names}`, field_type: 'text', ...attributes };
      return (await api.call<Field>('POST', path, { custom_field }, key)).data;
    },
    update: (id, custom_field, path = onList, key) => api.call('PUT', `${path}/${String(id)}`, { custom_field }, key),
    remove: (id, path = onList, key) => api.call('DELETE', `${path}/${String(id)}`, undefined, key),
  };
}
