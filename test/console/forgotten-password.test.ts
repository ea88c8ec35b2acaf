import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser, PASSWORD } from './support/add-user.ts';
import { chromiumPath, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';
import { tabThrough } from './support/keyboard.ts';
import { focused } from './support/wizard.ts';

const ANOTHER = 'another horse';

describe.skipIf(chromiumPath === null)('a user who has forgotten the password', () => {
  let tested: TestConsole;
  beforeAll(async () => {
    const settings = { MAIL_FROM: 'sluice@example.com', PUBLIC_URL: 'https://mail.example.com' };
    tested = await startTestConsole({ isSignedIn: false, settings });
    await addUser(tested.engine);
  });
  afterAll(() => tested.stop());

  const button = (name: string) => tested.page.getByRole('button', { name });
  const shows = (text: string) => tested.page.getByText(text).first().waitFor();
  const codes = async () => {
    const folder = join(tested.engine.config.dataDir, 'outbox');
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    return mails.flatMap(
      (mail) => /#reset=([\w-]{43})/.exec(mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1] ?? [],
    );
  };

  it('has a link mailed by keyboard alone', async () => {
    const { page, address } = tested;
    await page.goto(address('/lists'));
    await focused(tested, 'Email');
    await button('Forgot your password?').press('Enter');
    await focused(tested, 'Email');
    await page.keyboard.type('ann@example.com');
    await page.keyboard.press('Enter');
    await shows('If a user has the address ann@example.com, a link is on its way.');
    await inspect(page, 'forgotten-password');
    await tabThrough(page, 'forgotten-password');
    await expect.poll(codes).toHaveLength(1);
  });

  it('sets another password by the link, which leaves the address, and signs in with it', async () => {
    const { page, address } = tested;
    const [code = ''] = await codes();
    await page.goto('about:blank');
    await page.goto(address(`/#reset=${code}`));
    await page.getByLabel('New password', { exact: true }).fill(ANOTHER);
    await page.getByLabel('New password, again').fill(ANOTHER);
    expect(page.url()).not.toContain(code);
    await inspect(page, 'new-password');
    await tabThrough(page, 'new-password');
    await button('Set the password').click();
    await shows('Your password is set. Sign in with it.');
    await page.getByLabel('Email').fill('ann@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await shows('Address and password do not fit');
    await page.getByLabel('Password').fill(ANOTHER);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Lists', exact: true }).waitFor();
    await page.goto('about:blank');
    await page.goto(address(`/#reset=${code}`));
    await page.getByLabel('New password', { exact: true }).fill(ANOTHER);
    await page.getByLabel('New password, again').fill(ANOTHER);
    await button('Set the password').click();
    await shows('The link was used already or has expired: have another one mailed.');
    expect(tested.problems).toEqual([]);
  });
});
