import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createImport, createList, succeed, untilEnded } from '../support/imports.ts';
import { chromiumPath, NO_CHROMIUM, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';
import { tabThrough } from './support/keyboard.ts';
import { focused } from './support/wizard.ts';

const FIELDS = [
  { name: 'Town', field_type: 'text' },
  { name: 'Points', field_type: 'number' },
  { name: 'Size', field_type: 'select_single_dropdown', options: [{ name: 'Smal' }, { name: 'Large' }] },
];

describe('the settings of a list', () => {
  let ui: TestConsole;
  let list: number;
  beforeAll(async () => {
    if (chromiumPath === null) return;
    ui = await startTestConsole();
    list = await createList(ui.engine, 'Nwes', FIELDS);
    await createList(ui.engine, 'Offers');
    const file = 'email,Town,Size\nann@example.com,Oslo,Smal\n';
    await untilEnded(
      ui.engine,
      await createImport(ui.engine, list, file, { column_mapping: ['email', 'Town', 'Size'] }),
    );
  });
  afterAll(async () => {
    if (chromiumPath !== null) await ui.stop();
  });
  beforeEach((context) => context.skip(chromiumPath === null, NO_CHROMIUM));

  const button = (name: string) => ui.page.getByRole('button', { name, exact: true });
  const shows = (text: string | RegExp) => ui.page.getByText(text).first().waitFor();
  const row = (name: string) => ui.page.getByRole('table', { name: 'Fields' }).getByRole('row', { name });
  const subscriber = async () =>
    succeed(await ui.engine.call('GET', `/mailing_lists/${list}/subscribers/ann@example.com`)).data[0];

  it('have its name, which no other list has', async () => {
    await ui.page.goto(ui.address(`/lists/${list}`));
    await button('Rename').click();
    await focused(ui, 'Name of the list');
    await ui.page.getByLabel('Name of the list').fill('Offers');
    await button('Rename the list').click();
    await shows('The list was not renamed.');
    await inspect(ui.page, 'list-rename');
    await ui.page.getByLabel('Name of the list').fill('News');
    await ui.page.keyboard.press('Enter');
    await ui.page.getByRole('heading', { name: 'News', exact: true }).waitFor();
    await button('Rename').and(ui.page.locator(':focus')).waitFor();
  });

  it('have its fields, which are renamed, made required, and get decimals', async () => {
    await button('Edit Town').click();
    await focused(ui, 'Name of the field');
    await ui.page.getByLabel('Name of the field').fill('City');
    await ui.page.getByLabel('Each subscriber needs it').check();
    await button('Save the field').click();
    await row('City Text yes this list').waitFor();
    await ui.page.getByRole('columnheader', { name: 'City' }).waitFor();
    expect(await ui.page.getByRole('columnheader', { name: 'Town' }).count()).toBe(0);
    await button('Edit Points').click();
    await ui.page.getByLabel('Takes decimals').check();
    await button('Save the field').click();
    await row('Points Number with decimals no this list').waitFor();
    expect((await subscriber()).custom_fields.City.value).toBe('Oslo');
  });

  it('have the choices of a field: a renamed one stays with its subscribers', async () => {
    await button('Edit Size').click();
    await ui.page.getByLabel('Choice 1', { exact: true }).fill('Small');
    await button('Add a choice').click();
    await focused(ui, 'Choice 3');
    await ui.page.keyboard.type('Huge');
    await button('Remove choice 2').click();
    await inspect(ui.page, 'list-field');
    await tabThrough(ui.page, 'list with a field');
    await button('Save the field').click();
    await ui.page.getByRole('cell', { name: 'Small', exact: true }).waitFor();
    const { data } = succeed(await ui.engine.call('GET', `/mailing_lists/${list}/custom_fields?name=Size`));
    expect(data[0].options.map(({ name }: { name: string }) => name)).toEqual(['Small', 'Huge']);
    expect((await subscriber()).custom_fields.Size.value).toBe('Small');
  });

  it('lose a field after a question', async () => {
    await button('Edit Points').click();
    await button('Delete the field …').click();
    await button('Keep the field').and(ui.page.locator(':focus')).waitFor();
    await inspect(ui.page, 'list-field-deletion');
    await button('Keep the field').click();
    await button('Delete the field …').click();
    await button('Delete the field and its values').click();
    await row('Points').waitFor({ state: 'detached' });
    expect((await subscriber()).custom_fields.Points).toBeUndefined();
    expect(ui.problems).toEqual([]);
  });
});
