import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatCount } from '../../console/parts/format.ts';
import { createGate } from '../e2e/support/gate.ts';
import { createImport, createList, csvOfAddresses, untilImport } from '../support/imports.ts';
import { chromiumPath, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { watchBar } from './support/wizard.ts';

const ROWS = 6_000;
/** Three chunks, of which the first is imported. */
const SETTINGS = { CHUNK_ROWS: '2000' };
/** State of the import by its events, which are read once a second and so can be older than the record. */
const OLDER = { state: 'downloading', progress_value: 1, progress_total: ROWS, counters: { added: 1 } };

describe.skipIf(chromiumPath === null)('an event that is older than what the page has read', () => {
  let tested: TestConsole;
  let list: number;
  let id: number;
  beforeAll(async () => {
    tested = await startTestConsole({ settings: SETTINGS });
    list = await createList(tested.engine, 'News');
    await tested.page.route(/\/events(_on_all_organizations)?$/, (route) => {
      const job = { job_type: 'SubscriberImport', id, organization_id: 1, mailing_list_id: list, dry_run: false };
      const unknown = { health: 'ok', rate: null, seconds_left: null, error_message: null };
      const data = JSON.stringify({ ...job, ...OLDER, ...unknown, place_in_queue: 7 });
      return route.fulfill({ contentType: 'text/event-stream', body: `event: job\ndata: ${data}\n\n` });
    });
  });
  afterAll(() => tested.stop());

  it('takes nothing back: not from the bar of the job, its outcomes or the tables', async () => {
    const { engine, page, address } = tested;
    const others = await createGate(engine, { before: 'update', on: 'import_chunks', when: 'new.chunk_number > 0' });
    id = await createImport(engine, list, csvOfAddresses(ROWS));
    await others.reached();
    const { stats } = await untilImport(engine, id, (detail) => detail.stats.records_imported > 1);
    const done = `${formatCount(stats.records_imported)} of ${formatCount(ROWS)}`;

    const bar = await watchBar(tested);
    await page.goto(address(`/imports/${id}`));
    await page.getByText('waits for a slot at place 7').waitFor();
    await page.getByText(`${done} rows`).waitFor();
    expect(await bar.figures()).toEqual([stats.records_imported]);
    await page.getByRole('img', { name: `Rows by outcome: ${formatCount(stats.subscribers.added)} added` }).waitFor();

    const shows = async (path: string, figure: string) => {
      await page.goto(address(path));
      const event = page
        .getByRole('row')
        .filter({ hasText: `Import ${id}` })
        .filter({ hasText: 'downloading' });
      await event.filter({ has: page.getByRole('cell', { name: figure, exact: true }) }).waitFor();
    };
    await shows('/jobs', done);
    await shows(`/lists/${list}`, `${formatCount(stats.subscribers.added)} added`);
  });
});
