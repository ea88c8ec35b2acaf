import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList } from '../support/import-rows.ts';

export interface Segment {
  id: number;
  name: string;
  description: string;
  criteria_sql: string;
  clause: Record<string, unknown>[];
}

/** An API with a list of organization 1 and another organization, and short words for the calls about segments. */
export interface SegmentApi {
  readonly api: TestApi;
  readonly other: { readonly id: number; readonly key: string };
  readonly listId: number;
  create(attributes?: object, query?: string, list?: number, key?: string): ReturnType<typeof callSegment>;
  update(id: unknown, segmentation_criteria: unknown, key?: string): ReturnType<typeof callSegment>;
  show(id: unknown, key?: string): ReturnType<typeof callSegment>;
  remove(id: unknown, key?: string): ReturnType<typeof callSegment>;
}

export async function buildSegmentApi(): Promise<SegmentApi> {
  const api = await build();
  const other = await api.addOrganization();
  const listId = await addList(api, { name: 'News' });
  let names = 0;
  return {
    api,
    other,
    listId,
    create: (attributes = {}, query = '', list = listId, key) => {
      const segmentation_criteria = { name: `Segment ${++names}`, clause: [], ...attributes };
      return callSegment(api, 'POST', `/mailing_lists/${list}/segments${query}`, { segmentation_criteria }, key);
    },
    update: (id, segmentation_criteria, key) =>
      callSegment(api, 'PUT', `/segments/${String(id)}`, { segmentation_criteria }, key),
    show: (id, key) => callSegment(api, 'GET', `/segments/${String(id)}`, undefined, key),
    remove: (id, key) => callSegment(api, 'DELETE', `/segments/${String(id)}`, undefined, key),
  };
}

function callSegment(
  api: TestApi,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  key?: string,
) {
  return api.call<Segment>(method, path, body, key);
}
