import { beforeAll, describe, expect, it } from 'vitest';
import type { TestProvider } from '../../support/oidc-provider.ts';
import type { TestApi } from '../support/build.ts';
import { sessionsOf, TERMS } from '../sessions/support.ts';
import { buildWithProvider, sent, signOnsOf } from './support.ts';

const verified = (email: string, name?: string) => ({
  email,
  email_verified: true,
  ...(name !== undefined && { name }),
});

describe('a single sign-on of one organization', () => {
  let api: TestApi;
  let provider: TestProvider;
  beforeAll(async () => {
    ({ api, provider } = await buildWithProvider(
      {
        ann: verified('ann@example.com', `  Ann ${'Berg'.repeat(40)}`),
        bo: verified('bo@example.com'),
        cy: verified('cy@example.com', 'Cy\0 Lind'),
        admin: verified('admin@example.com'),
        other: verified('eve@other.example'),
        sub: verified('eve@sub.example.com'),
      },
      { terms: TERMS, oidc: { organizationId: 2, createRole: 'standard', allowedDomains: ['example.com'] } },
    ));
    await api.addOrganization({ name: 'Acme' });
  });
  const { users, call } = sessionsOf(() => api);
  const { signOn } = signOnsOf(
    () => api,
    () => provider,
  );

  it('creates a user with the role of the settings at the first sign-in, and no second one', async () => {
    const { data } = await signOn('ann');
    expect(data.user).toMatchObject({ email: 'ann@example.com', role: 'standard', active: true });
    expect(data.user.full_name).toBe(`Ann ${'Berg'.repeat(40)}`.slice(0, 100));
    expect(data.organization).toMatchObject({ id: 2, name: 'Acme' });
    expect(Object.values(data.user.permissions as object).flat()).toEqual([]);
    expect((await signOn('ann')).data.user.id).toBe(data.user.id);
    expect((await signOn('cy')).data.user.full_name).toBe('Cy Lind');
    expect(api.log.join('')).toContain('a user was created by a single sign-on');
  });

  it('creates one user for concurrent sign-ins', async () => {
    const answers = await Promise.all([signOn('bo'), signOn('bo'), signOn('bo')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ data }) => data.user.id)).size).toBe(1);
    expect(answers[0]?.data.user.full_name).toBe('bo@example.com');
  });

  it('lets no user of another organization in, and creates none with that address', async () => {
    await users.create({ email: 'admin@example.com', role: 'system_admin' });
    expect(await signOn('admin')).toMatchObject({ status: 401, error_message: expect.stringMatching(/^no user has/) });
  });

  it('is refused to addresses of other domains', async () => {
    const refused = { status: 401, error_message: 'accounts with an address of this domain do not sign in here' };
    expect(await signOn('other')).toMatchObject(refused);
    expect(await signOn('sub')).toMatchObject(refused);
  });

  it('shows the terms to a new user as any sign-in does', async () => {
    const { data, cookies } = await signOn('ann');
    expect(data.terms_to_agree).toEqual({ version: 2, text: 'Be kind.', url: 'https://example.com/terms' });
    expect(await call('GET', '/mailing_lists', sent(cookies[1]))).toMatchObject({ status: 403 });
  });

  it('creates no user of an organization that is not active', async () => {
    await api.database.pool.query('update organizations set active = false where id = 2');
    provider.accounts['dee'] = verified('dee@example.com');
    expect(await signOn('dee')).toMatchObject({ status: 401, error_message: expect.stringMatching(/^no user has/) });
    expect(await signOn('bo')).toMatchObject({
      status: 401,
      error_message: expect.stringMatching(/^your user is not active/),
    });
  });
});
