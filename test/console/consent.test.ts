import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createList, untilEnded } from '../support/imports.ts';
import { chromiumPath, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';
import { drop } from './support/wizard.ts';

const NOT_IMPORTED = 'Not imported, with the number of filled cells that were read: "First Name" (4).';
const UNKNOWN = 'email,Status\nann@x.example,Subscribed\nbob@x.example,Whatever\n';
const FILE = new URL('../cases/imports/50-status-words.csv', import.meta.url);

describe.skipIf(chromiumPath === null)('a file that says who has left', () => {
  let ui: TestConsole;
  let list: string;
  let listId: number;
  beforeAll(async () => {
    ui = await startTestConsole();
  });
  afterAll(() => ui.stop());

  const open = async (text: string) => {
    list = `News ${crypto.randomUUID()}`;
    listId = await createList(ui.engine, list);
    await ui.page.goto(ui.address(`/lists/${listId}/import`));
    await ui.page.getByText('Drop a CSV file').waitFor();
    await drop(ui, 'people.csv', text);
    await ui.page.getByLabel('Field for the column Status').waitFor();
  };
  const check = () => ui.page.getByRole('button', { name: 'Check the file' });
  const question = () => ui.page.getByRole('region', { name: 'Who gets mail' });
  const noticesOf = () => ui.page.getByRole('region', { name: 'Notices' });
  const statusesOf = async () => {
    await ui.page.waitForURL(/\/console\/imports\/\d+$/);
    await untilEnded(ui.engine, Number(ui.page.url().split('/').at(-1)));
    const { data } = await ui.engine.call('GET', `/mailing_lists/${listId}/subscribers`);
    const people = data as { email: string; status: string }[];
    return Object.fromEntries(people.map(({ email, status }) => [email.split('@')[0], status]));
  };

  it('is shown with what its words mean, and is imported so', async () => {
    const { page } = ui;
    await open(await readFile(FILE, 'utf8'));
    expect(await page.getByLabel('Field for the column Status').inputValue()).toBe('status');
    const meanings = page.getByRole('region', { name: 'What words mean' });
    expect(await meanings.textContent()).toContain('cleaned – bounced');
    expect(await meanings.textContent()).toContain('2 would be active, 1 would be unsubscribed, 1 would be bounced');
    await inspect(page, 'import-consent');

    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('Status of the rows: 2 active, 1 unsubscribed, 1 bounced.').waitFor();
    await page.getByRole('button', { name: `Add 4 subscribers to ${list}` }).click();
    await page.waitForURL(/\/console\/imports\/\d+$/);
    await page.getByText('4 of 4 rows (100 %)').waitFor();
    expect(await statusesOf()).toEqual({ ann: 'active', bob: 'active', cid: 'unsubscribed', dan: 'bounced' });
    expect(await noticesOf().textContent()).toBe(NOT_IMPORTED);
    await page.getByText('Status of the rows: 2 active, 1 unsubscribed, 1 bounced.').waitFor();
    expect(ui.problems).toEqual([]);
  });

  it('waits for a decision when words are not known, and is imported with the words that are given a meaning', async () => {
    const { page } = ui;
    await open(UNKNOWN);
    expect(await question().textContent()).toContain('In 1 of the first 2 rows this column does not say that');
    expect(await question().textContent()).toContain('in words that are not known: "Whatever"');
    await page.getByText('Decide what Status means for the people of the file.').first().waitFor();
    expect(await check().isDisabled()).toBe(true);
    await inspect(page, 'import-consent-open');

    await page.getByRole('button', { name: 'Let it decide: give it the field Status' }).click();
    await page.getByLabel('Field for the column Status').and(page.locator(':focus')).waitFor();
    expect(await question().count()).toBe(0);
    await page.getByText('subscribed – active').waitFor();
    await page.locator('summary', { hasText: 'How its cells are read: Status' }).click();
    const words = page.getByRole('group', { name: 'How the cells of Status are read' });
    await words.getByLabel('Another word').selectOption('Whatever');
    await words.getByLabel('It means').selectOption('unsubscribed');
    await words.getByRole('button', { name: 'Add' }).click();
    await check().click();
    await page.getByRole('button', { name: `Add 2 subscribers to ${list}` }).click();
    expect(await statusesOf()).toEqual({ ann: 'active', bob: 'unsubscribed' });
    expect(ui.problems).toEqual([]);
  });

  it('is imported without that column after a tick, and the check and the import say so', async () => {
    const { page } = ui;
    await open(UNKNOWN);
    await question()
      .getByLabel(/^Leave it out for this import: people who left/)
      .check();
    expect(await check().isEnabled()).toBe(true);
    await check().click();
    await page.getByRole('button', { name: `Add 2 subscribers to ${list}` }).waitFor();
    expect(await noticesOf().last().textContent()).toContain('speaks of leaving or of consent in words');
    await inspect(page, 'import-notices');
    await question().getByRole('checkbox').uncheck();
    await page.getByText('The settings have changed since this check.').waitFor();
    expect(await page.getByRole('button', { name: 'Check again' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: `Add 2 subscribers to ${list}` }).count()).toBe(0);

    await question().getByRole('checkbox').check();
    await page.getByRole('button', { name: `Add 2 subscribers to ${list}` }).click();
    expect(await statusesOf()).toEqual({ ann: 'active', bob: 'active' });
    expect(await noticesOf().textContent()).toContain('speaks of leaving or of consent in words');
    await inspect(page, 'import-job-notices');
    expect(ui.problems).toEqual([]);
  });

  it('waits for a decision when its suggested column is taken away', async () => {
    const { page } = ui;
    await open(await readFile(FILE, 'utf8'));
    expect(await question().count()).toBe(0);
    await page.getByLabel('Field for the column Status').selectOption('– not imported –');
    expect(await question().textContent()).toContain('In 2 of the first 4 rows this column does not say that');
    expect(await check().isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Let it decide: give it the field Status' }).click();
    expect(await check().isEnabled()).toBe(true);
    const meanings = page.getByRole('region', { name: 'What words mean' });
    expect(await meanings.textContent()).toContain('2 would be active, 1 would be unsubscribed, 1 would be bounced');
    expect(ui.problems).toEqual([]);
  });
});
