import { beforeAll, describe, expect, it } from 'vitest';
import { createUserLink } from '../../../engine/accounts/console-link.ts';
import { changeOwnPassword } from '../../../engine/accounts/own-credentials.ts';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { cookieOf, PASSWORD, sessionsOf } from './support.ts';

const ANOTHER = 'another horse';
const WRONG = 'current_password is wrong, or too many wrong passwords have locked you out for a while';

describe('the own password', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await build({ signInAttempts: 3, userLockoutSeconds: 600 });
  });
  const { signIn, send, call, person, users } = sessionsOf(() => api);
  const change = (cookie: string, current: unknown, next: unknown = ANOTHER, again: unknown = next) =>
    call('PUT', '/session/password', cookie, { current_password: current, password1: next, password2: again });
  const status = async (cookie: string) => (await send('GET', '/session', cookie)).statusCode;
  const hashOf = async (id: number) =>
    (await api.database.pool.query<{ password_hash: string }>('select password_hash from users where id = $1', [id]))
      .rows[0]?.password_hash ?? '';

  it('is changed by a standard user, and all other sessions and links end', async () => {
    const { id, email, cookie } = await person();
    const stranger = await person();
    const other = cookieOf(await signIn(email));
    const code = (await createUserLink(api.app.service.db, email))?.replace('#session=', '') ?? '';
    expect(await change(cookie, PASSWORD)).toMatchObject({ success: true, data: null });
    expect([await status(cookie), await status(other), await status(stranger.cookie)]).toEqual([200, 401, 200]);
    const headers = { 'sluice-console-code': code };
    expect((await api.inject({ method: 'POST', url: `${API_PREFIX}/session`, headers })).statusCode).toBe(401);
    expect((await signIn(email)).statusCode).toBe(401);
    expect((await signIn(email, ANOTHER)).statusCode).toBe(200);
    const line = api.log.find((each) => each.includes('a user changed the own password')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ userId: id });
    expect(api.log.join('')).not.toContain(ANOTHER);
  });

  it('stays when the present one is wrong, which counts as a sign-in and locks out', async () => {
    const { id, email, cookie } = await person();
    for (let at = 0; at < 3; at++) {
      expect(await change(cookie, 'wrong horse')).toMatchObject({
        success: false,
        error_code: 'validation_failed',
        error_message: WRONG,
      });
    }
    expect((await users.show(id)).data['password_failure_lockout']).toMatchObject({ is_locked_out: true });
    expect((await change(cookie, PASSWORD)).error_message).toBe(WRONG);
    await users.reset(id);
    expect((await signIn(email)).statusCode).toBe(200);
  });

  it.each([
    ['without the present one', undefined, ANOTHER, ANOTHER, /^current_password cannot be blank$/],
    ['that is too short', PASSWORD, 'short', 'short', /^password1 is too short/],
    ['that differs the second time', PASSWORD, ANOTHER, 'other', /^password2 must be the same as password1$/],
    ['that is no text', PASSWORD, 12345678, 12345678, /^password1 must be a string/],
  ])('is refused %s', async (_name, current, next, again, message) => {
    const { email, cookie } = await person();
    expect((await change(cookie, current, next, again)).error_message).toMatch(message);
    expect((await signIn(email)).statusCode).toBe(200);
  });

  it('is not changed by a page of another site, nor with an API key', async () => {
    const { email, cookie } = await person();
    const body = { current_password: PASSWORD, password1: ANOTHER, password2: ANOTHER };
    const foreign = { 'sec-fetch-site': 'cross-site' };
    expect((await send('PUT', '/session/password', cookie, foreign, body)).statusCode).toBe(403);
    expect((await send('PUT', '/session/password', cookie, { origin: 'https://evil.example' }, body)).statusCode).toBe(
      403,
    );
    expect(await api.call('PUT', '/session/password', body)).toMatchObject({
      error_message: expect.stringContaining('only users have sessions'),
    });
    expect((await signIn(email)).statusCode).toBe(200);
  });

  it('is not set over one that another call has set since it was checked', async () => {
    const { id, email, cookie } = await person();
    const presentHash = await hashOf(id);
    const { data } = await call('GET', '/session', cookie);
    expect((await users.update(id, { password1: ANOTHER, password2: ANOTHER })).success).toBe(true);
    const late = { userId: id, sessionId: Number(data['session_id']), presentHash, newHash: '$late' };
    expect(await changeOwnPassword(api.app.service.db, late)).toBe(false);
    expect((await signIn(email, ANOTHER)).statusCode).toBe(200);
  });
});
