import { beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { createConsoleLink, createUserLink } from '../../../engine/accounts/console-link.ts';
import { createDemoUserLink } from '../../../engine/cli/demo-console.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { cookieOf, sessionsOf } from './support.ts';

describe('a link that signs a user in', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await build();
  });
  const { users, call, person } = sessionsOf(() => api);
  const codeOf = (fragment: string | null) => fragment?.replace(/^#(?:session|code)=/, '') ?? '';
  const redeem = (code: string, headers: Record<string, string> = {}) =>
    api.inject({ method: 'POST', url: `${API_PREFIX}/session`, headers: { 'sluice-console-code': code, ...headers } });
  const used = [401, { error_message: expect.stringMatching(/^the link was used already or has expired/) as string }];
  const refused = async (code: string) => {
    const answer = await redeem(code);
    expect([answer.statusCode, answer.json()]).toMatchObject(used);
    expect(answer.headers['set-cookie']).toBeUndefined();
  };

  it('begins a session once', async () => {
    const { id, email } = await person();
    const code = codeOf(await createUserLink(api.app.service.db, email.toUpperCase()));
    const answers = await Promise.all([redeem(code), redeem(code), redeem(code)]);
    const [first, ...others] = answers.filter(({ statusCode }) => statusCode === 200);
    expect(others).toEqual([]);
    expect((await call('GET', '/session', cookieOf(first!))).data).toMatchObject({ user: { id } });
    await refused(code);
  });

  it('is refused when it has expired, comes from another site, is one of a key, or its user is not active', async () => {
    const { id, email } = await person();
    const { db } = api.app.service;
    const expired = codeOf(await createUserLink(db, email));
    await api.database.pool.query(`update console_links set expires_at = now() - interval '1 second'`);
    await refused(expired);
    const foreign = await redeem(codeOf(await createUserLink(db, email)), { 'sec-fetch-site': 'cross-site' });
    expect(foreign.statusCode).toBe(403);
    const key = await api.call<{ id: number }>('POST', '/api_keys', { api_key: { name: 'tab' } });
    await refused(codeOf(await createConsoleLink(db, key.data.id)));
    const last = codeOf(await createUserLink(db, email));
    const ofUser = await api.inject({
      method: 'POST',
      url: '/console/sign-in',
      headers: { 'sluice-console-code': last },
    });
    expect(ofUser.json()).toMatchObject({ error_code: 'not_found' });
    await users.update(id, { active: false });
    await refused(last);
    expect(await createUserLink(db, email)).toBeNull();
    for (const code of ['', 'x'.repeat(43)]) await refused(code);
  });

  it('is that of the demo, whose user is created once', async () => {
    const { db } = api.app.service;
    for (let run = 0; run < 2; run++) {
      const cookie = cookieOf(await redeem(codeOf(await createDemoUserLink(db))));
      expect((await call('GET', '/session', cookie)).data).toMatchObject({
        role: 'system_admin',
        user: { full_name: 'Demo' },
      });
    }
  });
});
