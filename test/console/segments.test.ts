import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createImport, createList, succeed, untilEnded } from '../support/imports.ts';
import { chromiumPath, NO_CHROMIUM, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';
import { tabThrough } from './support/keyboard.ts';
import { focused } from './support/wizard.ts';

const FIELDS = [
  { name: 'City', field_type: 'text' },
  { name: 'Age', field_type: 'number' },
  { name: 'Size', field_type: 'select_single_dropdown', options: [{ name: 'Small' }, { name: 'Large' }] },
];
const FILE = [
  'email,City,Age,Size,status',
  'ann@example.com,Oslo,30,Small,active',
  'bob@example.org,Oslo,41,Large,active',
  'cid@example.com,Rome,52,,active',
  'dan@example.com,Oslo,60,,bounced',
  '',
].join('\n');

describe('the segments of a list', () => {
  let ui: TestConsole;
  let list: number;
  beforeAll(async () => {
    if (chromiumPath === null) return;
    ui = await startTestConsole();
    list = await createList(ui.engine, 'News', FIELDS);
    await createList(ui.engine, 'Offers');
    const column_mapping = ['email', 'City', 'Age', 'Size', 'status'];
    await untilEnded(ui.engine, await createImport(ui.engine, list, FILE, { column_mapping }));
  });
  afterAll(async () => {
    if (chromiumPath !== null) await ui.stop();
  });
  beforeEach((context) => context.skip(chromiumPath === null, NO_CHROMIUM));

  const button = (name: string) => ui.page.getByRole('button', { name, exact: true });
  const link = (name: string) => ui.page.getByRole('link', { name, exact: true });
  const input = (label: string) => ui.page.getByLabel(label, { exact: true });
  const shows = (text: string | RegExp) => ui.page.getByText(text).first().waitFor();
  const row = (name: string) => ui.page.getByRole('table', { name: 'Segments' }).getByRole('row', { name });
  const addresses = () =>
    expect.poll(
      () => ui.page.getByRole('table', { name: 'Subscribers' }).locator('tbody td:first-child').allTextContents(),
      PATIENCE,
    );
  const condition = async (number: number, about: string, comparison: string) => {
    await input(`Condition ${number}: about`).selectOption({ label: about });
    await input(`Condition ${number}: comparison`).selectOption({ label: comparison });
  };
  const segments = async (): Promise<{ id: number; name: string }[]> =>
    succeed(await ui.engine.call('GET', `/mailing_lists/${list}/segments`)).data;
  const clauseOf = async (name: string) => {
    const id = (await segments()).find((segment) => segment.name === name)?.id;
    return succeed(await ui.engine.call('GET', `/segments/${id}`)).data.clause;
  };

  it('are made of conditions, counted before they are saved and in the table', async () => {
    await ui.page.goto(ui.address(`/lists/${list}`));
    await shows('The list has none yet.');
    await button('Make a segment').click();
    await focused(ui, 'Name of the segment');
    await ui.page.keyboard.type('Oslo');
    await condition(1, 'City', 'is');
    await button('Count its subscribers').click();
    await shows('Enter a value.');
    await input('Condition 1: value').and(ui.page.locator(':focus')).waitFor();
    await inspect(ui.page, 'list-segment-refused');
    await ui.page.keyboard.type('oslo');
    await button('Count its subscribers').click();
    await shows('2 subscribers now.');
    await button('Add a condition').click();
    await condition(2, 'Age', 'is more than');
    await input('Condition 2: value').fill('35');
    await button('Count its subscribers').click();
    await shows('1 subscriber now.');
    await input('Conditions: how many must hold').selectOption('At least one of these holds');
    await button('Count its subscribers').click();
    await shows('3 subscribers now.');
    await inspect(ui.page, 'list-segment');
    await tabThrough(ui.page, 'list with a segment');
    await button('Remove condition 2').click();
    await button('Make the segment').click();
    await row('Oslo').getByRole('cell', { name: '2', exact: true }).waitFor();
    expect(await clauseOf('Oslo')).toMatchObject([{ type: 'custom_field', operator: 'is', value: 'oslo' }]);
    await inspect(ui.page, 'list-segments');
  });

  it('have a name that no other segment of the list has, and every kind of condition', async () => {
    await button('Make a segment').click();
    await input('Name of the segment').fill('oslo');
    await condition(1, 'Status', 'is not');
    await input('Condition 1: value').selectOption('bounced');
    await button('Make the segment').click();
    await shows('Another segment of the list has this name.');
    await input('Name of the segment').fill('Many kinds');
    for (let number = 2; number <= 7; number++) await button('Add a condition').click();
    await condition(2, 'Domain of the address', 'ends with');
    await input('Condition 2: value').fill('.com');
    await condition(3, 'Day of subscription', 'is after');
    await input('Condition 3: value').fill('2020-01-31');
    await condition(4, 'Another list', 'is not in');
    await input('Condition 4: value').selectOption('Offers');
    await condition(5, 'Another segment', 'is in');
    await input('Condition 5: value').selectOption('Oslo');
    await condition(6, 'Size', 'is');
    await input('Condition 6: value').selectOption('Small');
    await condition(7, 'Age', 'is not empty');
    await button('Make the segment').click();
    await row('Many kinds').getByRole('cell', { name: '1', exact: true }).waitFor();
    const kinds = (await clauseOf('Many kinds')).map(({ type }: { type: string }) => type);
    expect(kinds).toEqual([
      ...['subscriber_status', 'subscriber_domain', 'subscriber_date_subscribed', 'in_mailing_list'],
      ...['in_segment', 'custom_field', 'custom_field'],
    ]);
  });

  it('show their subscribers', async () => {
    await link('Show subscribers of Oslo').click();
    await ui.page.locator('h2#subscribers:focus').waitFor();
    await addresses().toEqual(['ann@example.com', 'bob@example.org']);
  });

  it('are changed, and groups within groups stay as they are', async () => {
    const email = { type: 'subscriber_email', operator: 'contains', value: 'example' };
    const inner = { type: 'all', clauses: [email, { type: 'subscriber_status', operator: 'is', value: 'bounced' }] };
    const clause = [{ type: 'any', clauses: [inner, { ...email, value: 'bob' }] }];
    succeed(
      await ui.engine.call('POST', `/mailing_lists/${list}/segments`, {
        segmentation_criteria: { name: 'Grops', clause },
      }),
    );
    await ui.page.reload();
    await button('Edit Grops').click();
    await input('Name of the segment').fill('Groups');
    await input('Group 1, condition 1: value').waitFor();
    await inspect(ui.page, 'list-segment-groups');
    await button('Save the segment').click();
    await row('Groups').getByRole('cell', { name: '2', exact: true }).waitFor();
    expect(await clauseOf('Groups')).toEqual(clause);
  });

  const download = async (hasMark: boolean) => {
    await ui.page.getByLabel('For spreadsheets').setChecked(hasMark);
    const [file] = await Promise.all([ui.page.waitForEvent('download'), button('Download the file').click()]);
    return readFileSync(await file.path(), 'utf8');
  };

  it('are exported with chosen columns, separator and byte order mark', async () => {
    await link('Export Oslo').click();
    await ui.page.locator('h2#exports:focus').waitFor();
    expect(await input('Subscribers of').locator('option:checked').textContent()).toBe('The segment Oslo');
    await input('Some of them').check();
    await input('City').check();
    await input('Separator of the columns').selectOption('Semicolon');
    await inspect(ui.page, 'list-export');
    await tabThrough(ui.page, 'list with an export');
    await button('Export').click();
    await shows('kept until');
    const id = Number(new URL(ui.page.url()).pathname.split('/').at(-1));
    const { data } = succeed(await ui.engine.call('GET', `/subscriber_exports/${id}`));
    expect(data).toMatchObject({
      segment: { name: 'Oslo' },
      columns: ['email', 'City'],
      file_format: { csv_field_separator: ';' },
    });
    expect(await download(true)).toBe('\uFEFFemail;City\nann@example.com;Oslo\nbob@example.org;Oslo\n');
    expect(await download(false)).toBe('email;City\nann@example.com;Oslo\nbob@example.org;Oslo\n');
  });

  it('are deleted after a question, unless another segment uses them', async () => {
    await ui.page.goto(ui.address(`/lists/${list}`));
    await button('Delete Oslo …').click();
    await button('Keep the segment').and(ui.page.locator(':focus')).waitFor();
    await inspect(ui.page, 'list-segment-deletion');
    await button('Delete the segment').click();
    await shows(/used by an unfinished campaign, an autoresponder or another segment/);
    await button('Keep the segment').click();
    for (const name of ['Many kinds', 'Oslo']) {
      await button(`Delete ${name} …`).click();
      await button('Delete the segment').click();
      await row(name).waitFor({ state: 'detached' });
    }
    expect((await segments()).map(({ name }) => name)).toEqual(['Groups']);
    expect(ui.problems).toEqual([]);
  });
});

const PATIENCE = { timeout: 30_000, interval: 50 };
