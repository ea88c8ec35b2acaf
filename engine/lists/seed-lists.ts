import type { Database } from '../db/core/slonik.ts';
import { isSeedListUsed } from '../db/lists/seed-list-uses.ts';
import { deleteSeedList, insertSeedList, isSeedListNameTaken, updateSeedList } from '../db/lists/seed-lists.ts';
import type { SeedList, SeedListAttributes } from '../db/lists/seed-lists.ts';
import { ValidationFailed } from '../platform/errors.ts';
import { inOrganization } from './in-organization.ts';

/** Whether another seed list of the organization has the name. */
export type IsNameTaken = (name: string) => Promise<boolean>;

/** Finds the seed list to write. @throws NotFound */
export type FindSeedList = (db: Database) => Promise<SeedList>;

/** Adds a seed list. @throws what `read` does */
export function createSeedList(
  db: Database,
  organizationId: number,
  read: (isNameTaken: IsNameTaken) => Promise<SeedListAttributes>,
): Promise<SeedList> {
  return inOrganization(db, organizationId, async (transaction) => {
    const list = await read((name) => isSeedListNameTaken(transaction, organizationId, name, null));
    return insertSeedList(transaction, organizationId, list);
  });
}

/** Changes a seed list. @throws what `find` and `read` do */
export async function changeSeedList(
  db: Database,
  find: FindSeedList,
  read: (current: SeedList, isNameTaken: IsNameTaken) => Promise<SeedListAttributes>,
): Promise<SeedList> {
  const { organizationId } = await find(db);
  return inOrganization(db, organizationId, async (transaction) => {
    const current = await find(transaction);
    const list = await read(current, (name) => isSeedListNameTaken(transaction, organizationId, name, current.id));
    return updateSeedList(transaction, current.id, list);
  });
}

/** Deletes a seed list. @throws what `find` does; ValidationFailed while other records use it */
export async function removeSeedList(db: Database, find: FindSeedList): Promise<void> {
  const { organizationId } = await find(db);
  await inOrganization(db, organizationId, async (transaction) => {
    const { id } = await find(transaction);
    if (await isSeedListUsed(transaction, id)) throw new ValidationFailed('the seed list is used by other records');
    await deleteSeedList(transaction, id);
  });
}
