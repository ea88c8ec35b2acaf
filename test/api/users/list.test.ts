import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { usersOf } from './support.ts';
import type { User } from './support.ts';

describe('GET /users', () => {
  let api: TestApi;
  let other: { id: number; key: string };
  const { create } = usersOf(() => api);
  beforeAll(async () => {
    api = await build();
    other = await api.addOrganization();
    await create({ full_name: 'Ours', email: 'ours@example.com' });
    for (const [full_name, email] of [
      ['beta', 'C@example.com'],
      ['Alpha', 'b_1@example.com'],
      ['alpha', 'bx1@example.com'],
      ['Gamma', 'a@example.org'],
    ]) {
      await create({ full_name, email }, other.key);
    }
  });

  const list = (query = '', key = other.key) => api.call<User[]>('GET', `/users${query}`, undefined, key);
  const names = async (query: string) => (await list(query)).data.map((user) => user['full_name']);

  it("answers the users of the caller's organization by id, with paging keys and a page size of 2000", async () => {
    const { data, ...answer } = await list();
    expect(data.map((user) => user['full_name'])).toEqual(['beta', 'Alpha', 'alpha', 'Gamma']);
    expect(answer).toMatchObject({ page: 0, per_page: 2000, num_records: 4, num_pages: 1, next_page_token: null });
    expect(data[0]).toHaveProperty('password_failure_lockout');
  });

  it('answers all users system wide to system administrators', async () => {
    const { data, num_records } = await list('', api.admin);
    expect(data.map((user) => user['full_name'])).toEqual(['Ours', 'beta', 'Alpha', 'alpha', 'Gamma']);
    expect(num_records).toBe(5);
  });

  it('keeps an organization administrator of the System Organization to that organization', async () => {
    const { data } = await list('', await api.addKey(1, 'organization_admin'));
    expect(data.map((user) => user['full_name'])).toEqual(['Ours']);
  });

  it.each([
    ['full_name (exact, case-insensitive)', '?full_name=ALPHA', ['Alpha', 'alpha']],
    ['full_name (exact, not a part)', '?full_name=alph', []],
    ['full_name_contains', '?full_name_contains=AM', ['Gamma']],
    ['email (exact, case-insensitive)', '?email=c@EXAMPLE.com', ['beta']],
    ['email_contains', '?email_contains=.ORG', ['Gamma']],
    ['email_contains with a wildcard taken literally', '?email_contains=b_1', ['Alpha']],
    ['filters together', '?full_name=alpha&email_contains=bx', ['alpha']],
    ['order_by=id', '?order_by=id', ['beta', 'Alpha', 'alpha', 'Gamma']],
    ['order_by=full_name (case-insensitively)', '?order_by=full_name', ['Alpha', 'alpha', 'beta', 'Gamma']],
    [
      'order_by=email (case-insensitively)',
      '?order_by=email&email_contains=example',
      ['Gamma', 'Alpha', 'alpha', 'beta'],
    ],
    ['a page', '?page=1&per_page=3', ['Gamma']],
    ['a page past the end', '?page=9', []],
  ])('takes %s', async (_, query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it.each([
    ['?order_by=role', 'invalid_request'],
    ['?page=-1', 'invalid_request'],
    ['?per_page=0', 'invalid_request'],
    ['?per_page=2001', 'requested_too_many'],
    ['?page_token=x', 'invalid_request'],
    ['?page=0&page_token=YWZ0ZXI6MQ', 'invalid_request'],
    ['?email=a&email=b', 'invalid_request'],
    ['?full_name=%00', 'invalid_request'],
  ])('answers %s with %s', async (query, code) => {
    expect(await list(query)).toMatchObject({ status: 200, success: false, data: null, error_code: code });
  });

  it.each(['id', 'full_name', 'email'])('leads through every page by token in the order of %s', async (order) => {
    const found: unknown[] = [];
    let query = `?order_by=${order}&per_page=1`;
    for (;;) {
      const { data, next_page_token } = await list(query);
      found.push(...data.map((user) => user['full_name']));
      if (typeof next_page_token !== 'string') break;
      query = `?order_by=${order}&per_page=1&page_token=${next_page_token}`;
    }
    expect(found).toEqual(await names(`?order_by=${order}`));
  });

  describe('GET /organizations/:organization_id/users', () => {
    it('answers the users of one organization', async () => {
      const answer = await api.call<User[]>('GET', `/organizations/${other.id}/users?order_by=full_name&per_page=1`);
      expect(answer.data.map((user) => user['full_name'])).toEqual(['Alpha']);
      expect(answer).toMatchObject({ page: 0, per_page: 1, num_records: 4, num_pages: 4 });
    });

    it('serves an organization administrator for its own organization, and finds no other', async () => {
      const users = (id: number) => api.call<User[]>('GET', `/organizations/${id}/users`, undefined, other.key);
      const own = await users(other.id);
      expect(own.data).toEqual((await api.call<User[]>('GET', '/users', undefined, other.key)).data);
      expect(own.data).toHaveLength(4);
      expect(await users(1)).toMatchObject({ error_code: 'not_found', data: null });
    });

    it.each(['999999', 'x'])('answers not_found to the organization %s', async (id) => {
      expect(await api.call('GET', `/organizations/${id}/users`)).toMatchObject({ error_code: 'not_found' });
    });
  });
});
