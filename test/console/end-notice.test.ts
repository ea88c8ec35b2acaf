import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandJob } from '../support/commands.ts';
import { createImport, createList, untilEnded } from '../support/imports.ts';
import { chromiumPath, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';

/** Notes each notification, since a browser without a screen shows none; another program has the focus. */
const NOTED = `
  window.noted = [];
  const { Notification: Real } = window;
  window.Notification = class extends Real { constructor(...all) { super(...all); window.noted.push(all[0]); } };
  document.hasFocus = () => false;
`;
const LATER = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+/, '');

describe.skipIf(chromiumPath === null)('the end of a job', () => {
  let ui: TestConsole;
  let list: number;
  beforeAll(async () => {
    ui = await startTestConsole();
    list = await createList(ui.engine, 'Later');
    await ui.page.addInitScript(NOTED);
  });
  afterAll(() => ui.stop());

  const choice = () => ui.page.getByRole('checkbox', { name: 'Notify me when it ends' });
  const openLater = async () => {
    const id = await createImport(ui.engine, list, 'email\nann@example.com\n', { begins_at: LATER });
    await ui.page.goto(ui.address(`/imports/${id}`));
    await choice().waitFor();
    return {
      cancel: async () => {
        await commandJob(ui.engine, `/subscriber_imports/${id}/cancel`);
        await untilEnded(ui.engine, id);
      },
      id,
    };
  };
  const noted = () => ui.page.evaluate('window.noted');

  it('is told by the title of the tab, and by no notification that was not wanted', async () => {
    const { id, cancel } = await openLater();
    expect(await ui.page.title()).toMatch(new RegExp(`: Import ${id} – Sluice$`));
    await cancel();
    await expect.poll(() => ui.page.title()).toBe(`cancelled: Import ${id} – Sluice`);
    await expect.poll(() => choice().count()).toBe(0);
    expect(await noted()).toEqual([]);
  });

  it('says why there are no notifications where the browser does not allow them', async () => {
    await openLater();
    await choice().click();
    await ui.page.getByText('The browser allows no notifications of this page').waitFor();
    expect(await choice().isChecked()).toBe(false);
  });

  it('is told by a notification where that was wanted, also of the next job', async () => {
    await ui.page.context().grantPermissions(['notifications']);
    const first = await openLater();
    await choice().check();
    await first.cancel();
    await expect.poll(noted).toEqual([`Import ${first.id} is cancelled`]);
    const next = await openLater();
    expect(await choice().isChecked()).toBe(true);
    await next.cancel();
    await expect.poll(noted).toEqual([`Import ${next.id} is cancelled`]);
    expect(ui.problems).toEqual([]);
  });
});
