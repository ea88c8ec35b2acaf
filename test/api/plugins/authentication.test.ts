import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';

const PATH = '/ga/api/v2/mailing_lists';

describe('authentication', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await build();
  });

  const call = (authorization?: string) =>
    api.inject({ method: 'GET', url: PATH, ...(authorization === undefined ? {} : { headers: { authorization } }) });

  it.each([
    ['no header', undefined],
    ['another scheme', 'Bearer abc'],
    ['an empty credential', 'Basic '],
    ['a credential that is not base64', 'Basic ***'],
    ['a credential without an organization', `Basic ${Buffer.from('hello').toString('base64')}`],
    ['an unknown key', `Basic ${Buffer.from(`1:${'0'.repeat(40)}`).toString('base64')}`],
    ['an overlong credential', `Basic ${Buffer.from(`1:${'0'.repeat(4000)}`).toString('base64')}`],
  ])('answers 401 not_authorized to %s', async (_, authorization) => {
    const response = await call(authorization);
    expect(response.statusCode).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Basic realm="API"');
    expect(response.json()).toEqual({
      success: false,
      data: null,
      error_code: 'not_authorized',
      error_message: 'a valid API key is required',
    });
  });

  it('refuses a key that is not active', async () => {
    const key = await api.addKey(1, 'organization_admin', false);
    expect((await call(`Basic ${key}`)).statusCode).toBe(401);
  });

  it('takes the credential that curl -u makes of organization and secret', async () => {
    const key = await api.addKey(1, 'organization_admin');
    const [organization, secret] = Buffer.from(key, 'base64').toString().split(':');
    const made = Buffer.from(`${organization}:${secret}`).toString('base64');
    expect((await call(`basic ${made}`)).statusCode).toBe(200);
  });

  it('answers a known key again without asking the database', async () => {
    const key = await api.addKey(1, 'organization_admin');
    await call(`Basic ${key}`);
    await api.database.pool.query('update api_keys set active = false where id = (select max(id) from api_keys)');
    expect((await call(`Basic ${key}`)).statusCode).toBe(200);
  });

  it('keeps system administrators to the organization of their key on plain paths', async () => {
    const { key } = await api.addOrganization();
    await api.call('POST', '/mailing_lists', { mailing_list: { name: 'Theirs' } }, key);
    const { data } = await api.call<{ name: string }[]>('GET', '/mailing_lists');
    expect(data.map(({ name }) => name)).not.toContain('Theirs');
  });

  it('leaves no credential in the log', async () => {
    await call(`Basic ${api.admin}`);
    expect(api.log.join('')).toContain('/mailing_lists');
    expect(api.log.join('')).not.toContain(api.admin);
  });
});
