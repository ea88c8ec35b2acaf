import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createList } from '../support/imports.ts';
import { chromiumPath, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';
import { tabThrough } from './support/keyboard.ts';
import { drop } from './support/wizard.ts';

describe.skipIf(chromiumPath === null)('a file that is no table', () => {
  let ui: TestConsole;
  let list: number;
  beforeAll(async () => {
    ui = await startTestConsole();
    list = await createList(ui.engine, 'News');
  });
  afterAll(() => ui.stop());

  const open = async (name: string, text: string) => {
    await ui.page.goto(ui.address(`/lists/${list}/import`));
    await drop(ui, name, text);
  };
  const refusal = (text: string) => ui.page.getByRole('alert').filter({ hasText: text }).waitFor();
  const ticks = () => ui.page.locator('.step-number.done').count();

  it('is refused at once where it has no bytes', async () => {
    await open('people.csv', '');
    await refusal('people.csv is empty: it has no bytes.');
    expect(await ticks()).toBe(0);
    await ui.page.getByRole('button', { name: 'Choose a file' }).waitFor();
  });

  it('is refused at the first step with what it is, and has no further ones but how it is read', async () => {
    await open('people.pdf', '%PDF-1.7\n%binary\n');
    await refusal('The file is a PDF document.');
    await ui.page.getByLabel('Encoding').waitFor();
    expect(await ticks()).toBe(0);
    expect(await ui.page.getByText('No errors in the first').count()).toBe(0);
    expect(await ui.page.getByRole('button', { name: 'Check the file' }).count()).toBe(0);
    await inspect(ui.page, 'import-refused');
    await tabThrough(ui.page, 'import-refused');
  });

  it('is refused where it has a header alone, and taken when that is said to be a row', async () => {
    await open('header.csv', 'email,City\n');
    await refusal('The file has no rows to import: it is empty, or has a header alone.');
    await ui.page.getByLabel('The first row is a header').uncheck();
    await ui.page.getByRole('button', { name: 'Check the file' }).waitFor();
    expect(await ui.page.getByRole('alert').count()).toBe(0);
    expect(ui.problems).toEqual([]);
  });
});
