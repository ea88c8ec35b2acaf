import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createList, untilEnded } from '../support/imports.ts';
import { chromiumPath, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';
import { tabThrough } from './support/keyboard.ts';
import { drop } from './support/wizard.ts';

const PEOPLE =
  'E-mail,City,Born,Shoes,Zip\nann@example.com,Oslo,1990-12-31,38,0150\nbob@example.com,Lima,1985-02-03,41.5,15001\n';

describe.skipIf(chromiumPath === null)('the import of a file', () => {
  let ui: TestConsole;
  let list: number;
  let other: Page;
  beforeAll(async () => {
    ui = await startTestConsole();
    list = await createList(ui.engine, 'News');
    other = await ui.page.context().newPage();
    await other.addInitScript(`sessionStorage.setItem('sluice.api-key', '${ui.engine.apiKey}')`);
  });
  afterAll(() => ui.stop());

  const button = (name: string | RegExp, page = ui.page) => page.getByRole('button', { name, exact: true });
  const fieldOf = (column: string, page = ui.page) => page.getByLabel(`Field for the column ${column}`).inputValue();
  const leftOut = () => ui.page.getByRole('region', { name: 'Columns that are not imported' });
  const open = async (text: string) => {
    await ui.page.goto(ui.address(`/lists/${list}/import`));
    await drop(ui, 'people.csv', text);
    await button('Check the file').waitFor();
  };

  it('names the columns that it would drop, and creates fields for all with the types of their values', async () => {
    await open(PEOPLE);
    await leftOut().getByText('4 of 5 columns are not imported.').waitFor();
    expect(await ui.page.locator('.step-number.done').count()).toBe(2);
    await inspect(ui.page, 'import-left-out');
    await leftOut().getByRole('button', { name: 'Leave out Zip' }).click();
    await leftOut().getByText('4 of 5 columns are not imported.').waitFor();
    await leftOut().getByRole('button', { name: 'Create fields for all 3' }).click();
    await ui.page.getByText('1 of 5 columns is not imported: Zip.').waitFor();
    expect(await Promise.all(['City', 'Born', 'Shoes', 'Zip'].map((name) => fieldOf(name)))).toEqual([
      'City',
      'Born',
      'Shoes',
      '',
    ]);
    const { data } = await ui.engine.call('GET', `/mailing_lists/${list}/custom_fields`);
    expect(data).toMatchObject([
      { name: 'City', field_type: 'text' },
      { name: 'Born', field_type: 'date' },
      { name: 'Shoes', field_type: 'number', number_support_decimal: true },
    ]);
  });

  it('keeps the fields that were chosen by hand when the encoding or the dates change', async () => {
    await ui.page.getByLabel('Field for the column Zip').selectOption('City');
    await ui.page.getByLabel('Field for the column City').selectOption('– not imported –');
    await ui.page.getByLabel('Encoding').selectOption('windows-1252');
    await ui.page.getByLabel('Dates such as 03/04').first().selectOption('Day first');
    await ui.page.getByText('Back to what was found in the file').waitFor();
    expect([await fieldOf('Zip'), await fieldOf('City')]).toEqual(['City', '']);
    expect(await ui.page.getByRole('cell', { name: 'Oslo' }).count()).toBe(1);
  });

  it('says at the button and at the field what keeps the check from beginning, in its own words', async () => {
    await ui.page.getByText('Defaults, a limit and the time').click();
    const guard = ui.page.getByLabel('Pause when more rows fail than');
    await guard.fill('many');
    expect(await guard.getAttribute('aria-invalid')).toBe('true');
    const problem = '“Pause when more rows fail than”: Write a whole number such as 20, or a percentage such as 5%.';
    await ui.page.getByRole('status').getByText(problem).waitFor();
    expect(await button('Check the file').isDisabled()).toBe(true);
    await guard.fill('50%');
    expect(await ui.page.getByText(problem).count()).toBe(0);
    await ui.page.getByLabel('are updated').check();
    await button('Check the file').click();
    await button('Add 2 subscribers to News').waitFor();
    await inspect(ui.page, 'import-checked');
    await tabThrough(ui.page, 'a checked import');
  });

  it('is drawn from the record of its check in another tab, where a change asks for another check', async () => {
    await other.goto(ui.page.url());
    await button('Add 2 subscribers to News', other).waitFor();
    expect([await fieldOf('Zip', other), await fieldOf('City', other)]).toEqual(['City', '']);
    expect(await other.getByLabel('Encoding').inputValue()).toBe('windows-1252');
    expect(await other.getByLabel('are updated').isChecked()).toBe(true);
    expect(await other.getByLabel('Pause when more rows fail than').inputValue()).toBe('50%');
    expect(await other.getByText('The settings have changed').count()).toBe(0);
    await other.getByLabel('stay as they are').check();
    await other.getByText('The settings have changed since this check.').waitFor();
    expect(await button('Add 2 subscribers to News', other).count()).toBe(0);
    await other.getByLabel('are updated').check();
    await button('Add 2 subscribers to News', other).click();
    await other.waitForURL(/\/console\/imports\/\d+$/);
    const made = await untilEnded(ui.engine, Number(other.url().split('/').at(-1)));
    expect(made).toMatchObject({
      overwrite: true,
      max_failed_records: '50%',
      column_mapping: ['email', '', 'Born', 'Shoes', 'City'],
    });
  });

  it('marks all faults of a row with the number that a spreadsheet shows, counts each reason in the whole file, and says what is accepted', async () => {
    const good = Array.from({ length: 30_000 }, (_, row) => `reader${row},Oslo,1990-12-31,38,1`);
    await open(`E-mail,City,Born,Shoes,Zip\nnobody,Oslo,someday,38,1\n${good.join('\n')}\n`);
    await button('Check the file').click();
    await ui.page.getByText('30,001 rows: email is not a valid address').waitFor();
    const dates = ui.page
      .locator('.failed-group')
      .filter({ hasText: '1 row: Born is not a date in an accepted format' });
    await dates.getByText('Accepted: 1990-12-31').waitFor();
    expect(await dates.locator('mark').allTextContents()).toEqual(['nobody', 'someday']);
    expect(await dates.getByRole('rowheader').allTextContents()).toEqual(['2']);
    await inspect(ui.page, 'import-two-faults');
  });

  it('names within seconds that no worker reads the file, and continues when one does', async () => {
    await open(PEOPLE);
    await ui.engine.stopWorker();
    await button('Check the file').click();
    await ui.page.getByRole('status').getByText('No worker responds').waitFor();
    await inspect(ui.page, 'import-no-worker');
    await ui.engine.startWorker();
    await button(/subscribers? of News/).waitFor();
    expect(ui.problems).toEqual([]);
  });
});
