import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';

describe.skipIf(chromiumPath === null)('500 lists', () => {
  let ui: TestConsole;
  beforeAll(async () => {
    ui = await startTestConsole();
    await ui.engine.pool.query(
      `insert into mailing_lists (organization_id, name)
       select min(o.id), concat('List ', lpad(n::text, 3, '0'))
       from organizations o, generate_series(1, 500) n group by n order by n`,
    );
  });
  afterAll(() => ui.stop());

  const shows = (name: string) => ui.page.getByRole('link', { name, exact: true }).waitFor();
  const rows = () => ui.page.getByRole('table', { name: 'Lists' }).getByRole('row');

  it('are shown 50 at a time', async () => {
    await ui.page.goto(ui.address('/lists'));
    await shows('List 050');
    expect(await rows().count()).toBe(1 + 50);
    await ui.page.getByText('Page 1 of 10, 500 lists').waitFor();
    await ui.page.getByRole('button', { name: 'Next' }).click();
    await shows('List 051');
    await shows('List 100');
    await inspect(ui.page, 'lists-many');
  });

  it('are found by name from any page, to which an empty search goes back', async () => {
    const search = ui.page.getByRole('searchbox', { name: 'Search lists by name' });
    await search.fill('list 49');
    await shows('List 499');
    expect(await rows().count()).toBe(1 + 10);
    expect(await ui.page.getByRole('navigation', { name: 'Pages of lists' }).count()).toBe(0);
    await search.fill('');
    await ui.page.getByText('Page 2 of 10, 500 lists').waitFor();
    await shows('List 051');
    expect(ui.problems).toEqual([]);
  });
});
