import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { COUNTERS } from '../../engine/domain/subscriber-imports.ts';
import { createImport, createList } from '../support/imports.ts';
import { chromiumPath, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';

const DAY_MS = 86_400_000;
const CSV = 'email\nann@example.com\n';
const TOTALS = JSON.stringify(Object.fromEntries(COUNTERS.map((name) => [name, 1])));

describe.skipIf(chromiumPath === null)('more ends of jobs than events are sent of', () => {
  let tested: TestConsole;
  let other: Page;
  beforeAll(async () => {
    tested = await startTestConsole();
    other = await tested.page.context().newPage();
    await other.addInitScript(`sessionStorage.setItem('sluice.api-key', '${tested.engine.apiKey}')`);
  });
  afterAll(() => tested.stop());

  /** In one transaction an import ends, the next one begins, and as many of another list end later as are sent at most. */
  const endMany = async (ends: number, begins: number, otherList: number) => {
    const { pool } = tested.engine;
    await pool.query(
      `with first as (
         update subscriber_imports set state = 'finished', finished_at = now() + interval '59 seconds', totals = $5
          where id = $1),
       next as (update subscriber_imports set finished_at = null, state = 'scheduled' where id = $2)
       insert into subscriber_imports (organization_id, mailing_list_id, begins_at, options, policy, state, finished_at, totals)
       select 1, $3, now(), '{}', '{}', 'finished', now() + interval '60 seconds', $5
         from generate_series(1, $4::int)`,
      [ends, begins, otherList, BOUNDS.allEventJobs.max, TOTALS],
    );
  };

  it('leave no job on a page as it was before', async () => {
    const { engine, page, address } = tested;
    const [list, others] = [await createList(engine, 'News'), await createList(engine, 'Others')];
    const later = { begins_at: new Date(Date.now() + DAY_MS).toISOString() };
    const [ends, begins] = [await createImport(engine, list, CSV, later), await createImport(engine, list, CSV, later)];
    await engine.pool.query(`update subscriber_imports set state = 'cancelled', finished_at = now() where id = $1`, [
      begins,
    ]);

    await page.goto(address(`/jobs?search=${ends}`));
    await other.goto(address(`/lists/${list}`));
    const stateIn = (tab: Page, id: number, state: string) =>
      tab
        .getByRole('row')
        .filter({ hasText: `Import ${id}` })
        .filter({ hasText: state })
        .waitFor();
    const running = other.locator('ul.running li');
    await stateIn(page, ends, 'scheduled');
    await stateIn(other, ends, 'scheduled');
    await stateIn(other, begins, 'cancelled');
    expect(await running.allTextContents()).toHaveLength(1);

    await endMany(ends, begins, others);
    await stateIn(page, ends, 'finished');
    await stateIn(other, ends, 'finished');
    await stateIn(other, begins, 'scheduled');
    expect(await running.allTextContents()).toHaveLength(1);
    expect(tested.problems).toEqual([]);
  });
});
