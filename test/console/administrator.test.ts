import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser, PASSWORD } from './support/add-user.ts';
import { createList } from '../support/imports.ts';
import { chromiumPath, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';

describe.skipIf(chromiumPath === null)('an administrator in a session', () => {
  let ui: TestConsole;
  beforeAll(async () => {
    ui = await startTestConsole({ isSignedIn: false });
    await addUser(ui.engine);
    const list = await createList(ui.engine, 'Large');
    await ui.engine.pool.query(
      `insert into custom_fields (organization_id, mailing_list_id, name, field_type)
       select l.organization_id, l.id, concat('Field ', lpad(n::text, 3, '0')), 'text'
       from mailing_lists l, generate_series(1, 230) n where l.id = $1 order by n`,
      [list],
    );
    await ui.engine.upload('people.csv', 'email,Field 230\nann@example.com,Oslo\n');
    await ui.page.goto(ui.address(`/lists/${list}/import?directory=people.csv`));
    await ui.page.getByLabel('Email').fill('ann@example.com');
    await ui.page.getByLabel('Password').fill(PASSWORD);
    await ui.page.keyboard.press('Enter');
  });
  afterAll(() => ui.stop());

  it('maps a column to a field after the 200th', async () => {
    const choice = ui.page.getByLabel('Field for the column Field 230');
    await choice.waitFor();
    expect(await choice.inputValue()).toBe('Field 230');
    expect(await choice.locator('optgroup').last().locator('option').count()).toBe(230);
  });

  it('creates an API key, switches it off and on, and deletes it after a question', async () => {
    const { page, engine, address } = ui;
    await page.goto(address('/settings'));
    await page.getByLabel('Name of a new key').fill('CRM');
    await page.getByRole('button', { name: 'Create the key' }).click();
    await page.getByText('The key CRM is').waitFor();
    const row = page.getByRole('row', { name: /CRM/ });
    await row.getByRole('button', { name: 'Switch off' }).click();
    await row.getByText('switched off').waitFor();
    await row.getByRole('button', { name: 'Switch on' }).click();
    await row.getByText('active', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Delete CRM' }).click();
    await page.getByRole('button', { name: 'Delete the key' }).click();
    await row.waitFor({ state: 'detached' });
    expect((await engine.call('GET', '/api_keys')).data).toMatchObject([{ name: 'bootstrap' }]);
    expect(ui.problems).toEqual([]);
  });
});
