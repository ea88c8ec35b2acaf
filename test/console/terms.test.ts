import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser, PASSWORD } from './support/add-user.ts';
import { chromiumPath, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';
import { tabThrough } from './support/keyboard.ts';
import { focused } from './support/wizard.ts';

describe.skipIf(chromiumPath === null)('a new user of a service with terms', () => {
  let tested: TestConsole;
  let id: number;
  beforeAll(async () => {
    const settings = {
      TERMS_AND_CONDITIONS: 'true',
      TERMS_AND_CONDITIONS_TEXT: Array.from(
        { length: 60 },
        (_, at) => `${at + 1}. Write to those who agreed to it.`,
      ).join('\n'),
      TERMS_AND_CONDITIONS_URL: 'https://example.com/terms',
    };
    tested = await startTestConsole({ isSignedIn: false, settings });
    id = await addUser(tested.engine);
  });
  afterAll(() => tested.stop());

  const button = (name: string) => tested.page.getByRole('button', { name });
  const heading = (name: string) => tested.page.getByRole('heading', { name, exact: true });
  const shows = (text: string) => tested.page.getByText(text).first().waitFor();
  const tip = () => tested.page.getByRole('complementary', { name: 'Tip' });

  it('reads them after the sign-in, before anything else', async () => {
    const { page, address } = tested;
    await page.goto(address('/settings'));
    await focused(tested, 'Email');
    await page.keyboard.type('ann@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await heading('Terms and conditions').and(page.locator(':focus')).waitFor();
    await shows('60. Write to those who agreed to it.');
    expect(await page.getByRole('link', { name: 'Read the terms' }).getAttribute('href')).toBe(
      'https://example.com/terms',
    );
    expect(await page.getByRole('navigation').count()).toBe(0);
    await inspect(page, 'terms');
    await tabThrough(page, 'terms');
    await page.reload();
    await heading('Terms and conditions').waitFor();
  });

  it('agrees by keyboard, and is on the page that was opened', async () => {
    await button('I agree').press('Enter');
    await heading('Settings').waitFor();
    const { rows } = await tested.engine.pool.query('select version from terms_agreements where user_id = $1', [id]);
    expect(rows).toEqual([{ version: 1 }]);
  });

  it('has to agree again, with the page open, when an administrator has taken the agreement back', async () => {
    const { page, engine, address } = tested;
    await engine.pool.query('update users set terms_and_conditions_version = null where id = $1', [id]);
    // A call of the page that is open may be the first that is refused.
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await heading('Terms and conditions').waitFor();
    await button('I agree').click();
    await tested.page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.goto(address(`/settings/users/${id}`));
    await shows('Terms and conditions: version 1, agreed to');
    await inspect(page, 'user-terms');
  });

  it('sees a tip on a page until it is dismissed, and then the heading has the focus', async () => {
    const { page, address } = tested;
    await page.goto(address('/lists'));
    await tip().waitFor();
    await inspect(page, 'tip');
    await tabThrough(page, 'tip');
    await button('Dismiss the tip').press('Enter');
    await tip().waitFor({ state: 'detached' });
    await heading('Lists').and(page.locator(':focus')).waitFor();
    await page.reload();
    await heading('Lists').waitFor();
    expect(await tip().count()).toBe(0);
    await page.getByRole('link', { name: 'Settings' }).click();
    await tip().getByText('Give each program an API key of its own').waitFor();
  });

  it('switches tips off on a page and on again under My account, with those that were dismissed', async () => {
    const { page, address } = tested;
    await button('No more tips').click();
    await tip().waitFor({ state: 'detached' });
    await page.goto(address('/account'));
    const box = page.getByLabel('Show tips on the pages');
    await box.waitFor();
    expect(await box.isChecked()).toBe(false);
    await box.press('Space');
    await expect.poll(() => box.isChecked()).toBe(true);
    await inspect(page, 'account-tips');
    await tabThrough(page, 'account-tips');
    const mails = page.getByLabel('Mail me when a job ends that I started');
    expect(await mails.isChecked()).toBe(true);
    await page.getByText('This service sends no mail yet: an operator can set that up.').waitFor();
    await mails.press('Space');
    await expect.poll(() => mails.isChecked()).toBe(false);
    await page.reload();
    await mails.waitFor();
    expect(await mails.isChecked()).toBe(false);
    await page.getByRole('link', { name: 'Lists', exact: true }).click();
    await tip().waitFor();
    expect(tested.problems).toEqual([]);
  });

  it('leaves by signing out instead of agreeing', async () => {
    const { page, engine, address } = tested;
    await engine.pool.query('update users set terms_and_conditions_version = null where id = $1', [id]);
    await page.goto(address('/lists'));
    await heading('Terms and conditions').waitFor();
    await button('Sign out').click();
    await page.getByLabel('Email').waitFor();
  });
});
