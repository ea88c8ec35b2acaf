import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportList } from '../support/exports.ts';
import { createImport, createList, succeed, untilEnded } from '../support/imports.ts';
import { untilUndoEnded } from '../support/undos.ts';
import { chromiumPath, NO_CHROMIUM, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';
import { tabThrough } from './support/keyboard.ts';

const MAPPING = { column_mapping: ['email', 'City'] };
const OVERWRITING = { ...MAPPING, overwrite: true, overwrite_what: { custom_fields: true } };
const BEFORE = 'email,City\nann@example.com,Oslo\nbob@example.com,Lima\n';
const WRONG = 'email,City\nann@example.com,Bern\ncid@example.com,Bern\ndan@example.com,Bern\n';

describe('a user who has imported the wrong file', () => {
  let ui: TestConsole;
  let list: number;
  let wrong: number;
  let before: string;
  beforeAll(async () => {
    if (chromiumPath === null) return;
    ui = await startTestConsole();
    const { engine } = ui;
    list = await createList(engine, 'News', [{ name: 'City', field_type: 'text' }]);
    await untilEnded(engine, await createImport(engine, list, BEFORE, MAPPING));
    before = await exportList(engine, list);
    wrong = await createImport(engine, list, WRONG, OVERWRITING);
    await untilEnded(engine, wrong);
  });
  afterAll(async () => {
    if (chromiumPath !== null) await ui.stop();
  });
  beforeEach((context) => context.skip(chromiumPath === null, NO_CHROMIUM));

  const button = (name: string) => ui.page.getByRole('button', { name, exact: true });
  const result = () => ui.page.getByRole('region', { name: 'Result' });

  it('sees what an undo would do, and nothing is written', async () => {
    const { page, address, engine } = ui;
    const after = await exportList(engine, list);
    await page.goto(address(`/imports/${wrong}`));
    await button('Undo this import …').click();
    await page.waitForURL(/\/console\/undos\/\d+$/);
    await result().getByText('News: 2 subscribers would be removed, 1 subscriber would be as before.').waitFor();
    await page.getByRole('img', { name: 'Subscribers by outcome: 2 removed, 1 as they were before' }).waitFor();
    await inspect(page, 'undo-dry-run');
    await tabThrough(page, 'the dry run of an undo');
    expect(await exportList(engine, list)).toBe(after);
  });

  it('is asked, and keeps the import', async () => {
    const { page } = ui;
    await button(`Undo import ${wrong} …`).click();
    await page.getByText('and removes 2 subscribers. What was changed since stays.').waitFor();
    await button('Keep the import').click();
    await button(`Undo import ${wrong} …`).waitFor();
  });

  it('undoes it, and has the list as before, with a log of each outcome', async () => {
    const { page, engine } = ui;
    const counted = page.url();
    await button(`Undo import ${wrong} …`).click();
    await button(`Undo import ${wrong}`).click();
    await page.waitForURL((url) => url.href !== counted);
    await result().getByText('News: 2 subscribers were removed, 1 subscriber is as before.').waitFor();
    const id = Number(page.url().split('/').at(-1));
    expect((await untilUndoEnded(engine, id)).state).toBe('finished');
    expect(await exportList(engine, list)).toBe(before);
    await page.getByRole('link', { name: '2 removed' }).click();
    await page.getByRole('listitem').getByText('cid@example.com').waitFor();
    await inspect(page, 'undo');
  });

  it('finds the undo on the page of the import, whose undo is refused from then on', async () => {
    const { page, address, engine } = ui;
    const { undo_id } = succeed(await engine.call('GET', `/subscriber_imports/${wrong}`)).data;
    await page.goto(address(`/imports/${wrong}`));
    await page.getByRole('link', { name: `This import is undone by undo ${undo_id}` }).click();
    await result().getByText('2 subscribers were removed').waitFor();
    expect(ui.problems).toEqual([]);
  });
});
