import { beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { findActiveCredentials } from '../../../engine/db/accounts/active-credentials.ts';
import { addList, createImport } from '../support/import-rows.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { cookieOf, PASSWORD, sessionsOf } from './support.ts';

const ENDED = { success: false, error_code: 'not_authorized', error_message: 'the session has ended: sign in again' };

describe('a session', () => {
  let api: TestApi;
  let own: { id: number; key: string };
  beforeAll(async () => {
    api = await build();
    own = await api.addOrganization({ timeZone: 'Europe/Berlin' });
  });
  const { users, signIn, send, call, person } = sessionsOf(() => api);
  const admin = (attributes: object = {}) => person({ role: 'organization_admin', ...attributes }, own.key);
  const status = async (cookie: string) => (await send('GET', '/session', cookie)).statusCode;
  const sessionId = async (cookie: string) => (await call('GET', '/session', cookie)).data['session_id'] as number;

  it('makes calls of its user, in the organization of that', async () => {
    const { id, cookie } = await admin({ full_name: 'Ann Berg' });
    const created = await call('POST', '/mailing_lists', cookie, { mailing_list: { name: 'News' } });
    expect(created).toMatchObject({ status: 200, data: { name: 'News' } });
    const caller = {
      role: 'organization_admin',
      organization: { id: own.id },
      user: { id },
      api_key: null,
      ftp_port: null,
    };
    expect((await call('GET', '/session', cookie)).data).toMatchObject(caller);
    expect((await send('GET', '/session', cookie)).headers['cache-control']).toBe('no-store');
  });

  it('is recorded by the name of its user as the sender of what it starts and commands', async () => {
    const { id, cookie } = await admin({ full_name: 'Ann Berg' });
    const listId = await addList(api, { name: 'Activity' }, own.key);
    const { data } = await createImport(api, listId, {}, own.key);
    await call('POST', `/subscriber_imports/${data.id}/pause`, cookie);
    expect(api.jobs.commands.at(-1)).toMatchObject({ name: 'pause', by: { type: 'user', id } });
    const started = await call('POST', `/mailing_lists/${listId}/subscriber_exports`, cookie, {
      subscriber_export: {},
    });
    const activity = await call('GET', `/subscriber_exports/${started.data['id']}/activity`, cookie);
    expect(activity.data).toMatchObject([{ command: 'create', actor: { type: 'user', id, name: 'Ann Berg' } }]);
  });

  it('is none for a call without its header, which no page of another site can add', async () => {
    const { cookie } = await admin();
    const answer = await api.inject({ url: `${API_PREFIX}/session`, headers: { cookie } });
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Basic realm="API"']);
  });

  it.each([
    ['GET', { 'sec-fetch-site': 'cross-site' }],
    ['GET', { 'sec-fetch-site': 'same-site' }],
    ['GET', { origin: 'https://evil.example' }],
    ['POST', { 'sec-fetch-site': 'cross-site' }],
    ['POST', { origin: 'null' }],
    ['DELETE', { origin: 'https://evil.example' }],
  ] as const)('is refused to a page of another site: %s %j', async (method, headers) => {
    const { cookie } = await admin();
    const answer = await send(method, method === 'POST' ? '/mailing_lists' : '/session', cookie, headers);
    expect([answer.statusCode, answer.json()]).toMatchObject([403, { success: false, data: null }]);
    expect(await status(cookie)).toBe(200);
  });

  it('is none with a token that is cut, changed, of other characters or absent', async () => {
    const { cookie } = await admin();
    const wrong = [
      cookie.slice(0, -1),
      `${cookie.slice(0, -2)}__`,
      'sluice_session=',
      'other=1',
      '',
      `${cookie}\t;;=;`,
    ];
    for (const each of wrong.slice(0, -1)) {
      const answer = await send('GET', '/session', each);
      expect([answer.statusCode, answer.json()]).toMatchObject([401, ENDED]);
      expect(answer.headers['www-authenticate']).toBe('Session realm="API"');
    }
    expect(await status(`a=1; ${cookie}; b=2`)).toBe(200);
  });

  it('ends when the user signs out', async () => {
    const { cookie, email } = await admin();
    const other = cookieOf(await signIn(email));
    const answer = await send('DELETE', '/session', cookie);
    expect(answer.json()).toMatchObject({ success: true });
    expect(answer.headers['set-cookie']).toBe('sluice_session=; Max-Age=0; HttpOnly; SameSite=Strict');
    expect([await status(cookie), await status(other)]).toEqual([401, 200]);
  });

  it('ends after half a day without a call, and a week after its begin', async () => {
    const { cookie } = await admin();
    const set = async (column: string, ago: string) =>
      api.database.pool.query(`update user_sessions set ${column} = now() - $1::interval where id = $2`, [
        ago,
        await sessionId(cookie),
      ]);
    await set('last_used_at', '11 hours 59 minutes');
    expect(await status(cookie)).toBe(200);
    const { rows } = await api.database.pool.query(
      `select last_used_at > now() - interval '1 minute' as is_noted from user_sessions where id = $1`,
      [await sessionId(cookie)],
    );
    expect(rows).toEqual([{ is_noted: true }]);
    await set('created_at', '6 days 23 hours');
    expect(await status(cookie)).toBe(200);
    await set('created_at', '7 days');
    expect(await status(cookie)).toBe(401);
    const idle = await admin();
    const id = await sessionId(idle.cookie);
    await api.database.pool.query(`update user_sessions set last_used_at = now() - interval '12 hours' where id = $1`, [
      id,
    ]);
    expect(await status(idle.cookie)).toBe(401);
  });

  it('ends with the next call when the user is switched off, deleted or gets another password', async () => {
    const [off, gone, renewed] = [await admin(), await admin(), await admin()];
    await users.update(off.id, { active: false }, own.key);
    await users.remove(gone.id, own.key);
    await users.update(renewed.id, { password1: 'another horse', password2: 'another horse' }, own.key);
    for (const { cookie } of [off, gone, renewed]) expect(await status(cookie)).toBe(401);
    expect((await signIn(renewed.email)).statusCode).toBe(401);
    expect((await signIn(renewed.email, 'another horse')).statusCode).toBe(200);
  });

  it('is listed to its user, who can end it; sessions of others do not exist', async () => {
    const { cookie, email } = await admin();
    const other = cookieOf(await signIn(email, PASSWORD, { 'user-agent': 'x'.repeat(1_000) }));
    const stranger = await admin();
    const { data } = await call<Record<string, unknown>[]>('GET', '/sessions', cookie);
    expect(data).toMatchObject([
      { is_current: false, user_agent: 'x'.repeat(300), created_at: expect.stringMatching(/\+0[12]:00$/) },
      { is_current: true },
    ]);
    const path = `/sessions/${data[0]!['id'] as number}`;
    expect(await call('DELETE', path, stranger.cookie)).toMatchObject({ error_code: 'not_found' });
    expect(await status(other)).toBe(200);
    expect(await call('DELETE', path, cookie)).toMatchObject({ success: true });
    expect([await status(other), await status(cookie)]).toEqual([401, 200]);
  });

  it('ends an event stream of it, as a key that is switched off does', async () => {
    const { cookie } = await admin();
    const id = await sessionId(cookie);
    const active = () => findActiveCredentials(api.app.service.db, [`session/${id}`, 'api_key/1', 'api_key/999999']);
    expect([...(await active())].sort()).toEqual(['api_key/1', `session/${id}`]);
    await send('DELETE', '/session', cookie);
    expect([...(await active())]).toEqual(['api_key/1']);
  });

  it('is not what a call with an API key has, which is shown its key', async () => {
    const { data } = await api.call<Record<string, any>>('GET', '/session', undefined, own.key);
    expect(data).toMatchObject({
      user: null,
      session_id: null,
      api_key: { name: 'test' },
      organization: { id: own.id },
    });
    for (const [method, path] of [
      ['DELETE', '/session'],
      ['GET', '/sessions'],
      ['DELETE', '/sessions/1'],
    ] as const) {
      expect(await api.call(method, path, undefined, own.key)).toMatchObject({ error_code: 'invalid_request' });
    }
  });
});
