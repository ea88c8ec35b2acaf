import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastingPort } from '../support/lasting-port.ts';
import { startOidcProvider } from '../support/oidc-provider.ts';
import type { TestProvider } from '../support/oidc-provider.ts';
import { addUser } from './support/add-user.ts';
import { chromiumPath, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';
import { tabThrough } from './support/keyboard.ts';
import { focused } from './support/wizard.ts';

describe.skipIf(chromiumPath === null)('a user with an account of the provider', () => {
  let tested: TestConsole;
  let provider: TestProvider;
  beforeAll(async () => {
    const port = await lastingPort();
    const publicUrl = `http://127.0.0.1:${port}`;
    provider = await startOidcProvider(`${publicUrl}/console/single-sign-on`, {
      ann: { email: 'ann@example.com', email_verified: true },
      eve: { email: 'eve@example.com', email_verified: true },
    });
    const { issuer, clientId, clientSecret } = provider.settings;
    const oidc = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: 'Acme' };
    tested = await startTestConsole({ isSignedIn: false, port, settings: { PUBLIC_URL: publicUrl, ...oidc } });
    await addUser(tested.engine);
  });
  afterAll(async () => {
    await tested.stop();
    await provider.stop();
  });

  const button = (name: string) => tested.page.getByRole('button', { name });
  const heading = (name: string) => tested.page.getByRole('heading', { name, exact: true });
  const shows = (text: string) => tested.page.getByText(text).first().waitFor();
  const signInAtProvider = async (login: string) => {
    const { page } = tested;
    await page.waitForURL(`${provider.settings.issuer}/**`);
    await page.locator('input[name=login]').fill(login);
    await page.locator('input[name=password]').fill('any');
    await page.keyboard.press('Enter');
  };

  it('leaves for the provider by keyboard, and comes back to the page that was opened', async () => {
    const { page, address } = tested;
    await page.goto(address('/account'));
    await focused(tested, 'Email');
    await button('Sign in with Acme').waitFor();
    await inspect(page, 'sign-in-provider');
    await tabThrough(page, 'sign-in-provider');
    await button('Sign in with Acme').press('Enter');
    await signInAtProvider('ann');
    await heading('My account').waitFor();
    expect(page.url()).toBe(address('/account'));
    await page.reload();
    await heading('My account').waitFor();
    await shows('Ann Berg');
  });

  it('has the cookie of the session that a password begins, which no script reads, and no other one', async () => {
    const { page } = tested;
    const cookies = (await page.context().cookies()).filter(({ name }) => name.startsWith('sluice'));
    expect(cookies).toMatchObject([{ name: 'sluice_session', httpOnly: true, sameSite: 'Strict', path: '/ga/api/v2' }]);
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(await page.evaluate('history.length')).toBeGreaterThan(1);
  });

  it('goes back to an address of the provider that was used, and reads what to do', async () => {
    const { page, address } = tested;
    await page.context().clearCookies({ name: 'sluice_session' });
    await page.goto(address('/single-sign-on?code=used&state=other'));
    await shows('The sign-in has expired, was used, or was begun in another browser: begin it again.');
    expect(page.url()).toBe(address('/'));
    await inspect(page, 'sign-in-refused');
  });

  it('reads why an account does not sign in', async () => {
    const { page, address } = tested;
    await page.context().clearCookies();
    await page.goto(address('/lists'));
    await button('Sign in with Acme').click();
    await signInAtProvider('eve');
    await shows('No user has the address of your account: an administrator can create one.');
  });

  it('reads that the provider does not answer', async () => {
    const { page, address } = tested;
    await page.route('**/single_sign_on', (route) =>
      route.fulfill({
        status: 503,
        json: { success: false, data: null, error_message: 'the provider does not answer' },
      }),
    );
    await page.goto(address('/lists'));
    await button('Sign in with Acme').click();
    await shows('The sign-in was not begun');
    await inspect(page, 'sign-in-provider-away');
    expect(tested.problems).toEqual([]);
  });
});
