import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createList } from '../support/imports.ts';
import { chromiumPath, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';
import { drop } from './support/wizard.ts';

const FILE = new URL('../cases/imports/50-status-words.csv', import.meta.url);

describe.skipIf(chromiumPath === null)('a file that says who has left', () => {
  let ui: TestConsole;
  let listId: number;
  beforeAll(async () => {
    ui = await startTestConsole();
    listId = await createList(ui.engine, 'News');
  });
  afterAll(() => ui.stop());

  it('is shown with what its words mean, and is imported so', async () => {
    const { page, engine, address } = ui;
    await page.goto(address(`/lists/${listId}/import`));
    await page.getByText('Drop a CSV file').waitFor();
    await drop(ui, 'people.csv', await readFile(FILE, 'utf8'));
    await page.getByLabel('Field for the column Status').waitFor();
    expect(await page.getByLabel('Field for the column Status').inputValue()).toBe('status');
    const meanings = page.getByRole('region', { name: 'What words mean' });
    expect(await meanings.textContent()).toContain('cleaned – bounced');
    expect(await meanings.textContent()).toContain('2 would be active, 1 would be unsubscribed, 1 would be bounced');
    await inspect(page, 'import-consent');

    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('button', { name: 'Add 4 subscribers to News' }).click();
    await page.waitForURL(/\/console\/imports\/\d+$/);
    await page.getByText('4 of 4 rows (100 %)').waitFor();
    const { data } = await engine.call('GET', `/mailing_lists/${listId}/subscribers`);
    const statuses = (data as { email: string; status: string }[]).map(({ email, status }) => [email, status]);
    expect(Object.fromEntries(statuses)).toEqual({
      'ann@x.example': 'active',
      'bob@x.example': 'active',
      'cid@x.example': 'unsubscribed',
      'dan@x.example': 'bounced',
    });
    expect(ui.problems).toEqual([]);
  });
});
