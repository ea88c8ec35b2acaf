import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { PASSWORD, REFUSED, sessionsOf } from './support.ts';

const ATTEMPTS = 3;

describe('wrong passwords', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await build({ signInAttempts: ATTEMPTS, userLockoutSeconds: 600 });
  });
  const { users, signIn, send, person } = sessionsOf(() => api);
  const fail = async (email: string, times: number) => {
    for (let at = 0; at < times; at++) expect((await signIn(email, 'wrong horse')).statusCode).toBe(401);
  };
  const lockoutOf = async (id: number) => (await users.show(id)).data['password_failure_lockout'];
  const FREE = { is_locked_out: false, expires_at: null };

  it('lock a user out for the time that is set, also with the right one', async () => {
    const { id, email, cookie } = await person();
    await fail(email, ATTEMPTS);
    expect(await lockoutOf(id)).toEqual({ is_locked_out: true, expires_at: expect.stringMatching(/Z$/) });
    const { rows } = await api.database.pool.query(
      `select locked_out_until between now() + interval '590 s' and now() + interval '600 s' as is_ten_minutes
       from users where id = $1`,
      [id],
    );
    expect(rows).toEqual([{ is_ten_minutes: true }]);
    expect((await signIn(email)).json()).toEqual(REFUSED);
    // Others could end the work of a user with wrong passwords.
    expect((await send('GET', '/session', cookie)).statusCode).toBe(200);

    await api.database.pool.query('update users set locked_out_until = now() where id = $1', [id]);
    expect((await signIn(email)).statusCode).toBe(200);
    expect(await lockoutOf(id)).toEqual(FREE);
  });

  it('do not when the right one comes in between', async () => {
    const { id, email } = await person();
    for (let round = 0; round < 2; round++) {
      await fail(email, ATTEMPTS - 1);
      expect((await signIn(email)).statusCode).toBe(200);
    }
    expect(await lockoutOf(id)).toEqual(FREE);
  });

  it('are forgotten when an administrator ends the lockout', async () => {
    const { id, email } = await person();
    await fail(email, ATTEMPTS);
    expect((await users.reset(id)).data).toEqual({ result: 'lockout_cleared' });
    await fail(email, ATTEMPTS - 1);
    expect((await signIn(email)).statusCode).toBe(200);
  });

  it('from many addresses at a time are no more guesses than one after another', async () => {
    const { email } = await person();
    const guesses = Array.from({ length: 12 }, (_, at) =>
      signIn(email, 'wrong horse', { remoteAddress: `10.0.1.${at}` }),
    );
    const { rows } = await Promise.all(guesses).then(() =>
      api.database.pool.query('select locked_out_until > now() as is_locked from users where email = $1', [email]),
    );
    expect(rows).toEqual([{ is_locked: true }]);
    expect((await signIn(email, PASSWORD, { remoteAddress: '10.0.1.99' })).statusCode).toBe(401);
  });

  it('are logged with the user, whether that is locked out, and the network, never with the address', async () => {
    const { id, email } = await person();
    const before = api.log.length;
    await fail(email, ATTEMPTS);
    await signIn('unknown@example.com', PASSWORD, { remoteAddress: '2001:db8:1:2::9' });
    const lines = api.log.slice(before).filter((line) => line.includes('a sign-in was refused'));
    const network = '10.0.0.1';
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      ...Array.from({ length: ATTEMPTS - 1 }, () => ({ level: 40, userId: id, isLockedOut: false, network })),
      { userId: id, isLockedOut: true, network },
      { userId: null, isLockedOut: false, network: '2001:db8:1:2' },
    ]);
    expect(api.log.slice(before).join('')).not.toContain('@example.com');
  });

  it('lock no user out where the time is 0', async () => {
    const lenient = await build({ signInAttempts: ATTEMPTS, userLockoutSeconds: 0 });
    const there = sessionsOf(() => lenient);
    const { email } = await there.person();
    for (let at = 0; at <= ATTEMPTS; at++) await there.signIn(email, 'wrong horse');
    expect((await there.signIn(email)).statusCode).toBe(200);
  });
});
