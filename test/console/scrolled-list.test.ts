import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createList } from '../support/imports.ts';
import { chromiumPath, NARROW, startTestConsole, WIDE } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';
import { tabThrough } from './support/keyboard.ts';

const ROWS = 100_000;
const DRAWN_AT_MOST = 100;
/** Expression for the box in scripts of the page. */
const BOX = `document.querySelector('.scrolled')`;
/** The number of the row in the middle of the box, from 1. */
const SEEN_ROW = `(() => {
  ${BOX}.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = ${BOX}.getBoundingClientRect();
  const row = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('tr');
  return row?.textContent.includes('@') ? Number(row.getAttribute('aria-rowindex')) - 1 : 0;
})()`;
/** The pixels between the last row and the end of the box. */
const BELOW_LAST = `${BOX}.getBoundingClientRect().bottom -
  ${BOX}.querySelector('tbody tr:last-child').getBoundingClientRect().bottom`;
/** Drags the scroll bar from the top to the end, in so many frames. */
const DRAG = (frames: number) => `(async () => {
  for (let frame = 0; frame <= ${frames}; frame++) {
    ${BOX}.scrollTop = ${BOX}.scrollHeight * (frame / ${frames});
    await new Promise(requestAnimationFrame);
  }
})()`;

describe.skipIf(chromiumPath === null)('the subscribers of a long list', () => {
  let ui: TestConsole;
  let list: number;
  const requests: string[] = [];
  beforeAll(async () => {
    ui = await startTestConsole();
    list = await createList(ui.engine, 'Long');
    await ui.engine.pool.query(
      `insert into subscribers (mailing_list_id, key, email)
       select $1::bigint, address, address
       from generate_series(1, $2::int) n, concat('reader', lpad(n::text, 6, '0'), '@example.com') address`,
      [list, ROWS],
    );
    await ui.engine.pool.query(
      `insert into subscriber_counts (mailing_list_id, active) values ($1, $2)
       on conflict (mailing_list_id) do update set active = excluded.active`,
      [list, ROWS],
    );
    ui.page.on('request', (request) => {
      if (/\/subscribers\?/.test(request.url())) requests.push(request.url());
    });
  });
  afterAll(() => ui.stop());

  const box = () => ui.page.getByRole('region', { name: 'Subscribers, scrolled' });
  const open = async () => {
    await ui.page.goto(ui.address(`/lists/${list}`));
    await ui.page.getByRole('cell', { name: 'reader000001@example.com' }).waitFor();
  };
  const scrollTo = (share: number) => ui.page.evaluate(`${BOX}.scrollTop = ${BOX}.scrollHeight * ${share}`);
  const seenRow = () => expect.poll(() => ui.page.evaluate<number>(SEEN_ROW), { timeout: 10_000 });
  const drawn = () => ui.page.locator('.scrolled tr').count();

  it('are shown in the middle and at the end, each with its number, and few rows are in the page', async () => {
    await open();
    expect(await ui.page.getByRole('table', { name: 'Subscribers' }).getAttribute('aria-rowcount')).toBe('100001');
    for (const [share, row] of [
      [0.5, 50_000],
      [0.25, 25_000],
    ] as const) {
      await scrollTo(share);
      await seenRow().toBeGreaterThan(row);
      await seenRow().toBeLessThan(row + 20);
      // The header is the first row.
      const text = await ui.page.locator(`tr[aria-rowindex="${row + 11}"]`).textContent();
      expect(text).toContain(`reader${String(row + 10).padStart(6, '0')}@example.com`);
      expect(await drawn()).toBeLessThan(DRAWN_AT_MOST);
    }
    await scrollTo(1);
    await ui.page.getByRole('cell', { name: 'reader100000@example.com' }).waitFor();
    await seenRow().toBeGreaterThan(ROWS - 20);
    expect(Math.abs(Number(await ui.page.evaluate(BELOW_LAST)))).toBeLessThan(3);
    expect(await drawn()).toBeLessThan(DRAWN_AT_MOST);
  });

  it('are not requested where they are scrolled past', async () => {
    await open();
    const before = requests.length;
    await ui.page.evaluate(DRAG(100));
    await ui.page.getByRole('cell', { name: 'reader100000@example.com' }).waitFor();
    // Of the 2,000 pages. A frame that takes longer than the view must rest is read.
    expect(requests.length - before).toBeLessThan(20);
  });

  it('are scrolled by keys, and read on by token from where they were jumped to', async () => {
    await open();
    await box().focus();
    await ui.page.keyboard.press('PageDown');
    await seenRow().toBeGreaterThan(12);
    await scrollTo(0.5);
    await seenRow().toBeGreaterThan(50_000);
    const before = requests.length;
    for (let presses = 1; presses <= 12; presses++) {
      await ui.page.keyboard.press('PageDown');
      await seenRow().toBeGreaterThan(50_000 + presses * 8);
    }
    const read = requests.slice(before);
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter((url) => !url.includes('page_token='))).toEqual([]);
    await ui.page.keyboard.press('End');
    await seenRow().toBeGreaterThan(ROWS - 20);
    await ui.page.keyboard.press('Home');
    await seenRow().toBeLessThan(20);
  });

  it('are scrolled 375 pixels wide, too, and pass the checks of a page', async () => {
    await open();
    await scrollTo(0.5);
    await seenRow().toBeGreaterThan(50_000);
    await ui.page.setViewportSize(NARROW);
    // The row at the top stays there.
    await seenRow().toBeGreaterThan(49_990);
    await seenRow().toBeLessThan(50_020);
    await scrollTo(0.75);
    await seenRow().toBeGreaterThan(74_990);
    await seenRow().toBeLessThan(75_010);
    expect(await drawn()).toBeLessThan(DRAWN_AT_MOST);
    await ui.page.setViewportSize(WIDE);
    await seenRow().toBeGreaterThan(74_990);
    await inspect(ui.page, 'list-long');
    await tabThrough(ui.page, 'a long list');
    expect(ui.problems).toEqual([]);
  });
});
