import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';

const NAMES = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay', 'gus'];
/** The subscribers of a deleted list. */
export const EMAILS = NAMES.map((name) => `${name}@x.io`);

/** A list of seven subscribers that is marked deleted, beside one that is not. */
export async function deletedList(fixture: ImportFixture): Promise<TestList & { other: TestList }> {
  const list = await fixture.createList();
  const other = await fixture.createList({ organizationId: list.organizationId });
  for (const email of EMAILS) {
    // In turns, so that ids of the two lists lie between each other.
    await fixture.addSubscribers(list.id, [{ email }]);
    await fixture.addSubscribers(other.id, [{ email }]);
  }
  await fixture.pool.query('update mailing_lists set deleted_at = now() where id = $1', [list.id]);
  await fixture.pool.query('insert into list_deletions (mailing_list_id, organization_id) values ($1, $2)', [
    list.id,
    list.organizationId,
  ]);
  return { ...list, other };
}
