import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createList, untilEnded } from '../support/imports.ts';
import { chromiumPath, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';
import { drop } from './support/wizard.ts';

/** Dates and numbers that can be read in two ways, and a cell that cannot be read. */
const PEOPLE = `email;Born;Size;Likes;State
ann@x.example;03/04/1990;1,234;tea / milk;in
bob@x.example;05/06/1991;2,345;tea;out
cid@x.example;not known;3,456;;n/a
`;

const FIELDS = [
  { name: 'Born', field_type: 'date' },
  { name: 'Size', field_type: 'number', number_support_decimal: true },
  { name: 'Likes', field_type: 'select_multiple_checkboxes', options: [{ name: 'tea' }, { name: 'milk' }] },
];

describe.skipIf(chromiumPath === null)('how the cells of a column are read', () => {
  let ui: TestConsole;
  let listId: number;
  beforeAll(async () => {
    ui = await startTestConsole();
    listId = await createList(ui.engine, 'News', FIELDS);
  });
  afterAll(() => ui.stop());

  const groupOf = (name: string) => ui.page.getByRole('group', { name: `How the cells of ${name} are read` });
  const unfold = async (name: string) => {
    await ui.page.locator('summary', { hasText: `How its cells are read: ${name}` }).click();
    return groupOf(name);
  };
  const open = async (text: string) => {
    await ui.page.goto(ui.address(`/lists/${listId}/import`));
    await ui.page.getByText('Drop a CSV file').waitFor();
    await drop(ui, 'people.csv', text);
    await ui.page.getByLabel('Encoding').waitFor();
  };
  const peopleOf = async () => {
    const { data } = await ui.engine.call('GET', `/mailing_lists/${listId}/subscribers`);
    return data as { email: string; status: string; custom_fields: Record<string, { value: unknown }> }[];
  };
  const download = async () => {
    const started = ui.page.waitForEvent('download');
    await ui.page.getByRole('button', { name: 'Download the cells left blank' }).click();
    const file = await started;
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  };
  const PARTIAL = '\uFEFFRow;Email;Column;Field;Value;Error\n"3";"cid@x.example";"2";"Born";"not known"';

  it('is chosen with the words of its field, and stays after a reload and in another encoding', async () => {
    const { page } = ui;
    await open(PEOPLE);
    const born = await unfold('Born');
    await born.getByLabel('Dates such as 03/04').selectOption('Day first');
    await born.getByLabel('A cell that cannot be read').selectOption('Import the person without it');
    await page.getByLabel('Field for the column Size').selectOption('Size');
    const size = await unfold('Size');
    expect(await size.getByLabel('Dates such as 03/04').count()).toBe(0);
    await size.getByLabel('Decimals such as 1,5').selectOption('Behind a comma');
    await size.getByRole('combobox', { name: 'A blank cell' }).selectOption('Keeps the stored value');
    await size.getByLabel('Stored values are replaced').selectOption('Only if blank');
    await (await unfold('Likes')).getByLabel('Mark between choices').fill(' / ');
    await inspect(page, 'import-rules');

    await page.reload();
    await page.getByText('Dates such as 03/04: day first.').waitFor();
    await page.getByLabel('Encoding').selectOption('windows-1252');
    await page.getByRole('button', { name: 'Back to what was found' }).waitFor();
    expect(await (await unfold('Born')).getByLabel('Dates such as 03/04').inputValue()).toBe('dmy');
    expect(await (await unfold('Likes')).getByLabel('Mark between choices').inputValue()).toBe(' / ');
  });

  it('belongs to the entry of the column', async () => {
    const { page } = ui;
    await page.getByLabel('Field for the column State').selectOption('email_format');
    const words = await unfold('State');
    await words.getByLabel('A cell that cannot be read').selectOption('Import the person without it');
    await page.getByLabel('Field for the column State').selectOption('status');
    const status = await unfold('State');
    expect(await status.getByLabel('A cell that cannot be read').count()).toBe(0);
    for (const [word, meaning] of [
      ['in', 'active'],
      ['out', 'unsubscribed'],
      ['n/a', 'bounced'],
    ] as const) {
      await status.getByLabel('Another word').selectOption(word);
      await status.getByLabel('It means').selectOption(meaning);
      await status.getByRole('button', { name: 'Add' }).click();
    }
    const meanings = page.getByRole('region', { name: 'What words mean' });
    expect(await meanings.textContent()).toContain('in – active, out – unsubscribed, n/a – bounced');
  });

  it('counts in the check and in the import, with the cells that were left blank', async () => {
    const { page } = ui;
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('1 row has cells that cannot be read and would be left blank.').waitFor();
    await inspect(page, 'import-partial');
    expect((await download()).text).toContain(PARTIAL);
    await page.getByRole('button', { name: 'Add 3 subscribers to News' }).click();
    await page.waitForURL(/\/console\/imports\/\d+$/);
    const id = Number(page.url().split('/').at(-1));
    await page.getByText('1 row has cells that cannot be read and were left blank.').waitFor();
    const file = await download();
    expect(file.name).toBe(`import-${id}-partial.csv`);
    expect(file.text).toContain(PARTIAL);
    await untilEnded(ui.engine, id);
    const people = await peopleOf();
    expect(
      people.map(({ status, custom_fields: of }) => [status, ...FIELDS.map(({ name }) => of[name]?.value)]),
    ).toEqual([
      ['active', '1990-04-03', 1.234, ['tea', 'milk']],
      ['unsubscribed', '1991-06-05', 2.345, ['tea']],
      ['bounced', null, 3.456, []],
    ]);
    expect(ui.problems).toEqual([]);
  });

  it('has words that are suggested, which can be changed, removed and added', async () => {
    const { page } = ui;
    const file = await readFile(new URL('../cases/imports/50-status-words.csv', import.meta.url), 'utf8');
    listId = await createList(ui.engine, 'Words');
    await open(file);
    const status = await unfold('Status');
    const cleaned = status.getByRole('combobox', { name: 'cleaned' });
    await cleaned.selectOption('complained');
    const meanings = page.getByRole('region', { name: 'What words mean' });
    expect(await meanings.textContent()).toContain('cleaned – complained');
    expect(await meanings.textContent()).toContain('The check counts who gets which status.');
    await status.getByRole('button', { name: 'Remove cleaned' }).click();
    expect(await cleaned.count()).toBe(0);
    await status.getByLabel('Another word').selectOption('One that is not here …');
    await status.getByLabel('The word').fill('CLEANED');
    await status.getByLabel('It means').selectOption('deactivated');
    await status.getByRole('button', { name: 'Add' }).press('Enter');
    await page.getByText('cleaned – deactivated').waitFor();
    await inspect(page, 'import-words');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('button', { name: 'Add 4 subscribers to Words' }).click();
    await page.waitForURL(/\/console\/imports\/\d+$/);
    await untilEnded(ui.engine, Number(page.url().split('/').at(-1)));
    expect((await peopleOf()).find(({ email }) => email === 'dan@x.example')?.status).toBe('deactivated');
    expect(ui.problems).toEqual([]);
  });
});
