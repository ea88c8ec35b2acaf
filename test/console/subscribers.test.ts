import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createImport, createList, succeed, untilEnded } from '../support/imports.ts';
import { addUser, PASSWORD } from './support/add-user.ts';
import { chromiumPath, NO_CHROMIUM, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';
import { tabThrough } from './support/keyboard.ts';
import { focused } from './support/wizard.ts';

const FIELDS = [
  { name: 'City', field_type: 'text', required: true },
  { name: 'Age', field_type: 'number', maximum_value: 120 },
  { name: 'Size', field_type: 'select_single_dropdown', options: [{ name: 'Small' }, { name: 'Large' }] },
  { name: 'Topics', field_type: 'select_multiple_checkboxes', options: [{ name: 'Culture' }, { name: 'Sport' }] },
  { name: 'Birthday', field_type: 'date' },
  { name: 'Member', field_type: 'boolean' },
];
const FILE = [
  'email,City,Age,status',
  'ann@example.com,Oslo,30,active',
  'bob@mail.example.org,Lima,41,unsubscribed',
  'cid@example.com,Rome,52,bounced',
  'dan@@example.com,Bern,60,active',
  '',
].join('\n');

describe('the subscribers of a list', () => {
  let ui: TestConsole;
  let list: number;
  let broken: number;
  beforeAll(async () => {
    if (chromiumPath === null) return;
    ui = await startTestConsole();
    list = await createList(ui.engine, 'News', FIELDS);
    broken = await createImport(ui.engine, list, FILE, { column_mapping: ['email', 'City', 'Age', 'status'] });
    await untilEnded(ui.engine, broken);
  });
  afterAll(async () => {
    if (chromiumPath !== null) await ui.stop();
  });
  beforeEach((context) => context.skip(chromiumPath === null, NO_CHROMIUM));

  const open = (path: string) => ui.page.goto(ui.address(path));
  const button = (name: string) => ui.page.getByRole('button', { name, exact: true });
  const link = (name: string | RegExp) => ui.page.getByRole('link', { name, exact: true });
  const input = (label: string) => ui.page.getByLabel(label, { exact: true });
  const search = () => ui.page.getByRole('searchbox');
  const rows = () => ui.page.getByRole('table', { name: 'Subscribers' }).locator('tbody tr');
  const hasRows = (addresses: readonly string[]) =>
    expect
      .poll(async () => (await rows().locator('td:first-child').allTextContents()).join(' '), PATIENCE)
      .toBe(addresses.join(' '));
  const shows = (text: string | RegExp) => ui.page.getByText(text).first().waitFor();
  const query = () => expect.poll(() => new URL(ui.page.url()).search, PATIENCE);

  it('are found by any part of the address, and the address of the page keeps the search', async () => {
    await open(`/lists/${list}`);
    await hasRows(['ann@example.com', 'bob@mail.example.org', 'cid@example.com']);
    await search().fill('MPLE.com');
    await hasRows(['ann@example.com', 'cid@example.com']);
    await shows('2 subscribers.');
    await query().toBe('?search=MPLE.com');
    await input('Order').selectOption('Newest first');
    await hasRows(['cid@example.com', 'ann@example.com']);
    await ui.page.reload();
    await hasRows(['cid@example.com', 'ann@example.com']);
    expect(await search().inputValue()).toBe('MPLE.com');
    await input('Order').selectOption('By address');
    await input('Status').selectOption('bounced');
    await hasRows(['cid@example.com']);
    await query().toBe('?search=MPLE.com&status=bounced&order=address');
    await inspect(ui.page, 'list-search');
    await tabThrough(ui.page, 'list with a search');
  });

  it('are filtered by the counts of their statuses', async () => {
    await open(`/lists/${list}`);
    await link('1 unsubscribed').click();
    await hasRows(['bob@mail.example.org']);
    await ui.page.locator('h2#subscribers:focus').waitFor();
    await query().toBe('?status=unsubscribed');
  });

  it('are filtered by a segment of the list', async () => {
    const clause = [{ type: 'subscriber_domain', operator: 'is', value: 'example.com' }];
    const segment = { segmentation_criteria: { name: 'One domain', clause } };
    const { id } = succeed(await ui.engine.call('POST', `/mailing_lists/${list}/segments`, segment)).data;
    await open(`/lists/${list}`);
    await input('Segment').selectOption('One domain');
    await hasRows(['ann@example.com']);
    await shows('1 subscriber.');
    await query().toBe(`?segment=${id}`);
    await search().fill('bob');
    await shows('No subscriber of the segment has “bob” in the address.');
  });

  it('open by keyboard, row by row, and going back shows the same search', async () => {
    await open(`/lists/${list}?search=example.com`);
    await hasRows(['ann@example.com', 'cid@example.com']);
    await ui.page.getByRole('region', { name: 'Subscribers, scrolled' }).focus();
    for (const key of ['Tab', 'ArrowDown', 'Enter']) await ui.page.keyboard.press(key);
    await ui.page.getByRole('heading', { name: 'cid@example.com' }).waitFor();
    await shows('Mails to the address came back.');
    await ui.page.goBack();
    await hasRows(['ann@example.com', 'cid@example.com']);
  });

  it('that are not there are looked for in other statuses, other lists, suppressed addresses and failed rows', async () => {
    const other = await createList(ui.engine, 'Offers');
    await untilEnded(ui.engine, await createImport(ui.engine, other, 'email\neve@example.com\n'));
    succeed(
      await ui.engine.call('POST', '/suppressed_addresses', { suppressed_address: { email: 'eve@example.com' } }),
    );
    await open(`/lists/${list}?search=ann@&status=bounced`);
    await link('Search in the whole list').click();
    await hasRows(['ann@example.com']);
    await search().fill('eve@example.com');
    await shows('eve@example.com is suppressed since');
    await shows('eve@example.com is in the list Offers');
    await search().fill('dan@@example.com');
    await shows('“dan@@example.com”');
    await button('Look in the failed rows of imports').click();
    await ui.page.getByRole('listitem').filter({ hasText: 'row 5 of the file' }).waitFor();
    await inspect(ui.page, 'list-no-address');
    await link(`Import ${broken}`).first().click();
    await ui.page.waitForURL(new RegExp(`/imports/${broken}\\?log=failed`));
  });

  it('are added with values by the type of each field; what is refused is said at its field', async () => {
    await open(`/lists/${list}`);
    await link('Add a subscriber').click();
    await focused(ui, 'Address');
    await input('Address').fill('ann@example.com');
    await input('Age').fill('130');
    await button('Add the subscriber').click();
    await shows(/City is required/);
    await shows(/Age .*120/);
    expect(await input('City').getAttribute('aria-invalid')).toBe('true');
    await input('City').and(ui.page.locator(':focus')).waitFor();
    await inspect(ui.page, 'subscriber-new');
    await tabThrough(ui.page, 'new subscriber');
    await input('City').fill('Kyiv');
    await input('Age').fill('35');
    await input('Size').selectOption('Large');
    await input('Topics').selectOption(['Culture', 'Sport']);
    await input('Birthday').fill('1991-02-03');
    await input('Member').selectOption('yes');
    await button('Add the subscriber').click();
    await shows('Another subscriber of the list has this address.');
    await input('Address').fill('fay@example.com');
    await button('Add the subscriber').click();
    await ui.page.getByRole('heading', { name: 'fay@example.com' }).waitFor();
    for (const text of ['Kyiv', '35', 'Large', 'Culture, Sport', '3 Feb 1991', 'yes', 'Added to the list'])
      await ui.page.locator('main').getByText(text, { exact: true }).first().waitFor();
    await inspect(ui.page, 'subscriber');
    await tabThrough(ui.page, 'subscriber');
  });

  it('are changed: only what was entered is sent', async () => {
    await button('Edit the fields').click();
    await focused(ui, 'Address');
    await input('City').fill('Lviv');
    await input('Topics').selectOption(['Sport']);
    await inspect(ui.page, 'subscriber-edit');
    const request = ui.page.waitForRequest((sent) => sent.method() === 'PUT');
    await button('Save the fields').click();
    expect((await request).postDataJSON()).toEqual({
      subscriber: { custom_fields: { City: 'Lviv', Topics: ['Sport'] } },
    });
    await ui.page.locator('dd').getByText('Lviv', { exact: true }).waitFor();
    await ui.page.getByRole('button', { name: 'Edit the fields' }).and(ui.page.locator(':focus')).waitFor();
  });

  it('are unsubscribed after a question, made active again, and deleted', async () => {
    await button('Unsubscribe …').click();
    await button('Keep the subscription').and(ui.page.locator(':focus')).waitFor();
    await inspect(ui.page, 'subscriber-question');
    await ui.page.keyboard.press('Escape');
    await button('Unsubscribe …').click();
    await button('Unsubscribe').click();
    await ui.page.getByRole('heading', { name: 'Status: unsubscribed' }).waitFor();
    await ui.page.getByRole('cell', { name: 'Was active no more' }).waitFor();
    await button('Make active …').click();
    await button('Make active').click();
    await ui.page.getByRole('heading', { name: 'Status: active' }).waitFor();
    await button('Delete fay@example.com …').click();
    await shows('This deletes fay@example.com from the list');
    await button('Delete the subscriber').click();
    await hasRows(['ann@example.com', 'bob@mail.example.org', 'cid@example.com']);
    expect(ui.problems).toEqual([]);
  });

  it('are shown without buttons to a standard user who may only see them', async () => {
    await addUser(ui.engine, { role: 'standard', permissions: { subscriber: ['read'] } });
    const context = await ui.page.context().browser()?.newContext({ locale: 'en-GB' });
    const tab = await context?.newPage();
    if (tab === undefined) throw new Error('The browser is gone.');
    await tab.goto(ui.address(`/lists/${list}?search=ann`));
    await tab.getByLabel('Email').fill('ann@example.com');
    await tab.getByLabel('Password').first().fill(PASSWORD);
    await tab.keyboard.press('Enter');
    await tab.getByRole('link', { name: 'ann@example.com' }).click();
    await tab.getByRole('cell', { name: 'Added to the list' }).waitFor();
    await tab.getByText('Oslo').waitFor();
    expect(await tab.locator('main').getByRole('button').count()).toBe(0);
    await tab.getByRole('link', { name: 'News' }).click();
    await tab.getByRole('heading', { name: 'Subscribers' }).waitFor();
    expect(await tab.getByRole('link', { name: 'Add a subscriber' }).count()).toBe(0);
    await context?.close();
  });
});

const PATIENCE = { timeout: 30_000, interval: 50 };
