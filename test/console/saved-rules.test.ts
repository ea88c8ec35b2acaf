import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnsToSave } from '../../console/pages/import/rule-set.ts';
import { createList, untilEnded } from '../support/imports.ts';
import { chromiumPath, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';
import { drop } from './support/wizard.ts';

const FIRST = `email;State;Born
ann@x.example;da;03/04/1990
bob@x.example;weg;05/06/1991
`;
const SECOND = `email;Z;When
cid@x.example;weg;07/08/1992
dan@x.example;da;09/10/1993
`;

describe('rules that are saved again', () => {
  it('keep those for entries that the mapping does not have', () => {
    const set = { id: 1, name: 'Shop', created_at: '', updated_at: '' };
    const known = { ...set, columns: { Born: { date_format: 'mdy' }, City: { blank: 'keep' } } } as const;
    expect(columnsToSave(['email', 'born', 'Name'], [null, { date_format: 'dmy' }, null], known)).toEqual({
      City: { blank: 'keep' },
      born: { date_format: 'dmy' },
    });
    expect(columnsToSave(['Born'], [null], known)).toEqual({ City: { blank: 'keep' } });
  });
});

describe.skipIf(chromiumPath === null)('the rules of columns', () => {
  let ui: TestConsole;
  beforeAll(async () => {
    ui = await startTestConsole();
  });
  afterAll(() => ui.stop());

  const open = async (name: string, text: string) => {
    const listId = await createList(ui.engine, name, [{ name: 'Born', field_type: 'date' }]);
    await ui.page.goto(ui.address(`/lists/${listId}/import`));
    await ui.page.getByText('Drop a CSV file').waitFor();
    await drop(ui, `${name}.csv`, text);
    await ui.page.getByLabel('Encoding').waitFor();
    return listId;
  };
  const unfold = async (name: string) => {
    await ui.page.locator('summary', { hasText: `How its cells are read: ${name}` }).click();
    return ui.page.getByRole('group', { name: `How the cells of ${name} are read` });
  };
  const importPeople = async (name: string) => {
    await ui.page.getByRole('button', { name: 'Check the file' }).click();
    await ui.page.getByRole('button', { name: `Add 2 subscribers to ${name}` }).click();
    await ui.page.waitForURL(/\/console\/imports\/\d+$/);
    return untilEnded(ui.engine, Number(ui.page.url().split('/').at(-1)));
  };
  const peopleOf = async (listId: number) => {
    const { data } = await ui.engine.call('GET', `/mailing_lists/${listId}/subscribers`);
    return data.map((each: any) => [each.email, each.status, each.custom_fields.Born.value]);
  };

  it('are saved under a name', async () => {
    const { page } = ui;
    const listId = await open('First', FIRST);
    await page.getByLabel('Field for the column State').selectOption('status');
    const status = await unfold('State');
    for (const [word, meaning] of [
      ['da', 'active'],
      ['weg', 'unsubscribed'],
    ] as const) {
      await status.getByLabel('Another word').selectOption(word);
      await status.getByLabel('It means').selectOption(meaning);
      await status.getByRole('button', { name: 'Add' }).click();
    }
    await (await unfold('Born')).getByLabel('Dates such as 03/04').selectOption('Day first');
    await page.getByRole('button', { name: 'Save the rules of the columns' }).click();
    await page.getByLabel('Name of the rules').fill('Shop');
    await inspect(page, 'import-save-rules');
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByRole('combobox', { name: 'Saved rules' }).waitFor();
    const { data } = await ui.engine.call('GET', '/column_rule_sets');
    expect(data).toMatchObject([
      {
        name: 'Shop',
        columns: { status: { values: { da: 'active', weg: 'unsubscribed' } }, Born: { date_format: 'dmy' } },
      },
    ]);
    await importPeople('First');
    expect(await peopleOf(listId)).toEqual([
      ['ann@x.example', 'active', '1990-04-03'],
      ['bob@x.example', 'unsubscribed', '1991-06-05'],
    ]);
  });

  it('are used for another file and list, for columns that are given another field, too, and stay after a reload', async () => {
    const { page } = ui;
    const listId = await open('Second', SECOND);
    await page.getByRole('combobox', { name: 'Saved rules' }).selectOption('Shop');
    await page.getByLabel('Field for the column Z').selectOption('status');
    await page.getByLabel('Field for the column When').selectOption('Born');
    await page.getByText('da – active, weg – unsubscribed').waitFor();
    await page.reload();
    await page.getByText('da – active, weg – unsubscribed').waitFor();
    expect(await page.getByRole('combobox', { name: 'Saved rules' }).inputValue()).not.toBe('');
    expect(await importPeople('Second')).toMatchObject({
      column_rules: [null, { values: { da: 'active', weg: 'unsubscribed' } }, { date_format: 'dmy' }],
    });
    expect(await peopleOf(listId)).toEqual([
      ['cid@x.example', 'unsubscribed', '1992-08-07'],
      ['dan@x.example', 'active', '1993-10-09'],
    ]);
    expect(ui.problems).toEqual([]);
  });

  it('can be deleted, once that is confirmed', async () => {
    const { page } = ui;
    await open('Third', SECOND);
    await page.getByRole('combobox', { name: 'Saved rules' }).selectOption('Shop');
    await page.getByRole('button', { name: 'Delete the rules Shop …', exact: true }).click();
    await page.getByText('Imports keep the rules').waitFor();
    await inspect(page, 'import-delete-rules');
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect((await ui.engine.call('GET', '/column_rule_sets')).data).toHaveLength(1);
    await page.getByRole('button', { name: 'Delete the rules Shop …', exact: true }).click();
    await page.getByRole('button', { name: 'Delete the rules Shop', exact: true }).click();
    await page.getByRole('combobox', { name: 'Saved rules' }).waitFor({ state: 'detached' });
    expect((await ui.engine.call('GET', '/column_rule_sets')).data).toEqual([]);
    expect(ui.problems).toEqual([]);
  });
});
