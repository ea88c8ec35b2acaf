import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGate } from '../e2e/support/gate.ts';
import { startRoleProcess } from '../e2e/support/role-process.ts';
import { chromiumPath, NO_CHROMIUM, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { marked } from './support/chart.ts';
import { inspect } from './support/inspect.ts';
import { beginUpload, BROKEN, CSV, drop, focused, ROWS, watchBar } from './support/wizard.ts';
import type { WatchedBar } from './support/wizard.ts';

/** A worker that was killed is missed when its heartbeats have been. */
const RECOVERED = { timeout: 120_000 };
/** Ten chunks, of which the tests hold some. */
const SETTINGS = { CHUNK_ROWS: '5000', RANGE_BYTES: '500000' };

describe('a user with a file', () => {
  let tested: TestConsole;
  let bar: WatchedBar;
  let failedRows: string;
  beforeAll(async () => {
    if (chromiumPath === null) return;
    tested = await startTestConsole({ isSignedIn: false, settings: SETTINGS });
    bar = await watchBar(tested);
  });
  afterAll(async () => {
    if (chromiumPath !== null) await tested.stop();
  });
  beforeEach((context) => context.skip(chromiumPath === null, NO_CHROMIUM));

  const button = (name: string) => tested.page.getByRole('button', { name, exact: true });
  const isMarked = (state: string, options = {}) => marked(tested.page, state, options);
  const holdChunks = (from: number) =>
    createGate(tested.engine, { before: 'update', on: 'import_chunks', when: `new.chunk_number >= ${from}` });

  it('signs in with a key, which is in no cookie and no address', async () => {
    const { page, engine, address } = tested;
    await page.goto(address('/lists'));
    await button('Use an API key instead').click();
    await page.getByLabel('API key').fill('bm90IGEga2V5');
    await page.keyboard.press('Enter');
    await page.getByText('The service does not accept this key.').waitFor();
    await inspect(page, 'sign-in');

    await page.getByLabel('API key').fill(engine.apiKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Lists' }).waitFor();
    expect(page.url()).toBe(address('/lists'));
    expect(await page.context().cookies()).toEqual([]);
  });

  it('creates a list with a field by keyboard alone', async () => {
    const { page } = tested;
    await page.getByText('There is no list yet.').waitFor();
    await page.getByRole('button', { name: 'New list' }).press('Enter');
    await focused(tested, 'Name of the list');
    await page.keyboard.type('News');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await focused(tested, 'Name of field 1');
    await page.keyboard.type('City');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'News' }).waitFor();
    await page.getByRole('cell', { name: 'City', exact: true }).waitFor();
  });

  it('drops a file, and sees at once how another separator would read it', async () => {
    const { page } = tested;
    await page.getByRole('link', { name: 'Import a file' }).first().click();
    await page.getByRole('heading', { name: 'Import a file into News' }).waitFor();
    await page.getByText('Drop a CSV file').waitFor();
    await inspect(page, 'import-file');
    // The page of an empty list takes a file, too.
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'News' }).click();
    await page.getByRole('heading', { name: 'News', exact: true }).waitFor();
    await drop(tested, 'people.csv', CSV);
    await page.getByLabel('Field for the column Contact').waitFor();
    expect(await page.getByLabel('Field for the column Contact').inputValue()).toBe('email');
    expect(await page.getByLabel('Separator').inputValue()).toBe(';');

    await page.getByLabel('Separator').selectOption(',');
    await page.getByLabel('Field for the column Contact;Where;Age').waitFor();
    await page.getByText('Choose the column that has the addresses.').first().waitFor();
    await page.getByLabel('Separator').selectOption(';');
    await page.getByLabel('Field for the column Where').waitFor();
  });

  it('maps the columns, and creates a field that the list lacks', async () => {
    const { page } = tested;
    await page.getByLabel('Field for the column Where').selectOption('City');
    await page.getByLabel('Field for the column Age').selectOption({ label: 'Create a field …' });
    await page.getByLabel('Type of the field').selectOption('number');
    await page.getByRole('button', { name: 'Create field' }).click();
    await page.getByText('Age (whole number)').first().waitFor({ state: 'attached' });
    expect(await page.getByLabel('Field for the column Age').inputValue()).toBe('Age');
  });

  it('sees which rows would fail, before anything is written and after a reload', async () => {
    const { page, engine } = tested;
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('heading', { name: '500 rows would fail' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: '500 rows would fail' }).waitFor();
    expect(await page.getByLabel('Field for the column Age').inputValue()).toBe('Age');
    await page.getByText('500 rows: email is not a valid address').waitFor();
    expect(await page.locator('mark').first().textContent()).toBe('broken 0');
    expect(await page.getByRole('rowheader').allTextContents()).toEqual(['2', '102', '202']);
    expect((await engine.call('GET', '/mailing_lists/1/subscribers')).data).toEqual([]);
    await inspect(page, 'import-check');
  });

  it('starts the import, pauses it, and sees it end exactly although its worker is killed', async () => {
    const { page, engine } = tested;
    const [first, second] = [await holdChunks(3), await holdChunks(6)];
    await button('Add 49,500 subscribers to News; 500 rows fail').click();
    await page.waitForURL(/\/console\/imports\/\d+$/);
    await isMarked('importing');
    const before = await bar.above(0);
    await inspect(page, 'import-running');
    await first.open();
    const after = await bar.above(before);

    await button('Pause').click();
    await isMarked('paused');
    expect(await button('Pause').count()).toBe(0);
    await page.reload();
    await isMarked('paused');
    expect(await bar.above(0)).toBeGreaterThanOrEqual(after);
    expect(await page.locator('svg.wide .back text').first().textContent()).toBe('importing');
    await inspect(page, 'import-paused');

    await engine.stopWorker();
    const worker = await startRoleProcess('worker', engine.config);
    await button('Unpause').press('Enter');
    await second.reached();
    await isMarked('importing');
    await worker.kill();
    await page.reload();
    await isMarked('importing');
    await second.open();
    await engine.startWorker();

    await isMarked('finished', RECOVERED);
    await page.getByText('50,000 of 50,000 rows (100 %)').waitFor();
    await page.getByRole('link', { name: '49,500 added' }).waitFor();
    await page.getByText('Each of the 50,000 records has one outcome.').waitFor();
    const seen = await bar.figures();
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    for (const what of ['create', 'pause', 'unpause'])
      await page.getByRole('cell', { name: what, exact: true }).waitFor();
  });

  it('downloads the rows that failed, and opens the log of those that did not', async () => {
    const { page, engine } = tested;
    const id = page.url().split('/').at(-1) ?? '';
    const [download] = await Promise.all([page.waitForEvent('download'), button('Download the failed rows').click()]);
    expect(download.suggestedFilename()).toBe(`import-${id}-failed.csv`);
    failedRows = await readFile(await download.path(), 'utf8');
    expect(failedRows).toBe(`\uFEFF${await engine.text(`/subscriber_imports/${id}/logs/failed`)}`);
    expect(failedRows.trim().split('\n')).toHaveLength(1 + BROKEN);
    await page.getByRole('link', { name: '49,500 added' }).click();
    await page.getByRole('heading', { name: 'Rows that were added' }).waitFor();
    await page
      .getByText(/^reader\d+@example\.com$/)
      .first()
      .waitFor();
  });

  it('repairs the rows and imports them, mapped as before, so that all are there', async () => {
    const { page, engine, address } = tested;
    await page.goto(address('/lists/1/import'));
    await drop(tested, 'repaired.csv', failedRows.replaceAll(/^broken (\d+)/gm, 'reader$1@example.com'));
    const chosen = async (column: string) => page.getByLabel(`Field for the column ${column}`).inputValue();
    await page.getByLabel('Field for the column Error').waitFor();
    expect(await Promise.all(['Contact', 'Where', 'Age', 'Error'].map(chosen))).toEqual(['email', 'City', 'Age', '']);
    await button('Check the file').click();
    await button('Add 500 subscribers to News').click();
    await page.waitForURL(/\/console\/imports\/\d+$/);
    await isMarked('finished');
    await page.getByText('500 of 500 rows (100 %)').waitFor();
    const { data } = await engine.call('GET', '/subscriber_counts');
    expect(data.mailing_lists).toMatchObject([{ counts: { active: ROWS } }]);
  });

  it('goes to each page by its keys, from there to a list, and finds a subscriber by address', async () => {
    const { page } = tested;
    for (const [key, title] of Object.entries({ j: 'Jobs', s: 'Settings', l: 'Lists' })) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor();
    }
    await page.getByRole('img', { name: 'Subscribers of News: 50,000 active' }).waitFor();
    await page.getByRole('link', { name: 'News' }).click();
    await page
      .getByRole('cell', { name: /^reader\d+@example\.com$/ })
      .first()
      .waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('Reader77@');
    await page.getByRole('cell', { name: 'reader77@example.com' }).waitFor();
    const found = page.getByRole('table', { name: /^Subscribers/ }).getByRole('row');
    await expect.poll(() => found.count()).toBe(2);
  });

  it('continues an upload of which a part has arrived, with the same file', async () => {
    const { page, engine, address } = tested;
    const id = await beginUpload(tested, CSV, 1000);
    await page.goto(address(`/lists/1/import?upload=${id}&file=people.csv`));
    await page.getByText(/^1 kB of .* of people\.csv have arrived\./).waitFor();
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(CSV),
    });
    await page.getByLabel('Field for the column Contact').waitFor();
    expect(page.url()).toContain(`upload=${id}`);
    const { rows } = await engine.pool.query('select received_bytes as bytes from uploads where id = $1', [id]);
    expect(rows).toEqual([{ bytes: CSV.length }]);
  });

  it('schedules the import of a checked file', async () => {
    const { page, engine } = tested;
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('Defaults, a limit and the time').click();
    await page.getByLabel('Begin at').fill('2099-01-02T10:30');
    await page.getByRole('button', { name: /, beginning 2 Jan 2099, 10:30 / }).click();
    await page.waitForURL(/\/console\/imports\/\d+$/);
    const { data } = await engine.call('GET', `/subscriber_imports/${page.url().split('/').at(-1) ?? ''}`);
    expect(data).toMatchObject({ state: 'scheduled', dry_run_id: expect.any(Number) });
    expect(data.begins_at).toMatch(/^2099-01-0/);
  });

  it('deletes the list after typing its name', async () => {
    const { page, engine, address } = tested;
    await page.goto(address('/lists/1'));
    await page.getByRole('button', { name: 'Delete News …' }).click();
    const remove = page.getByRole('button', { name: 'Delete the list and its subscribers' });
    expect(await remove.isDisabled()).toBe(true);
    await page.getByLabel('Type the name of the list to confirm: News').fill('News');
    await remove.click();
    await page.waitForURL(/\/console\/deletions\/1$/);
    expect((await engine.call('GET', '/mailing_lists/1/deletion')).data).toMatchObject({ mailing_list_name: 'News' });
  });

  it('has had no error of a script and nothing blocked by the content security policy', () => {
    expect(tested.problems).toEqual([]);
  });
});
