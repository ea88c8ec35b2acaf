import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { API_PREFIX } from '../../api/http/prefix.ts';
import { createDemoClient } from '../../engine/cli/demo-client.ts';
import { showInConsole } from '../../engine/cli/demo-console.ts';
import { createConsoleLink } from '../../engine/accounts/console-link.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, succeed, untilEnded } from '../support/imports.ts';
import { refusePoison } from '../support/refuse.ts';
import { addTenant } from '../e2e/support/tenant.ts';
import { chromiumPath, NARROW, startTestConsole, WIDE } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { marked } from './support/chart.ts';
import { inspect } from './support/inspect.ts';

const EVENTS = '**/jobs/events*';
/** In the page: the texts that a scrolled table shows in part. */
const CUT_OFF = `[...document.querySelectorAll('.scrolled td > div')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map(({ textContent }) => textContent)`;

/** Opens the page of all jobs in a tab of its own, in which no stream of events can be opened. */
async function openWithoutEvents({ page, engine, address }: TestConsole): Promise<Page> {
  const other = await page.context().newPage();
  await other.addInitScript(`sessionStorage.setItem('sluice.api-key', '${engine.apiKey}')`);
  await other.route(EVENTS, (route) => route.abort());
  await other.goto(address('/jobs'));
  return other;
}

/** A worker that was killed is missed when its heartbeats have been. */
const RECOVERED = { timeout: 120_000 };

describe.skipIf(chromiumPath === null)('the pages of the console', () => {
  let ui: TestConsole;
  let engine: TestEngine;
  let broken: Page;
  beforeAll(async () => {
    ui = await startTestConsole();
    engine = ui.engine;
    broken = await openWithoutEvents(ui);
  });
  afterAll(() => ui.stop());

  const button = (name: string) => ui.page.getByRole('button', { name, exact: true });
  const open = (path: string) => ui.page.goto(ui.address(path));
  const isMarked = (state: string, options = {}) => marked(ui.page, state, options);
  const shows = (text: string | RegExp) => ui.page.getByText(text).first().waitFor();

  it('free a stalled job with one click', async () => {
    const heal = await refusePoison(engine.pool);
    const id = await createImport(
      engine,
      await createList(engine, 'Stalled'),
      'email\nann@example.com\npoison@example.com\n',
      {
        max_failed_records: 5,
      },
    );
    await open('/jobs');
    const stalled = ui.page.getByRole('article').filter({ hasText: `Import ${id} stalled list Stalled of System` });
    await stalled.getByText(/The chunk \d+ failed/).waitFor();
    await inspect(ui.page, 'jobs-stalled');
    await ui.page.getByLabel('Health').selectOption('Stuck or stalled');
    await ui.page.getByRole('cell', { name: `Import ${id}` }).waitFor();
    expect(await ui.page.getByRole('row').count()).toBe(2);
    await heal();

    await stalled.getByRole('button', { name: 'Retry' }).click();
    await stalled.waitFor({ state: 'detached' });
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished', stats: { subscribers: { added: 2 } } });
  });

  it('say that their events do not arrive, until they do', async () => {
    const notice = broken.getByText('The connection to the service is broken');
    await notice.waitFor();
    await broken.unroute(EVENTS);
    await notice.waitFor({ state: 'detached' });
    await broken.close();
  });

  it('show the deletion of a list', async () => {
    const deletedList = await createList(engine, 'Old');
    const list = `/mailing_lists/${deletedList}`;
    const { data } = succeed(await engine.call('GET', `${list}/delete_confirmation_code`));
    await engine.call('DELETE', `${list}/confirmed/${data.delete_confirmation_code as string}`);
    await open(list.replace('mailing_lists', 'deletions'));
    await isMarked('finished');
    expect(await ui.page.getByRole('main').getByRole('link', { name: 'Old' }).count()).toBe(0);
  });

  it('show the jobs that the filters choose, which a reload keeps', async () => {
    await open('/jobs');
    await ui.page.getByLabel('Kind').selectOption('Deletions');
    await vi.waitFor(async () => expect(await ui.page.getByRole('row').count()).toBe(2), RECOVERED);
    await ui.page.reload();
    await ui.page.getByRole('link', { name: /^Deletion \d+$/ }).waitFor();
    expect(await ui.page.getByRole('link', { name: /^Import \d+$/ }).count()).toBe(0);
  });

  it('find a job by the name of its list, typed after /, which a reload keeps', async () => {
    const found = ui.page.getByRole('table', { name: 'Jobs' }).getByRole('row').filter({ hasNotText: 'Created' });
    const shown = async (jobs: readonly RegExp[]) => {
      for (const job of jobs) await found.filter({ hasText: job }).waitFor();
      await vi.waitFor(async () => expect(await found.count()).toBe(jobs.length), RECOVERED);
    };
    await open('/jobs');
    await shown([/Deletion \d+\s+Old/, /Import \d.*Stalled/]);
    await ui.page.keyboard.press('/');
    await ui.page.keyboard.type('stalle');
    await shown([/Import \d.*Stalled/]);
    // The table is the same before the last letter is searched for.
    await ui.page.waitForURL(ui.address('/jobs?search=stalle'));
    await ui.page.reload();
    await shown([/Import \d.*Stalled/]);
    await ui.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Jobs' }).click();
    await shown([/Deletion \d+\s+Old/, /Import \d.*Stalled/]);
    expect(await ui.page.getByRole('searchbox').inputValue()).toBe('');
  });

  it('show numbers and days in the language of the browser', async () => {
    const fields = [
      { name: 'Points', field_type: 'number', number_support_decimal: true },
      { name: 'Birthday', field_type: 'date' },
      { name: 'Party', field_type: 'day_of_year' },
    ];
    const list = await createList(engine, 'Values', fields);
    const content = 'email,Points,Birthday,Party\nann@example.com,1234567.25,1990-12-31,02-29\n';
    await untilEnded(
      engine,
      await createImport(engine, list, content, { column_mapping: ['email', ...fields.map(({ name }) => name)] }),
    );
    await open(`/lists/${list}`);
    for (const text of ['1,234,567.25', '31 Dec 1990', '29 February'])
      await ui.page.getByRole('cell', { name: text, exact: true }).waitFor();
    expect(await ui.page.evaluate(CUT_OFF)).toEqual([]);
  });

  it('change while they are open, as do the counts of lists: of all organizations for a system administrator', async () => {
    const list = await createList(engine, 'Live');
    await open('/lists');
    await ui.page.getByRole('img', { name: 'Subscribers of Live: none' }).waitFor();
    await createImport(engine, list, 'email\nann@example.com\nbob@example.com\n');
    await ui.page.getByRole('img', { name: 'Subscribers of Live: 2 active' }).waitFor();

    await open('/jobs?of=all&state=unfinished');
    await ui.page.getByRole('heading', { name: 'Unfinished jobs' }).waitFor();
    const tenant = await addTenant(engine, 'Other');
    const theirs = await createList(tenant, 'Theirs');
    const id = await createImport(tenant, theirs, 'email\n', { begins_at: '2099-01-01', dry_run: true });
    const link = ui.page.getByRole('link', { name: `Dry run ${id}` });
    await link.waitFor();
    await ui.page.getByRole('row', { name: /Dry run .* Theirs scheduled .* Other / }).waitFor();
    await Promise.all([ui.page.waitForResponse('**/subscriber_counts'), link.click()]);
    await shows('List Theirs of Other, created');
    expect(await ui.page.getByRole('link', { name: 'Theirs' }).count()).toBe(0);
    await ui.page.goBack();
    await link.waitFor();
    await tenant.call('POST', `/subscriber_imports/${id}/cancel`);
    await link.waitFor({ state: 'detached' });
  });

  it('are opened by a one-time link, which signs in, leaves the address at once and works once', async () => {
    const link = ui.address('/jobs') + String(await createConsoleLink(engine.app.service.db));
    const [first, second] = [await ui.page.context().newPage(), await ui.page.context().newPage()];
    await first.goto(link);
    await first.getByRole('link', { name: /^Deletion \d+$/ }).waitFor();
    expect(first.url()).toBe(ui.address('/jobs'));
    await second.goto(link);
    await second.getByText('The link was used already or has expired').waitFor();
    expect(second.url()).toBe(ui.address('/jobs'));
    await Promise.all([first.close(), second.close()]);
  });

  it('are opened on a running import by the last line of the demo', async () => {
    const apiUrl = ui.address('').replace('/console', '');
    const { databaseUrl } = engine.config;
    const said: string[] = [];
    const demo = createDemoClient(`${apiUrl}${API_PREFIX}`, engine.apiKey);
    const demoImport = await showInConsole({ apiUrl, databaseUrl: databaseUrl ?? '' }, demo, 3000, (text) =>
      said.push(text),
    );
    const tab = await ui.page.context().newPage();
    await tab.goto(/^Console +(\S+) /.exec(said.at(-1) ?? '')?.[1] ?? '');
    await tab.getByRole('heading', { name: `Import ${demoImport}` }).waitFor();
    expect(tab.url()).toBe(ui.address(`/imports/${demoImport}`));
    await tab.locator('.job-head').getByRole('link').waitFor();
    await tab.close();
  });

  it('show the settings, where a key is created', async () => {
    await open('/settings');
    await ui.page.getByLabel('Name of a new key').fill('CRM');
    await button('Create the key').click();
    await shows('The key CRM is');
    await button('Switch off CRM').waitFor();
    expect(await button('Switch off bootstrap').count()).toBe(0);
    await ui.page.getByRole('cell', { name: 'CRM', exact: true }).waitFor();
  });

  it('say that a table is wider than the screen', async () => {
    await engine.upload('wide.csv', 'email,City,Note\nann@example.com,Oslo,x\n');
    const list = await createList(engine, 'Wide');
    await open(`/lists/${list}/import?directory=wide.csv`);
    await shows('ann@example.com');
    const sign = ui.page.getByText('scroll the table sideways');
    expect(await sign.count()).toBe(0);
    await ui.page.setViewportSize(NARROW);
    await sign.waitFor();
    await ui.page.setViewportSize(WIDE);
    await sign.waitFor({ state: 'detached' });
    expect(ui.problems).toEqual([]);
  });
});
