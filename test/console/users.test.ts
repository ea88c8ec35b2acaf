import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addUser, PASSWORD } from './support/add-user.ts';
import { chromiumPath, NO_CHROMIUM, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';
import { tabThrough } from './support/keyboard.ts';
import { focused } from './support/wizard.ts';

describe('a person', () => {
  let tested: TestConsole;
  const ids = new Map<string, number>();
  beforeAll(async () => {
    if (chromiumPath === null) return;
    tested = await startTestConsole({ isSignedIn: false });
    await tested.engine.call('POST', '/mailing_lists', { mailing_list: { name: 'News' } });
    for (const [email, attributes] of Object.entries(PEOPLE)) {
      ids.set(email, await addUser(tested.engine, { email, ...attributes }));
    }
  });
  afterAll(async () => {
    if (chromiumPath !== null) await tested.stop();
  });
  beforeEach((context) => context.skip(chromiumPath === null, NO_CHROMIUM));

  const heading = (name: string) => tested.page.getByRole('heading', { name, exact: true });
  const link = (name: string) => tested.page.getByRole('link', { name });
  const button = (name: string) => tested.page.getByRole('button', { name });
  const enter = async (email: string, password = PASSWORD) => {
    await focused(tested, 'Email');
    await tested.page.keyboard.type(email);
    await tested.page.keyboard.press('Tab');
    await tested.page.keyboard.type(password);
    await tested.page.keyboard.press('Enter');
  };

  it('is refused with a wrong password, and told what may be the cause', async () => {
    await tested.page.goto(tested.address('/lists'));
    await enter('ann@example.com', 'wrong horse');
    await tested.page.getByText('Address and password do not fit').waitFor();
    await inspect(tested.page, 'sign-in-user');
    await tabThrough(tested.page, 'sign-in');
  });

  it('signs in by keyboard alone, with a cookie that no script can read and only the API gets', async () => {
    const { page, address } = tested;
    await page.reload();
    await enter('ann@example.com');
    await heading('Lists').waitFor();
    expect(page.url()).toBe(address('/lists'));
    await link('My account: Ann Berg').waitFor();
    expect(await page.context().cookies(`${new URL(page.url()).origin}/ga/api/v2/session`)).toMatchObject([
      { name: 'sluice_session', httpOnly: true, sameSite: 'Strict', path: '/ga/api/v2' },
    ]);
    expect(await page.evaluate('[document.cookie, sessionStorage.length, localStorage.length]')).toEqual(['', 0, 0]);
  });

  it('is signed in after a reload and in another tab, and works by its own name', async () => {
    const { page, address } = tested;
    await page.reload();
    await heading('Lists').waitFor();
    const tab = await page.context().newPage();
    await tab.goto(address('/lists/1'));
    await tab.getByRole('heading', { name: 'News', exact: true }).waitFor();
    await tab.close();
    await link('News').click();
    await button('Export subscribers').click();
    await button('Export').last().click();
    await page.waitForURL(/\/console\/exports\/\d+$/);
    await page.getByRole('cell', { name: 'Ann Berg' }).first().waitFor();
  });

  it('saves a file by a link that the browser fetches with the cookie, and writes as it comes', async () => {
    const { page } = tested;
    const [download] = await Promise.all([page.waitForEvent('download'), button('Download the file').click()]);
    expect(new URL(download.url()).pathname).toMatch(/\/ga\/api\/v2\/subscriber_exports\/\d+\/file$/);
    expect(await readFile(await download.path(), 'utf8')).toContain('email');
  });

  it('sees the sessions of the account, and ends another one', async () => {
    const { page, engine } = tested;
    const other = await engine.app.inject({
      method: 'POST',
      url: '/ga/api/v2/session',
      headers: { authorization: `Basic ${Buffer.from(`ann@example.com:${PASSWORD}`).toString('base64')}` },
    });
    const cookie = String(other.headers['set-cookie']).split(';', 1)[0] ?? '';
    await link('My account: Ann Berg').click();
    await heading('My account').waitFor();
    await page.getByText('this browser').waitFor();
    await inspect(page, 'account');
    await tabThrough(page, 'account');
    await button('End the session of').click();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    const headers = { cookie, 'sluice-session': 'true' };
    expect((await engine.app.inject({ url: '/ga/api/v2/session', headers })).statusCode).toBe(401);
  });

  it('signs out, after which neither this tab nor another one is signed in', async () => {
    const { page, address } = tested;
    await button('Sign out').click();
    await focused(tested, 'Email');
    expect(await page.context().cookies(`${new URL(page.url()).origin}/ga/api/v2/session`)).toEqual([]);
    await page.goto(address('/settings'));
    await focused(tested, 'Email');
  });

  it('of the role standard sees and is offered what the permissions say', async () => {
    const { page, address } = tested;
    await page.goto(address('/lists'));
    await enter('bo@example.com');
    await link('News').waitFor();
    for (const name of ['Settings', 'Jobs']) expect(await link(name).count()).toBe(0);
    expect(await button('New list').count()).toBe(0);
    await link('News').click();
    await heading('Subscribers').waitFor();
    await heading('Fields').waitFor();
    for (const name of ['Imports', 'Exports', 'Delete the list']) expect(await heading(name).count()).toBe(0);
    expect(await link('Import a file').count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
    await inspect(page, 'list-of-standard-user');
  });

  it('is signed out by the next call after an administrator has switched the user off', async () => {
    const { page, engine } = tested;
    await engine.call('PUT', `/users/${ids.get('bo@example.com')}`, { user: { active: false } });
    await link('Lists').first().click();
    await page.getByText('Your session has ended. Sign in again.').waitFor();
    await enter('bo@example.com');
    await page.getByText('Address and password do not fit').waitFor();
    expect(tested.problems).toEqual([]);
  });
});

const PEOPLE = {
  'ann@example.com': { full_name: 'Ann Berg', role: 'organization_admin' },
  'bo@example.com': { full_name: 'Bo Lind', role: 'standard', permissions: { subscriber: ['read'] } },
};
