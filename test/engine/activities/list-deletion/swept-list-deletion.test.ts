import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteSubscribers } from '../../../../engine/activities/list-deletion/delete-subscribers.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { createEnvironment } from '../pipeline.ts';

const SUBSCRIBERS = 600;

type Report = Awaited<ReturnType<ReturnType<typeof deleteSubscribers>>>;

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

describe('deleting the subscribers of a list that fills much of the table', () => {
  it('sweeps it page by page, and leaves other lists alone', async () => {
    const list = await createLargeList();

    const { deleted, total } = await untilBegun(list);
    expect(deleted).toBeLessThan(SUBSCRIBERS);
    expect(await rowsOf('subscribers', list.id)).toBe(total - deleted);
    expect(await untilDeleted(list)).toEqual({ deleted: SUBSCRIBERS, total: SUBSCRIBERS, more: false });

    expect(await rowsOf('subscribers', list.id)).toBe(0);
    expect(await emailsOf(list.other.id)).toEqual(['other@x.io']);
  });

  it('finds a subscriber in a page that is swept already, and what is queued for it', async () => {
    const list = await createLargeList();
    await untilBegun(list);
    await fixture.pool.query('vacuum subscribers');
    await fixture.addSubscribers(list.id, [{ email: 'late@x.io' }]);
    const { rows } = await fixture.pool.query(
      `select (s.ctid::text::point)[0] < d.swept_through as behind
         from subscribers s join list_deletions d using (mailing_list_id)
        where s.mailing_list_id = $1 and s.email = 'late@x.io'`,
      [list.id],
    );
    expect(rows).toEqual([{ behind: true }]);
    await fixture.pool.query(
      `insert into unsubscribe_events (mailing_list_id, subscriber_id) select mailing_list_id, id from subscribers`,
    );

    expect(await untilDeleted(list)).toMatchObject({ deleted: SUBSCRIBERS + 1, more: false });
    expect(await rowsOf('subscribers', list.id)).toBe(0);
    expect(await rowsOf('unsubscribe_events', list.id)).toBe(0);
    expect(await rowsOf('unsubscribe_events', list.other.id)).toBe(1);
  });

  it('deletes each subscriber once when two workers are at it', async () => {
    const list = await createLargeList();
    await Promise.all([deletion(list), deletion(list)]);
    expect(await untilDeleted(list)).toMatchObject({ deleted: SUBSCRIBERS, more: false });
    expect(await rowsOf('subscribers', list.id)).toBe(0);
  });
});

/** A list that is marked deleted, beside one with a single subscriber. */
async function createLargeList(): Promise<TestList & { other: TestList }> {
  const list = await fixture.createList();
  const other = await fixture.createList({ organizationId: list.organizationId });
  await fixture.addSubscribers(other.id, [{ email: 'other@x.io' }]);
  await fixture.addSubscribers(
    list.id,
    Array.from({ length: SUBSCRIBERS }, (_, n) => ({ email: `many${n}@x.io` })),
  );
  await fixture.pool.query('update mailing_lists set deleted_at = now() where id = $1', [list.id]);
  await fixture.pool.query('insert into list_deletions (mailing_list_id, organization_id) values ($1, $2)', [
    list.id,
    list.organizationId,
  ]);
  return { ...list, other };
}

/** One batch of three pages. */
function deletion(list: TestList): Promise<Report> {
  const limits = { batches: 1, firstBatch: 300, largestBatch: 300 };
  return createEnvironment().run(deleteSubscribers(fixture.deps, limits), { mailingListId: list.id });
}

/** Earlier pages of the table may hold other lists alone. */
function untilBegun(list: TestList): Promise<Report> {
  return deletionUntil(list, ({ deleted }) => deleted > 0);
}

function untilDeleted(list: TestList): Promise<Report> {
  return deletionUntil(list, ({ more }) => !more);
}

async function deletionUntil(list: TestList, isThere: (report: Report) => boolean): Promise<Report> {
  for (;;) {
    const report = await deletion(list);
    if (isThere(report)) return report;
  }
}

async function emailsOf(listId: number): Promise<string[]> {
  return (await fixture.readSubscribers(listId)).map(({ email }) => email);
}

async function rowsOf(table: string, listId: number): Promise<number> {
  const { rows } = await fixture.pool.query<{ n: number }>(
    `select count(*) as n from ${table} where mailing_list_id = $1`,
    [listId],
  );
  return rows[0]?.n ?? 0;
}
