import { beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { cookieOf, sessionsOf, TERMS } from './support.ts';

const SHOWN = { version: 2, text: 'Be kind.', url: 'https://example.com/terms' };
const NOT_AGREED = {
  status: 403,
  error_code: 'not_authorized',
  error_message:
    'you have not agreed to the terms and conditions: read terms_to_agree of GET /session, and agree with PUT /session/terms',
};

describe('a user who has not agreed to the terms', () => {
  let api: TestApi;
  let own: { id: number; key: string };
  beforeAll(async () => {
    api = await build({ terms: TERMS });
    own = await api.addOrganization();
  });
  const { users, signIn, send, call, person } = sessionsOf(() => api);

  it('sees them with the sign-in, and may make no other call of the session until then', async () => {
    const { id, email, cookie } = await person({ role: 'organization_admin' }, own.key);
    expect((await signIn(email)).json()).toMatchObject({ data: { terms_to_agree: SHOWN } });
    expect(await call('GET', '/session', cookie)).toMatchObject({ data: { terms_to_agree: SHOWN } });
    for (const [method, path] of [
      ...([
        ['GET', '/mailing_lists'],
        ['GET', '/sessions'],
        ['GET', '/jobs/events'],
      ] as const),
      ...([
        ['PUT', '/session/password'],
        ['PUT', '/session/preferences'],
        ['POST', '/uploads'],
      ] as const),
    ]) {
      const answer = await send(method, path, cookie);
      expect([path, answer.statusCode, answer.json()]).toEqual([
        path,
        403,
        expect.objectContaining({ error_code: 'not_authorized' }),
      ]);
    }
    expect(await call('GET', '/mailing_lists', cookie)).toMatchObject(NOT_AGREED);

    const agreed = await call('PUT', '/session/terms', cookie, { version: 2 });
    expect(agreed).toMatchObject({
      success: true,
      data: { terms_to_agree: null, user: { terms_and_conditions_version: 2 } },
    });
    expect(await call('GET', '/mailing_lists', cookie)).toMatchObject({ status: 200 });
    expect((await signIn(email)).json()).toMatchObject({ data: { terms_to_agree: null } });
    const { data } = await api.call<{ version: number; agreed_at: string }[]>(
      'GET',
      `/users/${id}/terms_agreements`,
      undefined,
      own.key,
    );
    expect(data).toEqual([{ version: 2, agreed_at: expect.stringMatching(/Z$/) }]);
    expect(Math.abs(Date.now() - Date.parse(data[0]?.agreed_at ?? ''))).toBeLessThan(60_000);
    expect(api.log.join('')).toMatch(
      new RegExp(`"userId":${id},"version":2,.*a user agreed to the terms and conditions`),
    );
  });

  it('may sign out', async () => {
    const { cookie } = await person({}, own.key);
    expect(await call('DELETE', '/session', cookie)).toMatchObject({ success: true });
  });

  it('agrees to the version that the service has now', async () => {
    const { cookie } = await person({}, own.key);
    expect(await call('PUT', '/session/terms', cookie, { version: 1 })).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'version must be 2, that of the present terms: read them with GET /session',
    });
    expect(await call('PUT', '/session/terms', cookie, {})).toMatchObject({ error_message: 'version cannot be blank' });
    expect(await call('GET', '/mailing_lists', cookie)).toMatchObject(NOT_AGREED);
  });

  it('has nothing to agree to as a system administrator, and an API key has not either', async () => {
    const { cookie } = await person({ role: 'system_admin' });
    expect(await call('GET', '/session', cookie)).toMatchObject({ data: { terms_to_agree: null } });
    expect(await call('GET', '/mailing_lists', cookie)).toMatchObject({ status: 200 });
    expect(await api.call('GET', '/session', undefined, own.key)).toMatchObject({ data: { terms_to_agree: null } });
    expect(await api.call('PUT', '/session/terms', { version: 2 }, own.key)).toMatchObject({
      error_code: 'invalid_request',
    });
  });

  it('agrees again at the next call when an administrator has cleared the version', async () => {
    const { id, cookie } = await person({ terms_and_conditions_version: 2 }, own.key);
    expect(await call('GET', '/mailing_lists', cookie)).toMatchObject({ status: 200 });
    await users.update(id, { terms_and_conditions_version: null }, own.key);
    expect(await call('GET', '/mailing_lists', cookie)).toMatchObject(NOT_AGREED);
  });

  it('agrees to a later version where updates require it, and keeps both agreements', async () => {
    const { id, email, cookie } = await person({}, own.key);
    await call('PUT', '/session/terms', cookie, { version: 2 });
    const settings = api.app.config;
    api.app.config = { ...settings, terms: { ...TERMS, version: 3 } };
    expect(await call('GET', '/mailing_lists', cookie)).toMatchObject({ status: 200 });
    api.app.config = { ...settings, terms: { ...TERMS, version: 3, isRequiredOnUpdates: true } };
    expect(await call('GET', '/mailing_lists', cookie)).toMatchObject(NOT_AGREED);
    const next = cookieOf(await signIn(email));
    expect(await call('PUT', '/session/terms', next, { version: 3 })).toMatchObject({ success: true });
    expect(await call('GET', '/mailing_lists', cookie)).toMatchObject({ status: 200 });
    const { data } = await api.call<{ version: number }[]>('GET', `/users/${id}/terms_agreements`, undefined, own.key);
    expect(data.map(({ version }) => version)).toEqual([3, 2]);
    api.app.config = { ...settings, terms: null };
    expect(await call('PUT', '/session/terms', next, { version: 3 })).toMatchObject({
      error_message: 'this service has no terms and conditions',
    });
    api.app.config = settings;
  });

  it('shows the agreements to administrators of the organization alone', async () => {
    const { id, cookie } = await person({ terms_and_conditions_version: 2 }, own.key);
    const other = await api.addOrganization();
    const path = `/users/${id}/terms_agreements`;
    expect(await api.call('GET', path, undefined, other.key)).toMatchObject({ error_code: 'not_found' });
    expect(await call('GET', path, cookie)).toMatchObject({ status: 403 });
  });
});

describe('the preferences of a user', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await build();
  });
  const { call, person } = sessionsOf(() => api);

  it('are changed by the user, also one with few rights', async () => {
    const { cookie } = await person({ role: 'standard' });
    const put = (body: object) => call('PUT', '/session/preferences', cookie, body);
    expect(await put({ show_quick_tips: false })).toMatchObject({ data: { user: { show_quick_tips: false } } });
    expect(await put({})).toMatchObject({ data: { user: { show_quick_tips: false } } });
    expect(await put({ show_quick_tips: 'perhaps' })).toMatchObject({ error_code: 'validation_failed' });
    expect(await put({ show_quick_tips: true })).toMatchObject({ data: { user: { show_quick_tips: true } } });
    expect(await put({ mail_ended_jobs: false })).toMatchObject({
      data: { user: { show_quick_tips: true, mail_ended_jobs: false } },
    });
    const withKey = await api.call('PUT', '/session/preferences', { show_quick_tips: false });
    expect(withKey).toMatchObject({ error_code: 'invalid_request' });
  });

  it('are not the password: that of the own user needs the present one', async () => {
    const { id, cookie } = await person({ role: 'organization_admin' });
    const password = { password1: 'another horse', password2: 'another horse' };
    expect(await call('PUT', `/users/${id}`, cookie, { user: { full_name: 'New', ...password } })).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'password1 is your own: change it with PUT /session/password, which checks the current one',
    });
    const other = await person({ role: 'standard' });
    expect(await call('PUT', `/users/${other.id}`, cookie, { user: password })).toMatchObject({ success: true });
    const headers = { authorization: `Basic ${api.admin}` };
    const byKey = await api.inject({
      method: 'PUT',
      url: `${API_PREFIX}/users/${id}`,
      headers,
      payload: { user: password },
    });
    expect(byKey.json()).toMatchObject({ success: true });
  });
});
