import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';

interface Key {
  id: number;
  name: string;
  role: string;
}

describe('GET /api_keys', () => {
  let api: TestApi;
  let theirs: { id: number; key: string };
  beforeAll(async () => {
    api = await build();
    theirs = await api.addOrganization();
    for (const name of ['beta', 'Alpha', 'alpha', '100%', 'Gamma']) {
      await api.call('POST', '/api_keys', { api_key: { name } }, theirs.key);
    }
  });

  const list = (query = '', key = theirs.key) => api.call<Key[]>('GET', `/api_keys${query}`, undefined, key);
  const names = async (query: string) => (await list(query)).data.map(({ name }) => name);

  it('answers the keys of the current organization by id, with paging keys', async () => {
    const { data, ...answer } = await list();
    expect(data.map(({ name }) => name)).toEqual(['test', 'beta', 'Alpha', 'alpha', '100%', 'Gamma']);
    expect(answer).toMatchObject({ page: 0, per_page: 100, num_records: 6, num_pages: 1, next_page_token: null });
    expect(Object.keys(data[0] ?? {})).toEqual(['id', 'name', 'role', 'active', 'api_key']);
  });

  it('answers keys with the role system_admin to a system_admin key only', async () => {
    const orgAdmin = await api.addKey(1, 'organization_admin');
    expect((await list('', api.admin)).data.map(({ role }) => role)).toContain('system_admin');
    const { data, num_records } = await list('', orgAdmin);
    expect(new Set(data.map(({ role }) => role))).toEqual(new Set(['organization_admin']));
    expect(num_records).toBe(data.length);
  });

  it.each([
    ['name (exact, case-insensitive)', '?name=ALPHA', ['Alpha', 'alpha']],
    ['name (exact, not a part)', '?name=alph', []],
    ['name_contains (case-insensitive)', '?name_contains=AM', ['Gamma']],
    ['name_contains with a wildcard taken literally', '?name_contains=%25', ['100%']],
    ['name and name_contains together', '?name=beta&name_contains=a', ['beta']],
    ['order_by=id', '?order_by=id', ['test', 'beta', 'Alpha', 'alpha', '100%', 'Gamma']],
    ['order_by=name, ignoring case', '?order_by=name', ['100%', 'Alpha', 'alpha', 'beta', 'Gamma', 'test']],
    ['a page', '?page=1&per_page=4', ['100%', 'Gamma']],
    ['a page past the end', '?page=9', []],
  ])('takes %s', async (_, query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it.each([
    ['?order_by=role', 'invalid_request'],
    ['?page=-1', 'invalid_request'],
    ['?page=x', 'invalid_request'],
    ['?per_page=0', 'invalid_request'],
    ['?per_page=501', 'requested_too_many'],
    ['?page_token=%21', 'invalid_request'],
    ['?page=0&page_token=YWZ0ZXI6MQ', 'invalid_request'],
    ['?name=a&name=b', 'invalid_request'],
    ['?name_contains=%00', 'invalid_request'],
  ])('answers %s with %s', async (query, code) => {
    expect(await list(query)).toMatchObject({ status: 200, success: false, data: null, error_code: code });
  });

  it.each(['id', 'name'])('leads through every page by token in the order of %s', async (order) => {
    const found: string[] = [];
    let query = `?order_by=${order}&per_page=2`;
    for (;;) {
      const { data, next_page_token, num_records } = await list(query);
      found.push(...data.map(({ name }) => name));
      expect(num_records).toBe(6);
      if (typeof next_page_token !== 'string') break;
      query = `?order_by=${order}&per_page=2&page_token=${next_page_token}`;
    }
    expect(found).toEqual(await names(`?order_by=${order}`));
    expect((await list(query)).page).toBeNull();
  });

  it('refuses the token of another order', async () => {
    for (const [made, used] of [
      ['id', 'name'],
      ['name', 'id'],
    ]) {
      const { next_page_token } = await list(`?order_by=${made}&per_page=2`);
      expect(await list(`?order_by=${used}&page_token=${String(next_page_token)}`)).toMatchObject({
        error_code: 'invalid_request',
        error_message: 'page_token was made for another order of the list',
      });
    }
  });

  describe('GET /organizations/:organization_id/api_keys', () => {
    it.each(['organizations', 'organization'])("answers another organization's keys under /%s", async (word) => {
      const answer = await api.call<Key[]>('GET', `/${word}/${theirs.id}/api_keys?name=alpha&order_by=name`);
      expect(answer.data.map(({ name }) => name)).toEqual(['Alpha', 'alpha']);
      expect(answer).toMatchObject({ page: 0, per_page: 100, num_records: 2, num_pages: 1 });
    });

    it('is for system administrators only', async () => {
      const path = `/organizations/${theirs.id}/api_keys`;
      expect(await api.call('GET', path, undefined, theirs.key)).toMatchObject({
        status: 403,
        success: false,
        data: null,
        error_code: 'not_authorized',
      });
    });

    it.each(['999999', 'x'])('answers not_found to the organization %s', async (id) => {
      expect(await api.call('GET', `/organizations/${id}/api_keys`)).toMatchObject({ error_code: 'not_found' });
    });
  });
});
