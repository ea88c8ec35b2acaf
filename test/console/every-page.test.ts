import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImport, createList, succeed, untilEnded } from '../support/imports.ts';
import { suppress, untilSuppressed } from '../support/suppressions.ts';
import { undoImport, untilUndoEnded } from '../support/undos.ts';
import { addUser } from './support/add-user.ts';
import { chromiumPath, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';
import { tabThrough } from './support/keyboard.ts';
import { consoleRoutes } from './support/routes.ts';

/** The name of the image of a page: `lists-one` for `/lists/:id`. */
const imageOf = (route: string) =>
  route
    .replaceAll(/\/:\w+/g, '-one')
    .replaceAll('/', '-')
    .slice(1);

const ROUTES = consoleRoutes().filter((route) => route !== '/');

/** Rows of which the last one fails. */
const CSV = `email\n${Array.from({ length: 300 }, (_, i) => `reader${i}@example.com\n`).join('')}reader300example.com\n`;

describe.skipIf(chromiumPath === null)('every page of the console', () => {
  let ui: TestConsole;
  let pages: Readonly<Record<string, readonly [path: string, shows: string]>>;
  beforeAll(async () => {
    ui = await startTestConsole();
    const { engine } = ui;
    await engine.upload('people.csv', 'email,City\nann@example.com,Oslo\nbob@example.com,Lima\nno address,Rome\n');
    const list = await createList(engine, 'Readers');
    const imported = await createImport(engine, list, CSV);
    await untilEnded(engine, imported);
    const deleted = await createList(engine, 'Old');
    await untilEnded(engine, await createImport(engine, deleted, 'email\nann@example.com\n'));
    const { data } = succeed(await engine.call('GET', `/mailing_lists/${deleted}/delete_confirmation_code`));
    await engine.call('DELETE', `/mailing_lists/${deleted}/confirmed/${data.delete_confirmation_code as string}`);
    const [first] = succeed(await engine.call('GET', `/mailing_lists/${list}/subscribers?per_page=1`)).data;
    const path = `/mailing_lists/${list}/subscriber_exports`;
    const exported = succeed(await engine.call('POST', path, { subscriber_export: {} })).data.id as number;
    const suppressed = await suppress(engine, 'email\nann@example.com\n');
    await untilSuppressed(engine, suppressed);
    const undone = await undoImport(engine, imported, { dryRun: true });
    await untilUndoEnded(engine, undone);
    pages = {
      '/lists': ['/lists', 'Last import'],
      '/lists/:id': [`/lists/${list}`, '@example.com'],
      '/lists/:id/import': [`/lists/${list}/import?directory=people.csv`, 'bob@example.com'],
      '/lists/:id/subscribers/new': [`/lists/${list}/subscribers/new`, 'Without the mails'],
      '/lists/:id/subscribers/:subscriber': [`/lists/${list}/subscribers/${first.id}`, 'Added to the list'],
      '/imports/:id/fix': [`/imports/${imported}/fix`, 'such as ann@example.com'],
      '/imports/:id': [`/imports/${imported}`, 'reader300example.com'],
      '/exports/:id': [`/exports/${exported}`, 'kept until'],
      '/deletions/:id': [`/deletions/${deleted}`, 'finished'],
      '/suppressions/:id': [`/suppressions/${suppressed}`, 'finished'],
      '/undos/:id': [`/undos/${undone}`, 'finished'],
      '/jobs': ['/jobs', `Export ${exported}`],
      '/settings': ['/settings', 'bootstrap'],
      '/settings/users': ['/settings/users', 'Ann Berg'],
      '/settings/users/new': ['/settings/users/new', 'First password'],
      '/settings/users/:id': [`/settings/users/${await addUser(engine)}`, 'The user is not signed in'],
      '/account': ['/account', 'API key'],
    };
  });
  afterAll(() => ui.stop());

  it('is here', () => {
    expect(ROUTES).toEqual(Object.keys(pages));
  });

  // One test for each: together they take minutes, more with each page that there is.
  it.each(ROUTES)('works by keyboard, in light and dark, 1280 and 320 pixels wide: %s', async (route) => {
    const [address, text] = pages[route] ?? [route, 'a page that is not here'];
    await ui.page.goto(ui.address(address));
    await ui.page.getByText(text).first().waitFor();
    await inspect(ui.page, imageOf(route));
    await tabThrough(ui.page, route);
    expect(ui.problems).toEqual([]);
  });
});
