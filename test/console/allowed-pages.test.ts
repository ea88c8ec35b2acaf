import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createImport, createList, untilEnded } from '../support/imports.ts';
import { addUser, PASSWORD } from './support/add-user.ts';
import { chromiumPath, NO_CHROMIUM, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';

const READER = { subscriber: ['read'] };
const IMPORTER = { subscriber: ['read', 'create', 'import'] };

describe('a user of the console', () => {
  let ui: TestConsole;
  let list: number;
  let imported: number;
  beforeAll(async () => {
    if (chromiumPath === null) return;
    ui = await startTestConsole({ isSignedIn: false });
    const standard = { role: 'standard' };
    await addUser(ui.engine, { ...standard, email: 'bo@example.com', full_name: 'Bo Lind', permissions: READER });
    await addUser(ui.engine, { ...standard, email: 'mia@example.com', full_name: 'Mia Holm', permissions: IMPORTER });
    await addUser(ui.engine, { email: 'eva@example.com', full_name: 'Eva Berg' });
    list = await createList(ui.engine, 'News');
    imported = await createImport(ui.engine, list, 'email\nann@example.com\nbob.example.com\n');
    await untilEnded(ui.engine, imported);
  });
  afterAll(async () => {
    if (chromiumPath !== null) await ui.stop();
  });
  beforeEach((context) => context.skip(chromiumPath === null, NO_CHROMIUM));

  const heading = (name: string | RegExp) => ui.page.getByRole('heading', { name }).first().waitFor();
  const signIn = async (email: string) => {
    await ui.page.context().clearCookies();
    await ui.page.goto(ui.address('/lists'));
    await ui.page.getByLabel('Email', { exact: true }).fill(email);
    await ui.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await ui.page.keyboard.press('Enter');
    await heading('Lists');
  };
  const pages = () => ({
    import: `/lists/${list}/import`,
    fix: `/imports/${imported}/fix`,
    settings: '/settings',
    users: '/settings/users',
  });

  it('with few rights sees what they allow, and which pages they do not', async () => {
    await signIn('bo@example.com');
    for (const name of ['Jobs', 'Settings'])
      expect(await ui.page.getByRole('link', { name, exact: true }).count()).toBe(0);
    await ui.page.goto(ui.address(`/lists/${list}`));
    await ui.page.getByText('ann@example.com').first().waitFor();
    for (const path of Object.values(pages())) {
      await ui.page.goto(ui.address(path));
      await heading('Not allowed');
    }
    await inspect(ui.page, 'not-allowed');
  });

  it('who may import opens the pages of imports, and no settings', async () => {
    await signIn('mia@example.com');
    await ui.page.goto(ui.address(pages().import));
    await heading(/Import a file into News/);
    await ui.page.goto(ui.address(pages().fix));
    await heading(/^Fix the failed rows/);
    await ui.page.goto(ui.address(pages().users));
    await heading('Not allowed');
  });

  it('who administers opens all of them', async () => {
    await signIn('eva@example.com');
    await ui.page.goto(ui.address(pages().users));
    await heading('Users');
    await ui.page.goto(ui.address(pages().settings));
    await heading('Settings');
  });
});
