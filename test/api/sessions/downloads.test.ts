import { beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, createImport } from '../support/import-rows.ts';
import { sessionsOf } from './support.ts';

const OWN_LINK = { 'sec-fetch-site': 'same-origin' };

describe('a link to a file on a page of this service', () => {
  let api: TestApi;
  let log: string;
  beforeAll(async () => {
    api = await build();
    const { data } = await createImport(api, await addList(api));
    log = `/subscriber_imports/${data.id}/logs/failed`;
    await api.database.pool.query(`insert into import_logs values ($1, 'failed', 0, 1, $2)`, [data.id, 'bad,"why"\n']);
  });
  const { person } = sessionsOf(() => api);
  const follow = (path: string, cookie: string, headers: Record<string, string> = OWN_LINK) =>
    api.inject({ url: `${API_PREFIX}${path}`, headers: { cookie, ...headers } });

  it('is followed with the cookie of the session alone', async () => {
    const { cookie } = await person({ permissions: { subscriber: ['import'] } });
    const answer = await follow(`${log}?bom=1`, cookie);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain('bad,"why"');
  });

  it('is refused to a user without the permission', async () => {
    const { cookie } = await person();
    expect((await follow(log, cookie)).statusCode).toBe(403);
  });

  it.each([
    ['of another site', { 'sec-fetch-site': 'cross-site' }],
    ['of another host of the site', { 'sec-fetch-site': 'same-site' }],
    ['that is typed', { 'sec-fetch-site': 'none' }],
    ['of a browser that does not say whose it is', {}],
  ] as const)('is refused where it is one %s', async (_name, headers) => {
    const { cookie } = await person({ permissions: { subscriber: ['import'] } });
    expect((await follow(log, cookie, headers)).statusCode).toBe(401);
  });

  it('opens no record, and begins nothing', async () => {
    const { cookie } = await person({ role: 'organization_admin' });
    expect((await follow('/session', cookie)).statusCode).toBe(401);
    expect((await follow('/mailing_lists', cookie)).statusCode).toBe(401);
    const posted = await api.inject({
      method: 'POST',
      url: `${API_PREFIX}/mailing_lists`,
      headers: { cookie, ...OWN_LINK },
    });
    expect(posted.statusCode).toBe(401);
  });
});
