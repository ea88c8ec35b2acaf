import { beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import type { TestProvider } from '../../support/oidc-provider.ts';
import type { TestApi } from '../support/build.ts';
import { sessionsOf } from '../sessions/support.ts';
import { buildWithProvider, sent, signOnsOf } from './support.ts';

const REFUSED = { status: 401, success: false, data: null, error_code: 'not_authorized' };

describe('a single sign-on', () => {
  let api: TestApi;
  let provider: TestProvider;
  beforeAll(async () => {
    ({ api, provider } = await buildWithProvider({
      ann: { email: 'Ann@Example.com', email_verified: true, name: 'Ann' },
      bo: { email: 'bo@example.com', email_verified: true },
      unverified: { email: 'ann@example.com', email_verified: false },
      silent: { email: 'ann@example.com' },
      nameless: { name: 'No Address' },
    }));
    await users.create({ email: 'ann@example.com', full_name: 'Ann Berg' });
  });
  const { users, call, signIn } = sessionsOf(() => api);
  const { start, finish, signOn } = signOnsOf(
    () => api,
    () => provider,
  );

  it('is offered with the name of the provider', async () => {
    const response = await api.inject({ url: `${API_PREFIX}/sign_in_options` });
    expect(response.json()).toMatchObject({ data: { single_sign_on: { name: 'Acme' } } });
  });

  it('leads to the provider with PKCE, state and nonce, and binds them to the browser for ten minutes', async () => {
    const { url, cookies } = await start();
    const { origin, searchParams } = new URL(url);
    expect(origin).toBe(provider.settings.issuer);
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ client_id: 'sluice', response_type: 'code', scope: 'openid email profile', code_challenge_method: 'S256' },
      redirect_uri: 'https://mail.example.com/news/console/single-sign-on',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(cookies).toEqual([
      expect.stringMatching(
        /^sluice_sign_on=[\w-]{100,}; Max-Age=600; Path=\/news\/ga\/api\/v2\/single_sign_on; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ]);
    for (const secret of [searchParams.get('state'), searchParams.get('nonce')]) {
      expect(Buffer.from(sent(cookies[0]).split('=')[1] ?? '', 'base64url').toString('latin1')).not.toContain(secret);
    }
  });

  it('begins a session of the user with the verified address, as address and password do', async () => {
    const answer = await signOn('ann');
    expect(answer).toMatchObject({ status: 200, data: { user: { full_name: 'Ann Berg' }, api_key: null } });
    const [ended, session] = answer.cookies;
    expect(ended).toMatch(/^sluice_sign_on=; Max-Age=0; /);
    expect(session).toMatch(/^sluice_session=[\w-]{43}; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/);
    expect(await call('GET', '/session', sent(session))).toMatchObject({ data: { user: { full_name: 'Ann Berg' } } });
  });

  it.each(['unverified', 'silent', 'nameless'])(
    'is refused where the provider does not verify the address: %s',
    async (login) => {
      expect(await signOn(login)).toMatchObject({
        ...REFUSED,
        error_message:
          'the provider does not state that the address of your account is verified, so it signs no user in',
      });
    },
  );

  it('is refused to a user who is unknown, switched off or locked out, with the cause', async () => {
    const messageOf = async () => (await signOn('bo')).error_message;
    expect(await messageOf()).toMatch(/^no user has the address of your account/);
    const { data } = await users.create({ email: 'bo@example.com' });
    for (let at = 0; at < api.config.signInAttempts; at++) await signIn('bo@example.com', 'wrong horse');
    expect(await messageOf()).toMatch(/^too many wrong passwords have locked your user out/);
    await users.reset(data.id);
    expect(await messageOf()).toBeNull();
    await users.update(data.id, { active: false });
    expect(await messageOf()).toMatch(/^your user is not active/);
  });

  it('is refused with another state, without the cookie, or with that of another sign-on', async () => {
    const [own, other] = [await start(), await start()];
    const query = await provider.signIn(own.url, 'ann');
    const state = new URLSearchParams(query);
    state.set('state', 'x'.repeat(43));
    expect(await finish(state.toString(), own.cookie)).toMatchObject(REFUSED);
    expect(await finish(query, other.cookie)).toMatchObject(REFUSED);
    for (const cookie of ['', 'sluice_sign_on=', `sluice_sign_on=${'a'.repeat(200)}`]) {
      expect(await finish(query, cookie)).toMatchObject({
        ...REFUSED,
        error_message: expect.stringMatching(/^the sign-in has expired/),
      });
    }
    expect(await finish(query, own.cookie)).toMatchObject({ success: true });
  });

  it('works once: the code and the cookie of a sign-on begin no second session', async () => {
    const { url, cookie } = await start();
    const query = await provider.signIn(url, 'ann');
    expect(await finish(query, cookie)).toMatchObject({ success: true });
    expect(await finish(query, cookie)).toMatchObject({
      ...REFUSED,
      error_message: expect.stringMatching(/^the answer of the provider is not valid/),
    });
  });

  it('is refused with the answer of another issuer, or when the provider declines', async () => {
    const { url, cookie } = await start();
    const query = new URLSearchParams(await provider.signIn(url, 'ann'));
    query.set('iss', 'https://evil.example');
    expect(await finish(query.toString(), cookie)).toMatchObject(REFUSED);
    const state = new URL(url).searchParams.get('state') ?? '';
    const declined = new URLSearchParams({ error: 'access_denied', state, iss: provider.settings.issuer });
    expect(await finish(declined.toString(), cookie)).toMatchObject({
      ...REFUSED,
      error_message: 'the provider did not sign you in: begin again, or sign in with your password',
    });
  });

  it('begins at the public address alone', async () => {
    expect(await start({ origin: 'https://other.example' })).toMatchObject({ status: 403 });
    expect(await start({ origin: 'http://localhost', host: 'localhost' })).toMatchObject({
      error_message: 'the single sign-on works at https://mail.example.com/news/console/ only: open the console there',
    });
  });

  it('leaves no code, token, secret or address in the log', async () => {
    const { url, cookie } = await start();
    const query = await provider.signIn(url, 'ann');
    await finish(query, cookie);
    await finish(query, cookie);
    const log = api.log.join('');
    expect(log).toContain('a user signed in');
    expect(log).toMatch(/"reason":"OAUTH_RESPONSE_BODY_ERROR, invalid_grant".*a single sign-on was refused/);
    const { code, state } = Object.fromEntries(new URLSearchParams(query)) as Record<string, string>;
    for (const secret of [code, state, cookie.split('=')[1], provider.settings.clientSecret, 'example.com"', 'eyJ']) {
      expect(log).not.toContain(secret);
    }
  });
});

describe('a service without a provider', () => {
  it('offers no single sign-on', async () => {
    const { build } = await import('../support/build.ts');
    const api = await build();
    const options = await api.inject({ url: `${API_PREFIX}/sign_in_options` });
    expect(options.json()).toMatchObject({ data: { single_sign_on: null } });
    for (const method of ['POST', 'PUT'] as const) {
      const payload = method === 'PUT' ? { query: 'code=a' } : {};
      const answer = await api.inject({ method, url: `${API_PREFIX}/single_sign_on`, payload });
      expect(answer.json()).toMatchObject({
        error_code: 'invalid_request',
        error_message: 'this service has no single sign-on',
      });
    }
  });
});
