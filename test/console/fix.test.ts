import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createImport, createList, emailsOf, succeed, untilEnded } from '../support/imports.ts';
import { chromiumPath, NO_CHROMIUM, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';
import { tabThrough } from './support/keyboard.ts';

/** Rows of which 3 have no address, 60 the same date that is none, and one a cell too many. */
const CSV = [
  'Contact,Born,City',
  ...Array.from({ length: 30 }, (_, row) => `reader${row}@example.com,1990-12-31,Oslo`),
  ...['ann', 'bob', 'cid'].map((name) => `${name}.example.com,1990-12-31,Lima`),
  ...Array.from({ length: 60 }, (_, row) => `dated${row}@example.com,31.02.1990,Rome`),
  'dan@example.com,1990-12-31,Bern,Switzerland',
  '',
].join('\n');

const ADDRESS = 'email is not a valid address';
const DATE = 'Born is not a date in an accepted format';

describe('a user with failed rows', () => {
  let ui: TestConsole;
  let list: number;
  let imported: number;
  beforeAll(async () => {
    if (chromiumPath === null) return;
    ui = await startTestConsole();
    list = await createList(ui.engine, 'News', [
      { name: 'Born', field_type: 'date' },
      { name: 'City', field_type: 'text' },
    ]);
    imported = await createImport(ui.engine, list, CSV, { column_mapping: ['email', 'Born', 'City'] });
    await untilEnded(ui.engine, imported);
  });
  afterAll(async () => {
    if (chromiumPath !== null) await ui.stop();
  });
  beforeEach((context) => context.skip(chromiumPath === null, NO_CHROMIUM));

  const button = (name: string | RegExp) => ui.page.getByRole('button', { name });
  const group = (reason: string) => ui.page.getByRole('region', { name: reason });
  const row = (number: number) => ui.page.getByRole('row', { name: new RegExp(`^Row ${number} `) });
  const cell = (column: string, number: number) => ui.page.getByLabel(`${column}, row ${number}`, { exact: true });
  const focused = (column: string, number: number) => cell(column, number).and(ui.page.locator(':focus')).waitFor();
  const bar = (text: string) => ui.page.getByRole('img', { name: `Failed rows: ${text}` }).waitFor();
  const worklist = async () => succeed(await ui.engine.call('GET', `/subscriber_imports/${imported}/corrections`)).data;

  it('comes from the result of the import to its faults, the most frequent one first', async () => {
    const { page, address } = ui;
    await page.goto(address(`/imports/${imported}`));
    await page.getByRole('region', { name: 'Result' }).getByText('64 rows failed.').waitFor();
    await page.getByRole('link', { name: 'Fix the 64 rows here' }).click();
    await page.getByRole('heading', { name: `Fix the failed rows of import ${imported}` }).waitFor();
    await bar('64 left');
    const reasons = await page.getByRole('heading', { level: 2 }).allTextContents();
    expect(reasons.map((text) => text.replace(/(?:Column|(?<!\d)\d+ rows?,).*/, ''))).toEqual([
      DATE,
      ADDRESS,
      expect.stringMatching(/^The number of columns is /),
    ]);
    expect(await page.getByRole('table').count()).toBe(0);
  });

  it('corrects the cells at fault by keyboard, each stored at once and kept by a reload', async () => {
    const { page } = ui;
    await button(new RegExp(ADDRESS)).press('Enter');
    await page.getByText('Accepted: one address, such as ann@example.com.').waitFor();
    await cell('Contact', 32).fill('ann@example.com');
    await page.keyboard.press('Enter');
    await focused('Contact', 33);
    await row(32).getByText('corrected', { exact: true }).waitFor();
    await page.keyboard.type('bob@example.com');
    await page.keyboard.press('Tab');
    await row(33).getByText('corrected', { exact: true }).waitFor();
    await bar('62 left, 2 corrected');

    await page.reload();
    await bar('62 left, 2 corrected');
    await cell('Contact', 34).waitFor();
    expect(await row(32).count()).toBe(0);
    await page.getByLabel('Show corrected and dropped rows, too').check();
    await cell('Contact', 32).waitFor();
    expect(await cell('Contact', 32).inputValue()).toBe('ann@example.com');
  });

  it('says at the cell at once what is still wrong with a correction', async () => {
    const { page } = ui;
    await cell('Contact', 34).fill('cid at example.com');
    await page.keyboard.press('Enter');
    await row(34).getByText(`Still wrong: ${ADDRESS}. Accepted: one address`).waitFor();
    await row(34).getByText('still wrong', { exact: true }).waitFor();
    expect(await cell('Contact', 34).getAttribute('aria-invalid')).toBe('true');
    await bar('62 left, 2 corrected');
    await inspect(page, 'fix-still-wrong');
    await row(34).getByRole('button', { name: 'Take back' }).click();
    await row(34).getByText('left', { exact: true }).waitFor();
  });

  it('takes a correction back, and drops and keeps a row', async () => {
    await row(33).getByRole('button', { name: 'Take back' }).click();
    await row(33).getByText('left', { exact: true }).waitFor();
    expect(await cell('Contact', 33).inputValue()).toBe('bob.example.com');
    await row(33).getByRole('button', { name: 'Drop' }).click();
    await row(33).getByText('dropped', { exact: true }).waitFor();
    await bar('62 left, 1 corrected, 1 dropped');
    await row(33).getByRole('button', { name: 'Keep' }).click();
    await cell('Contact', 33).waitFor();
    await row(34).getByRole('button', { name: 'Drop' }).click();
    await row(34).getByText('dropped', { exact: true }).waitFor();
    await bar('62 left, 1 corrected, 1 dropped');
  });

  it('learns at the row that it was changed in another window, sees it as it is, and enters the cell again', async () => {
    const { page, engine } = ui;
    const path = `/subscriber_imports/${imported}/corrections/rows`;
    const correction = { cells: { City: 'Paris' }, version: await versionOf('32') };
    succeed(await engine.call('PUT', `${path}/32`, { correction }));
    await cell('Contact', 33).fill('bob@example.com');
    await page.keyboard.press('Enter');
    const alert = page.getByRole('alert').filter({ hasText: 'changed in another window' });
    await alert.getByText('“bob@example.com” was not stored').waitFor();
    await cell('City', 33).waitFor();
    expect([await cell('City', 33).inputValue(), await cell('Contact', 33).inputValue()]).toEqual([
      'Paris',
      'bob.example.com',
    ]);
    await inspect(page, 'fix-conflict');
    await alert.getByRole('button', { name: 'Enter “bob@example.com” again' }).click();
    await alert.waitFor({ state: 'detached' });
    await bar('61 left, 2 corrected, 1 dropped');
    const { data } = await engine.call('GET', `${path}?after=31-999999999&per_page=1`);
    expect(data).toMatchObject([{ corrected_cells: { Contact: 'bob@example.com', City: 'Paris' } }]);
  });

  async function versionOf(id: string): Promise<number> {
    const path = `/subscriber_imports/${imported}/corrections/rows?per_page=500`;
    const rows = succeed(await ui.engine.call('GET', path)).data as { id: string; version: number }[];
    return rows.find((each) => each.id === id)?.version ?? 0;
  }

  it('corrects all rows with one cell, from a row or from the list of frequent cells', async () => {
    const { page } = ui;
    await button(new RegExp(DATE)).click();
    await cell('Born', 35).fill('1990-02-28');
    await page.keyboard.press('Enter');
    await row(35).getByRole('button', { name: 'Correct all 59 others like this' }).waitFor();
    await inspect(page, 'fix-group');
    await tabThrough(page, 'fix');
    const form = page.getByRole('form', { name: 'Rows with “31.02.1990”' });
    await form.getByLabel('Correction of “31.02.1990”').fill('1990-02-28');
    await form.getByRole('button', { name: 'Correct all 59 like this' }).click();
    await bar('1 left, 62 corrected, 1 dropped');
    await group(DATE).getByText('No row is left here.').waitFor();
    expect((await worklist()).groups[0]).toMatchObject({ reason: DATE, rows: 60, left: 0 });
  });

  it('imports the corrected rows with one button that says what it does, as an import that names its parent', async () => {
    const { page, engine } = ui;
    await button('Import the 62 corrected rows; 1 is left, 1 is dropped').click();
    await page.waitForURL(/\/console\/imports\/\d+$/);
    const child = Number(page.url().split('/').at(-1));
    expect(child).not.toBe(imported);
    await page.getByText('This import has the corrected rows of').waitFor();
    expect((await untilEnded(engine, child)).stats.subscribers).toMatchObject({ added: 62, failed: 0 });
    expect(await emailsOf(engine, list)).toHaveLength(30 + 62);
    await page.getByRole('link', { name: `import ${imported}`, exact: true }).click();
    await page.getByText('Corrected rows of it were imported by').waitFor();
    await page.getByRole('link', { name: 'Fix the 64 rows here' }).click();
    await bar('1 left, 62 imported again, 1 dropped');
    await page.getByText('Correct rows to import them.').waitFor();
  });

  it('corrects any cell of a row that is at fault as a whole, or imports it as it is', async () => {
    const { page } = ui;
    await button('The number of columns is 4').click();
    await page.getByText('Cells behind the last column, which are not imported: “Switzerland”').waitFor();
    await row(95).getByRole('button', { name: 'Import as it is' }).click();
    await row(95).getByText('imported as it is').waitFor();
    await button('Import the corrected row; 1 is dropped').waitFor();
  });

  it('comes from the check of a file, too, whose import reads the whole file with the corrections', async () => {
    const { page, engine, address } = ui;
    await engine.upload('people.csv', CSV);
    await page.goto(address(`/lists/${list}/import?directory=people.csv`));
    await button('Check the file').click();
    await page.getByRole('link', { name: 'Fix the rows here' }).click();
    await button(new RegExp(ADDRESS)).click();
    await cell('Contact', 34).fill('cid@example.com');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing is imported yet. The import reads the whole file').waitFor();
    await button('Import the whole file with the corrected row; 3 are left').click();
    await page.waitForURL(/\/console\/imports\/\d+$/);
    await page.getByRole('link', { name: 'Fix the 3 rows here' }).click();
    await bar('3 left');
    expect(ui.problems).toEqual([]);
  });
});
