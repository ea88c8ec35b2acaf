import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SUBSCRIBER_STATUSES } from '../../engine/domain/subscribers.ts';
import { createImport, createList, untilEnded } from '../support/imports.ts';
import { chromiumPath, NO_CHROMIUM, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';
import { drop } from './support/wizard.ts';

const CSV = readFileSync(new URL('../cases/imports/112-console-status.csv', import.meta.url), 'utf8');
const PEOPLE = SUBSCRIBER_STATUSES.map((status) => [`${status.slice(0, 2)}@x.example`, status] as const);

describe('a user whose file names people that have left', () => {
  let tested: TestConsole;
  let list: number;
  beforeAll(async () => {
    if (chromiumPath === null) return;
    tested = await startTestConsole();
    list = await createList(tested.engine, 'News', [{ name: 'City', field_type: 'text' }]);
    const csv = `email,status\n${PEOPLE.map((person) => person.join(',')).join('\n')}\n`;
    await untilEnded(
      tested.engine,
      await createImport(tested.engine, list, csv, { column_mapping: ['email', 'status'] }),
    );
  });
  afterAll(async () => {
    if (chromiumPath !== null) await tested.stop();
  });
  beforeEach((context) => context.skip(chromiumPath === null, NO_CHROMIUM));

  const button = (name: string) => tested.page.getByRole('button', { name, exact: true });
  const choice = (name: string) => tested.page.getByLabel(name, { exact: true });
  const statuses = async () => {
    const { data } = await tested.engine.call('GET', `/mailing_lists/${list}/subscribers`);
    return Object.fromEntries(data.map(({ email, status }: Record<string, string>) => [email, status]));
  };
  const STATUS_NAMES = ['active', 'unsubscribed', 'bounced', 'complained', 'deactivated'];
  const ticked = async () => {
    const checked = await Promise.all(STATUS_NAMES.map((name) => choice(name).isChecked()));
    return STATUS_NAMES.filter((_, index) => checked[index]);
  };

  it('updates fields of all of them, and the status of active ones alone unless more are ticked', async () => {
    const { page, address } = tested;
    await page.goto(address(`/lists/${list}/import`));
    await page.getByText('Drop a CSV file').waitFor();
    await drop(tested, 'people.csv', CSV);
    await choice('are updated').check();
    expect(await ticked()).toEqual(STATUS_NAMES);
    await choice('their status').check();
    expect(await ticked()).toEqual(['active']);
    for (const name of STATUS_NAMES) await choice(name).check();
    expect(await ticked()).toEqual(STATUS_NAMES);
  });

  it('makes nobody active where the file has no status, and is not asked', async () => {
    const { page } = tested;
    await button('Check the file').click();
    await button('Update 5 subscribers of News').click();
    await page.waitForURL(/\/console\/imports\/\d+$/);
    await page.getByText('Each of the 5 records has one outcome.').waitFor();
    expect(await statuses()).toEqual(Object.fromEntries(PEOPLE));
  });

  it('is asked, with the number of the check, before a chosen status makes them active', async () => {
    const { page, address, engine } = tested;
    await page.goto(address(`/lists/${list}/import`));
    await drop(tested, 'people.csv', CSV);
    await choice('are updated').check();
    await choice('their status').check();
    for (const name of STATUS_NAMES) await choice(name).check();
    await page.getByText('Defaults, a limit and the time').click();
    await choice('Status of rows that have none').selectOption('active');
    await button('Check the file').click();
    await button('Update 5 subscribers of News; 4 become active again …').click();
    await page.getByText('This import makes 4 subscribers active.').waitFor();
    await inspect(page, 'import-reactivation');
    await button('Do not start').click();
    expect(await statuses()).toEqual(Object.fromEntries(PEOPLE));

    const dryRun = new URL(page.url()).searchParams.get('dry_run');
    await page.goto(address(`/imports/${dryRun}`));
    await page.getByText('4 subscribers would become active.').waitFor();
    await button('Start the import …').click();
    await button('Make 4 subscribers active').click();
    await page.getByText('4 subscribers became active.').waitFor();
    expect(page.url()).not.toContain(`/imports/${dryRun}`);
    await untilEnded(engine, Number(page.url().split('/').at(-1)));
    expect(new Set(Object.values(await statuses()))).toEqual(new Set(['active']));
  });

  it('has had no error of a script and nothing blocked by the content security policy', () => {
    expect(tested.problems).toEqual([]);
  });
});
