import { beforeAll, describe, expect, it } from 'vitest';
import { changeOwnEmail } from '../../../engine/accounts/own-credentials.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { PASSWORD, sessionsOf } from './support.ts';

const ADMIN = { role: 'organization_admin' };
const WRONG = 'current_password is wrong, or too many wrong passwords have locked you out for a while';

describe('the own address', () => {
  let api: TestApi;
  let made = 0;
  beforeAll(async () => {
    api = await build({ signInAttempts: 3, userLockoutSeconds: 600 });
  });
  const { signIn, call, person, users } = sessionsOf(() => api);
  const next = () => `next${++made}@example.com`;
  const change = (cookie: string, email: unknown, current: unknown = PASSWORD) =>
    call('PUT', '/session/email', cookie, { email, current_password: current });
  const emailOf = async (id: number) => (await users.show(id)).data['email'];
  const resets = async (id: number) =>
    (await api.database.pool.query('select used_at from password_resets where user_id = $1', [id])).rows;

  it('is changed by the present password, and links for a new password end', async () => {
    const { id, email, cookie } = await person(ADMIN);
    await api.database.pool.query(
      `insert into password_resets (code_hash, user_id, expires_at) values ('\\x00', $1, now() + interval '1 hour')`,
      [id],
    );
    const another = next();
    expect(await change(cookie, another)).toMatchObject({ success: true, data: { user: { id, email: another } } });
    expect(await resets(id)).toEqual([{ used_at: expect.any(Date) }]);
    expect((await signIn(email)).statusCode).toBe(401);
    expect((await signIn(another)).statusCode).toBe(200);
    const line = api.log.find((each) => each.includes('a user changed the own address')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ userId: id });
    expect(api.log.join('')).not.toContain(another);
  });

  it('stays when the password is wrong, which counts as a sign-in and locks out', async () => {
    const { id, email, cookie } = await person(ADMIN);
    for (let at = 0; at < 3; at++) {
      expect(await change(cookie, next(), 'wrong horse')).toMatchObject({
        error_code: 'validation_failed',
        error_message: WRONG,
      });
    }
    expect((await users.show(id)).data['password_failure_lockout']).toMatchObject({ is_locked_out: true });
    expect((await change(cookie, next())).error_message).toBe(WRONG);
    expect(await emailOf(id)).toBe(email);
  });

  it('is not changed with the record in a session; the record as it was shown is taken', async () => {
    const { id, email, cookie } = await person(ADMIN);
    const update = (user: object) => call('PUT', `/users/${id}`, cookie, { user });
    expect(await update({ full_name: 'New', email: next() })).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'email is your own: change it with PUT /session/email, which checks the current password',
    });
    expect(await update({ full_name: 'New', email })).toMatchObject({ data: { full_name: 'New', email } });
  });

  it('is changed by an API key, and by another administrator', async () => {
    const { id, cookie } = await person(ADMIN);
    const other = await person(ADMIN);
    for (const update of [
      (email: string) => users.update(id, { email }),
      (email: string) => call('PUT', `/users/${id}`, other.cookie, { user: { email } }),
    ]) {
      const another = next();
      expect((await update(another)).success).toBe(true);
      expect(await emailOf(id)).toBe(another);
    }
    expect((await call('GET', '/session', cookie)).status).toBe(200);
  });

  it.each([
    ['without the password', ADMIN, { email: 'a@example.com' }, /^current_password cannot be blank$/],
    ['without an address', ADMIN, { current_password: PASSWORD }, /^email cannot be blank$/],
    ['to no address', ADMIN, { email: 'x', current_password: PASSWORD }, /^email is not a valid email address$/],
    [
      'to one with letters beyond ASCII',
      ADMIN,
      { email: 'a@bücher.example', current_password: PASSWORD },
      /^email cannot/,
    ],
    ['by a standard user', {}, { email: 'a@example.com', current_password: PASSWORD }, /administrators only/],
  ])('is refused %s', async (_name, attributes, body, message) => {
    const { id, email, cookie } = await person(attributes);
    expect((await call('PUT', '/session/email', cookie, body)).error_message).toMatch(message);
    expect(await emailOf(id)).toBe(email);
  });

  it('is not one that another user has, whatever its letters', async () => {
    const { cookie } = await person(ADMIN);
    const { email } = await person();
    expect((await change(cookie, email.toUpperCase())).error_message).toBe('email has already been taken');
  });

  it('is refused to an API key, which has none', async () => {
    const body = { email: next(), current_password: PASSWORD };
    expect((await api.call('PUT', '/session/email', body)).error_message).toContain('only users have sessions');
  });

  it('is not set where another call has changed the password since it was checked', async () => {
    const { id, email } = await person(ADMIN);
    const presentHash = '$another';
    expect(await changeOwnEmail(api.app.service.db, { userId: id, presentHash, email: next() })).toBe(false);
    expect(await emailOf(id)).toBe(email);
  });
});
