import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addUser, PASSWORD } from './support/add-user.ts';
import { chromiumPath, NO_CHROMIUM, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';
import { tabThrough } from './support/keyboard.ts';
import { focused } from './support/wizard.ts';

const ANOTHER = 'another horse';

describe('an administrator', () => {
  let tested: TestConsole;
  beforeAll(async () => {
    if (chromiumPath === null) return;
    tested = await startTestConsole({ isSignedIn: false });
    await addUser(tested.engine);
  });
  afterAll(async () => {
    if (chromiumPath !== null) await tested.stop();
  });
  beforeEach((context) => context.skip(chromiumPath === null, NO_CHROMIUM));

  const heading = (name: string) => tested.page.getByRole('heading', { name, exact: true });
  const link = (name: string) => tested.page.getByRole('link', { name });
  const button = (name: string) => tested.page.getByRole('button', { name });
  const shows = (text: string) => tested.page.getByText(text).first().waitFor();
  const cells = async () =>
    (await tested.page.locator('tbody tr').allInnerTexts()).map((row) => row.split('\t').map((cell) => cell.trim()));
  const type = async (label: string, text: string) => {
    await tested.page.getByLabel(label, { exact: true }).focus();
    await tested.page.keyboard.press('Control+A');
    await tested.page.keyboard.type(text);
  };
  const enterPassword = async (password: string, again = password) => {
    await type('New password', password);
    await type('New password, again', again);
  };
  /** The answer of the service to address and password; ends the session that begins. */
  const signIn = async (email: string, password: string) => {
    const headers = { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}` };
    const answer = await tested.engine.app.inject({ method: 'POST', url: '/ga/api/v2/session', headers });
    return { status: answer.statusCode, cookie: String(answer.headers['set-cookie']).split(';', 1)[0] ?? '' };
  };

  it('goes from the settings to the users', async () => {
    const { page, address } = tested;
    await page.goto(address('/settings'));
    await focused(tested, 'Email');
    await type('Email', 'ann@example.com');
    await type('Password', PASSWORD);
    await page.keyboard.press('Enter');
    await link('Users of the organization').click();
    await heading('Users').waitFor();
    await link('Ann Berg').last().waitFor();
    await expect.poll(cells).toEqual([['Ann Berg', 'ann@example.com', 'Administrator', 'active']]);
    await inspect(page, 'users');
    await tabThrough(page, 'users');
  });

  it('creates a standard user with permissions in plain words, by keyboard', async () => {
    const { page } = tested;
    await link('New user').click();
    await heading('New user').waitFor();
    await type('Name', 'Bo Lind');
    await type('Email', 'bo@example.com');
    await page.getByLabel('See and find subscribers').focus();
    await page.keyboard.press('Space');
    await page.getByLabel('Import files').focus();
    await page.keyboard.press('Space');
    await enterPassword('short');
    await page.keyboard.press('Enter');
    await shows('The password is too short (minimum is 8 characters).');
    await enterPassword(PASSWORD, ANOTHER);
    await page.keyboard.press('Enter');
    await shows('The two entries differ.');
    await inspect(page, 'user-new');
    await tabThrough(page, 'user-new');
    await enterPassword(PASSWORD);
    await page.keyboard.press('Enter');
    await heading('Bo Lind').waitFor();
    await shows('The user is not signed in.');
    expect(await page.getByLabel('Import files').isChecked()).toBe(true);
    expect(await page.getByLabel('Export lists').isChecked()).toBe(false);
    expect((await signIn('bo@example.com', PASSWORD)).status).toBe(200);
  });

  it('is told why a user cannot be saved, and nothing is lost of what was entered, or changed by others', async () => {
    const { page, engine } = tested;
    await page.reload();
    await heading('Bo Lind').waitFor();
    await type('Email', 'ann@example.com');
    await type('Name', 'Bo Lindt');
    await button('Save').click();
    await shows('Email has already been taken.');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Bo Lindt');
    await type('Email', 'bo@example.com');
    // Another administrator takes a permission away in between.
    const { pool } = engine.app.service;
    await pool.query(`update users set permissions = '{}' where email = 'bo@example.com'`);
    await page.keyboard.press('Enter');
    await shows('Saved.');
    const { rows } = await pool.query(`select permissions from users where email = 'bo@example.com'`);
    expect(rows.flatMap(({ permissions }) => Object.values(permissions as object).flat())).toEqual([]);
    expect(await page.getByLabel('Import files').isChecked()).toBe(false);
    await heading('Bo Lindt').waitFor();
    await inspect(page, 'user');
    await tabThrough(page, 'user');
  });

  it('sees and ends the sessions of a user', async () => {
    const { page, engine } = tested;
    const { cookie } = await signIn('bo@example.com', PASSWORD);
    await page.reload();
    await page.getByRole('table', { name: 'Sessions' }).waitFor();
    await button('End all sessions').click();
    await shows('The user is not signed in.');
    const headers = { cookie, 'sluice-session': 'true' };
    expect((await engine.app.inject({ url: '/ga/api/v2/session', headers })).statusCode).toBe(401);
  });

  it('sets the password of a user', async () => {
    await tested.page.getByText('Set another password').click();
    await enterPassword(ANOTHER);
    await button('Set the password').click();
    await shows('The password is set.');
    expect((await signIn('bo@example.com', PASSWORD)).status).toBe(401);
    expect((await signIn('bo@example.com', ANOTHER)).status).toBe(200);
  });

  it('lets a user in whom wrong passwords have locked out', async () => {
    const { page } = tested;
    for (let at = 0; at < 10; at++) await signIn('bo@example.com', 'wrong horse');
    await page.reload();
    await shows('Too many wrong passwords have locked this user out until');
    await inspect(page, 'user-locked-out');
    await button('Let the user in').click();
    await page.getByText('Too many wrong passwords').waitFor({ state: 'detached' });
    expect((await signIn('bo@example.com', ANOTHER)).status).toBe(200);
  });

  it('switches a user off and finds the user by name or address', async () => {
    const { page } = tested;
    await page.getByLabel('May sign in').uncheck();
    await button('Save').click();
    await shows('Saved.');
    expect((await signIn('bo@example.com', ANOTHER)).status).toBe(401);
    await link('Users').click();
    await page.getByRole('searchbox').fill('lindt');
    await expect.poll(cells).toEqual([['Bo Lindt', 'bo@example.com', 'Standard user', 'switched off']]);
    await page.getByRole('searchbox').fill('ann@');
    await expect.poll(cells).toEqual([['Ann Berg', 'ann@example.com', 'Administrator', 'active']]);
    await page.getByRole('searchbox').fill('');
  });

  it('deletes a user after a question whose safe answer has the focus', async () => {
    const { page } = tested;
    await link('Bo Lindt').click();
    await button('Delete Bo Lindt').click();
    await page.locator(':focus').and(button('Keep the user')).waitFor();
    await inspect(page, 'user-deletion');
    await page.keyboard.press('Escape');
    await page.locator(':focus').and(button('Delete Bo Lindt')).click();
    await button('Delete the user').click();
    await heading('Users').waitFor();
    await expect.poll(cells).toEqual([['Ann Berg', 'ann@example.com', 'Administrator', 'active']]);
  });

  it('takes neither the own role nor the own access away', async () => {
    const { page } = tested;
    await page.getByRole('cell').getByRole('link', { name: 'Ann Berg' }).click();
    await heading('Ann Berg').waitFor();
    for (const name of ['Save', 'Sign out']) expect(await button(name).count()).toBe(1);
    for (const name of ['Delete', 'Set the password']) expect(await button(name).count()).toBe(0);
    expect(await page.getByRole('radio').count()).toBe(0);
    expect(await page.getByLabel('Email', { exact: true }).count()).toBe(0);
    await inspect(page, 'user-own');
  });

  it('changes the own password with the present one, after which all other sessions are over', async () => {
    const { page, engine } = tested;
    const { cookie } = await signIn('ann@example.com', PASSWORD);
    await link('My account').last().click();
    await heading('My account').waitFor();
    await type('Current password', 'wrong horse');
    await enterPassword(ANOTHER);
    await page.keyboard.press('Enter');
    await shows('This password is wrong, or too many wrong ones have locked you out for a while.');
    await type('Current password', PASSWORD);
    await page.keyboard.press('Enter');
    await shows('The password is changed.');
    await expect.poll(() => page.getByRole('table', { name: 'Sessions' }).getByRole('row').count()).toBe(2);
    const headers = { cookie, 'sluice-session': 'true' };
    expect((await engine.app.inject({ url: '/ga/api/v2/session', headers })).statusCode).toBe(401);
    await inspect(page, 'account-password');
    await tabThrough(page, 'account-password');
  });

  it('changes the own address with the present password', async () => {
    const { page } = tested;
    await type('New address', 'ann.berg@example.com');
    await type('Your password', 'wrong horse');
    await page.keyboard.press('Enter');
    await shows('This password is wrong, or too many wrong ones have locked you out for a while.');
    await inspect(page, 'account-email');
    await type('Your password', ANOTHER);
    await page.keyboard.press('Enter');
    await shows('The address is changed.');
    await page.getByRole('definition').filter({ hasText: 'ann.berg@example.com' }).waitFor();
    expect((await signIn('ann.berg@example.com', ANOTHER)).status).toBe(200);
    expect(tested.problems).toEqual([]);
  });
});
