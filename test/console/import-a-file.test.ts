import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createConsoleLink } from '../../engine/accounts/console-link.ts';
import { chromiumPath, NO_CHROMIUM, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';

const ROWS = 2000;
const BROKEN = 40;

describe('a user with a file', () => {
  let tested: TestConsole;
  beforeAll(async () => {
    if (chromiumPath !== null) tested = await startTestConsole({ isSignedIn: false });
  });
  afterAll(async () => {
    if (chromiumPath !== null) await tested.stop();
  });
  beforeEach((context) => context.skip(chromiumPath === null, NO_CHROMIUM));

  it('signs in with a key, which is in no cookie and no address', async () => {
    const { page, engine, address } = tested;
    await page.goto(address('/lists'));
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
    await page.getByRole('cell', { name: 'City' }).waitFor();
  });

  it('drops a file, and sees at once how another separator would read it', async () => {
    const { page } = tested;
    await page.getByRole('link', { name: 'Import a file' }).first().click();
    await page.getByRole('heading', { name: 'Import a file into News' }).waitFor();
    await page.getByText('Drop a CSV file here').waitFor();
    await inspect(page, 'import-file');
    // The page of an empty list takes a file, too.
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'News' }).click();
    await page.getByRole('heading', { name: 'News', exact: true }).waitFor();
    await drop(tested, 'people.csv', CSV);
    await page
      .getByText(`${ROWS.toLocaleString('en-GB')} rows`)
      .first()
      .waitFor();
    expect(await page.getByLabel('Field for the column Contact').inputValue()).toBe('email');
    expect(await page.getByLabel('Separator').inputValue()).toBe(';');

    await page.getByLabel('Separator').selectOption(',');
    await page.getByLabel('Field for the column Contact;Town;Age').waitFor();
    await page.getByText('Choose the column that has the addresses.').waitFor();
    await page.getByLabel('Separator').selectOption(';');
    await page.getByLabel('Field for the column Town').waitFor();
  });

  it('maps the columns, and creates a field that the list lacks', async () => {
    const { page } = tested;
    await page.getByLabel('Field for the column Town').selectOption('City');
    await page.getByLabel('Field for the column Age').selectOption({ label: 'Create a field …' });
    await page.getByLabel('Type of the field').selectOption('number');
    await page.getByRole('button', { name: 'Create field' }).click();
    await page.getByText('Age (number)').first().waitFor({ state: 'attached' });
    expect(await page.getByLabel('Field for the column Age').inputValue()).toBe('Age');
  });

  it('sees which rows would fail, before anything is written and after a reload', async () => {
    const { page, engine } = tested;
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('heading', { name: `${BROKEN} rows failed` }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: `${BROKEN} rows failed` }).waitFor();
    expect(await page.getByLabel('Field for the column Age').inputValue()).toBe('Age');
    await page.getByText(`${BROKEN} email is not a valid address`).waitFor();
    expect(await page.locator('mark').first().textContent()).toBe('broken 0');
    expect((await engine.call('GET', '/mailing_lists/1/subscribers')).data).toEqual([]);
    await inspect(page, 'import-check');

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the failed rows' }).click();
    expect((await download).suggestedFilename()).toMatch(/^import-\d+-failed\.csv$/);
  });

  it('starts the import with the button that says what will happen', async () => {
    const { page, engine } = tested;
    await page.getByRole('button', { name: 'Add 1,960 subscribers to News; 40 rows fail' }).click();
    await page.waitForURL(/\/console\/imports\/\d+$/);
    const id = page.url().split('/').at(-1) ?? '';
    await expect
      .poll(async () => (await engine.call('GET', `/subscriber_imports/${id}`)).data, { timeout: 60_000 })
      .toMatchObject({ state: 'finished', stats: { subscribers: { added: ROWS - BROKEN, failed: BROKEN } } });
  });

  it('goes to the lists and to a list by keys, and finds a subscriber by address', async () => {
    const { page } = tested;
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await page.getByRole('heading', { name: 'Lists' }).waitFor();
    await page.getByRole('img', { name: 'Subscribers of News: 1,960 active' }).waitFor();
    await page.getByRole('link', { name: 'News' }).click();
    await page
      .getByRole('cell', { name: /^reader\d+@example\.com$/ })
      .first()
      .waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('Reader77@');
    await page.getByRole('cell', { name: 'reader77@example.com' }).waitFor();
    await expect
      .poll(() =>
        page
          .getByRole('table', { name: /^Subscribers/ })
          .getByRole('row')
          .count(),
      )
      .toBe(2);
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
    const analyzed = await engine.call('POST', '/mailing_lists/1/subscriber_imports/analyze', {
      subscriber_import: { file_source: { type: 'upload', id } },
    });
    expect(analyzed.data.records).toEqual({ estimate: ROWS, is_exact: true });
  });

  it('schedules the import of a checked file', async () => {
    const { page, engine } = tested;
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('Defaults, a guard and the time').click();
    await page.getByLabel('Begin at').fill('2099-01-02T10:30');
    await page.getByRole('button', { name: /, beginning 2 Jan 2099, 10:30 / }).click();
    await page.waitForURL(/\/console\/imports\/\d+$/);
    const { data } = await engine.call('GET', `/subscriber_imports/${page.url().split('/').at(-1) ?? ''}`);
    expect(data).toMatchObject({ state: 'scheduled', dry_run_id: expect.any(Number) });
    expect(data.begins_at).toMatch(/^2099-01-0/);
  });

  it('is signed in by a one-time link, which leaves the address at once and works once', async () => {
    const { page, engine, address } = tested;
    const link = address('/lists') + String(await createConsoleLink(engine.app.db));
    const [first, second] = [await page.context().newPage(), await page.context().newPage()];
    await first.goto(link);
    await first.getByRole('link', { name: 'News' }).waitFor();
    expect(first.url()).toBe(address('/lists'));
    await second.goto(link);
    await second.getByText('The link was used already or has expired').waitFor();
    expect(second.url()).toBe(address('/lists'));
    await Promise.all([first.close(), second.close()]);
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

const CSV = [
  'Contact;Town;Age',
  ...Array.from({ length: ROWS }, (_, row) =>
    row % (ROWS / BROKEN) === 0 ? `broken ${row};Oslo;30` : `reader${row}@example.com;Lima;${20 + (row % 60)}`,
  ),
  '',
].join('\n');

/** Waits until the input with this label has the focus. */
async function focused({ page }: TestConsole, label: string): Promise<void> {
  await page.getByLabel(label).and(page.locator(':focus')).waitFor();
}

/** Drops a file onto the page, as a browser does when a user drags it there. */
async function drop({ page }: TestConsole, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    `(() => { const transfer = new DataTransfer(); transfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}, { type: 'text/csv' })); return transfer; })()`,
  );
  await page.locator('.drop').dispatchEvent('drop', { dataTransfer: transfer });
}

/** Sends the beginning of an upload, as a tab that was closed had done. */
async function beginUpload({ engine }: TestConsole, text: string, bytes: number): Promise<string> {
  const headers = { authorization: `Basic ${engine.apiKey}`, 'tus-resumable': '1.0.0' };
  const created = await engine.app.inject({
    method: 'POST',
    url: '/ga/api/v2/uploads',
    headers: {
      ...headers,
      'upload-length': String(Buffer.byteLength(text)),
      'upload-metadata': `filename ${Buffer.from('people.csv').toString('base64')}`,
    },
  });
  const id = String(created.headers.location).split('/').at(-1) ?? '';
  await engine.app.inject({
    method: 'PATCH',
    url: `/ga/api/v2/uploads/${id}`,
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    payload: Buffer.from(text).subarray(0, bytes),
  });
  return id;
}
