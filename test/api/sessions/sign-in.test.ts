import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { cookieOf, PASSWORD, REFUSED, sessionsOf } from './support.ts';

describe('a user with address and password', () => {
  let api: TestApi;
  let own: { id: number; key: string };
  beforeAll(async () => {
    api = await build();
    own = await api.addOrganization();
  });
  const { users, signIn, call, person } = sessionsOf(() => api);

  it('begins a session, whose cookie scripts and other sites do not get', async () => {
    const { data } = await users.create({ full_name: 'Ann Berg', role: 'standard' }, own.key);
    const answer = await signIn(String(data['email']).toUpperCase());
    expect(answer.json()).toMatchObject({
      success: true,
      data: { role: 'standard', organization: { id: own.id }, user: { full_name: 'Ann Berg' }, api_key: null },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['set-cookie']).toMatch(
      /^sluice_session=[\w-]{43}; Max-Age=604800; HttpOnly; SameSite=Strict$/,
    );
    expect(await call('GET', '/session', cookieOf(answer))).toMatchObject({ data: { user: { id: data.id } } });
  });

  it('gets a cookie for encrypted connections only where the page was reached by one', async () => {
    const { email } = await person({}, own.key);
    const page = { host: 'mail.example.com', origin: 'https://mail.example.com' };
    expect((await signIn(email, PASSWORD, page)).headers['set-cookie']).toMatch(/; Secure$/);
    const other = await signIn(email, PASSWORD, { ...page, origin: 'https://evil.example' });
    expect(other.statusCode).toBe(403);
    expect(other.headers['set-cookie']).toBeUndefined();
  });

  it('leaves the token in no place but the cookie', async () => {
    const { cookie, email } = await person({}, own.key);
    const token = cookie.split('=')[1] ?? '';
    const { rows } = await api.database.pool.query('select * from user_sessions order by id desc limit 1');
    expect(rows[0]).toMatchObject({ token_hash: createHash('sha256').update(token).digest() });
    expect(JSON.stringify(rows)).not.toContain(token);
    const log = api.log.join('');
    for (const secret of [token, PASSWORD, email, Buffer.from(`${email}:${PASSWORD}`).toString('base64')]) {
      expect(log).not.toContain(secret);
    }
  });

  it('is refused with one sentence, whatever the cause, and no sooner for one than for another', async () => {
    const { email } = await person({}, own.key);
    const inactive = await users.create({ active: false }, own.key);
    const closed = await api.addOrganization();
    const ofClosed = await users.create({}, closed.key);
    await api.database.pool.query('update organizations set active = false where id = $1', [closed.id]);
    const refused = [
      () => signIn(email, 'wrong horse'),
      () => signIn('unknown@example.com'),
      () => signIn(String(inactive.data['email'])),
      () => signIn(String(ofClosed.data['email'])),
      () => signIn('', ''),
      () => signIn(`${email}\0`),
      () => signIn(email, 'x'.repeat(5_000)),
      () => signIn(email, PASSWORD, { authorization: 'Basic !' }),
      () => signIn(email, PASSWORD, { authorization: `Bearer ${PASSWORD}` }),
    ];
    for (const attempt of refused) {
      const startedAt = performance.now();
      const answer = await attempt();
      expect(performance.now() - startedAt).toBeGreaterThan(390);
      expect([answer.statusCode, answer.json()]).toEqual([401, REFUSED]);
      // With Basic a browser would ask for a password itself.
      expect(answer.headers['www-authenticate']).toBe('Session realm="API"');
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  it('has a session of 20 at most: another one ends the oldest', async () => {
    const { cookie, email } = await person({}, own.key);
    const address = { remoteAddress: '10.0.0.7' };
    for (let at = 1; at < BOUNDS.sessions.max; at++) await signIn(email, PASSWORD, address);
    expect(await call('GET', '/session', cookie)).toMatchObject({ status: 200 });
    const last = cookieOf(await signIn(email, PASSWORD, address));
    expect(await call('GET', '/session', cookie)).toMatchObject({ status: 401 });
    expect((await call<unknown[]>('GET', '/sessions', last)).data).toHaveLength(BOUNDS.sessions.max);
  });

  it('may try so often a minute from an address, and from a network of IPv6', async () => {
    const { email } = await person({}, own.key);
    const from = (address: (at: number) => string) =>
      Promise.all(
        Array.from({ length: BOUNDS.signInsOfAddress.max + 1 }, (_, at) =>
          signIn(email, PASSWORD, { remoteAddress: address(at) }),
        ),
      );
    for (const address of [() => '10.0.0.8', (at: number) => `2001:db8:1:2::${at.toString(16)}`]) {
      const answers = await from(address);
      const limited = answers.filter(({ statusCode }) => statusCode === 429);
      expect(limited.length).toBeGreaterThan(0);
      for (const answer of limited) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      const next = await signIn(email, PASSWORD, { remoteAddress: address(200) });
      expect(next.json()).toMatchObject({
        error_message: expect.stringMatching(/^too many sign-ins from this address; wait/),
      });
    }
    expect((await signIn(email, PASSWORD, { remoteAddress: '10.0.0.9' })).statusCode).toBe(200);
    const forwarded = { remoteAddress: '10.0.0.8', 'x-forwarded-for': '192.0.2.7' };
    expect((await signIn(email, PASSWORD, forwarded)).statusCode).toBe(429);
    // Links have a limit of their own.
    const headers = { 'sluice-console-code': 'x'.repeat(43) };
    const link = { method: 'POST', url: `${API_PREFIX}/session`, remoteAddress: '10.0.0.8', headers } as const;
    expect((await api.inject(link)).statusCode).toBe(401);
    expect((await signIn(email, PASSWORD, { remoteAddress: '2001:db8:1:3::1' })).statusCode).toBe(200);
  });
});
