import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailsOf, createList } from '../support/imports.ts';
import { workbook } from '../support/workbook.ts';
import { chromiumPath, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';
import { dropBytes } from './support/wizard.ts';

const CYRILLIC = Buffer.concat([
  Buffer.from('email,Name\n'),
  ...['Анна', 'Борис', 'Владимир', 'Екатерина'].map((name, row) =>
    Buffer.concat([Buffer.from(`person${row}@x.example,`), inWindows1251(name), Buffer.from('\n')]),
  ),
]);

describe.skipIf(chromiumPath === null)('how a file is read', () => {
  let ui: TestConsole;
  let listId: number;
  beforeAll(async () => {
    ui = await startTestConsole();
    listId = await createList(ui.engine, 'News');
  });
  afterAll(() => ui.stop());

  const open = async (name: string, bytes: Buffer) => {
    const { page, address } = ui;
    await page.goto(address(`/lists/${listId}/import`));
    await page.getByText('Drop a CSV file').waitFor();
    await dropBytes(ui, name, bytes);
    await page.getByLabel('Encoding').waitFor();
  };

  it('shows the encoding that was guessed, and another one when it is chosen', async () => {
    const { page } = ui;
    await open('people.csv', CYRILLIC);
    expect(await page.getByLabel('Encoding').inputValue()).toBe('windows-1251');
    await page.getByText('Владимир').first().waitFor();
    await page.getByLabel('Encoding').selectOption('koi8-r');
    await page.getByText('бКЮДХЛХП').first().waitFor();
    await page.getByRole('button', { name: 'Back to what was found' }).click();
    await page.getByText('Владимир').first().waitFor();
    await inspect(page, 'import-encoding');
    await page.getByRole('button', { name: 'Check the file' }).click();
    const notices = page.getByRole('region', { name: 'Notices' });
    await notices
      .getByText('The file does not say how its characters are encoded. It is read as windows-1251')
      .waitFor();
    expect(ui.problems).toEqual([]);
  });

  it('asks for the sheet of a workbook, and imports the one that is chosen', async () => {
    const { page } = ui;
    const sheetOf = (name: string, person: string) => ({ name, rows: [['email'], [`${person}@x.example`]] });
    await open('people.xlsx', workbook({ sheets: [sheetOf('Old', 'ann'), sheetOf('New', 'bob')] }));
    await page.getByText('ann@x.example').first().waitFor();
    await page.getByLabel('Sheet').selectOption('New');
    await page.getByText('bob@x.example').first().waitFor();
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('button', { name: 'Add 1 subscriber to News' }).click();
    await page.waitForURL(/\/console\/imports\/\d+$/);
    await page.getByText('1 of 1 row (100 %)').waitFor();
    expect(await emailsOf(ui.engine, listId)).toEqual(['bob@x.example']);
    expect(ui.problems).toEqual([]);
  });
});

/** Cyrillic letters in windows-1251, where they follow one another. */
function inWindows1251(text: string): Buffer {
  return Buffer.from(Array.from(text, (letter) => letter.charCodeAt(0) - 0x410 + 0xc0));
}
