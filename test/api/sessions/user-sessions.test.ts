import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { cookieOf, sessionsOf } from './support.ts';

describe('the sessions of a user', () => {
  let api: TestApi;
  let own: { id: number; key: string };
  beforeAll(async () => {
    api = await build();
    own = await api.addOrganization();
  });
  const { signIn, send, call, person } = sessionsOf(() => api);
  const status = async (cookie: string) => (await send('GET', '/session', cookie)).statusCode;

  it('are listed and ended together by an administrator of the organization', async () => {
    const admin = await person({ role: 'organization_admin' }, own.key);
    const user = await person({}, own.key);
    const second = cookieOf(await signIn(user.email));
    const listed = await call<Record<string, unknown>[]>('GET', `/users/${user.id}/sessions`, admin.cookie);
    expect(listed.data.map(({ is_current }) => is_current)).toEqual([false, false]);
    expect(await call('DELETE', `/users/${user.id}/sessions`, admin.cookie)).toMatchObject({ success: true });
    expect([await status(user.cookie), await status(second), await status(admin.cookie)]).toEqual([401, 401, 200]);
    expect((await call('GET', `/users/${user.id}/sessions`, admin.cookie)).data).toEqual([]);
  });

  it('are neither shown to nor ended by standard users and other organizations', async () => {
    const user = await person({}, own.key);
    const path = `/users/${user.id}/sessions`;
    const other = await api.addOrganization();
    for (const method of ['GET', 'DELETE'] as const) {
      expect((await send(method, path, user.cookie)).statusCode).toBe(403);
      expect(await api.call(method, path, undefined, other.key)).toMatchObject({ error_code: 'not_found' });
    }
    expect(await status(user.cookie)).toBe(200);
  });

  it('of a system administrator are ended by system administrators only', async () => {
    const system = await person({ role: 'system_admin' });
    const lesser = await api.addKey(1, 'organization_admin');
    const refused = await api.call('DELETE', `/users/${system.id}/sessions`, undefined, lesser);
    expect(refused).toMatchObject({ success: false, error_code: 'not_authorized' });
    expect(await status(system.cookie)).toBe(200);
  });
});
