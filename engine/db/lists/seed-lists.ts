import { z } from 'zod';
import { readPage } from '../core/pages.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

const seedList = z.object({
  id: z.number(),
  organizationId: z.number(),
  name: z.string(),
  addresses: z.array(z.string()),
});
export type SeedList = z.infer<typeof seedList>;
export type SeedListAttributes = Pick<SeedList, 'name' | 'addresses'>;

/** A seed list as the records that use it show it. */
export const seedListName = z.object({ id: z.number(), name: z.string() });
export type SeedListName = z.infer<typeof seedListName>;

const columns = sql.fragment`id, organization_id as "organizationId", name, addresses`;

/** A page of an organization's seed lists; names are ordered ignoring case. @throws RequestedTooMany beyond `pageBytes` */
export function listSeedLists(
  db: Database,
  organizationId: number,
  page: { orderBy: 'id' | 'name'; limit: number; offset: number },
): Promise<readonly SeedList[]> {
  const order = page.orderBy === 'name' ? sql.fragment`lower(name), id` : sql.fragment`id`;
  return readPage(
    db,
    seedList,
    sql.fragment`
    select ${columns}
    from seed_lists
    where organization_id = ${organizationId}
    order by ${order}
    limit ${page.limit} offset ${page.offset}`,
  );
}

export async function countSeedLists(db: Database, organizationId: number): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from seed_lists where organization_id = ${organizationId}
  `);
}

/** The seed list of that id; `organizationId` null looks in every organization. */
export function findSeedList(db: Database, id: number, organizationId: number | null): Promise<SeedList | null> {
  return db.maybeOne(sql.type(seedList)`
    select ${columns}
    from seed_lists
    where id = ${id} and (${organizationId}::bigint is null or organization_id = ${organizationId})
  `);
}

/** Those of an organization's seed lists that have one of the ids or, ignoring case, one of the names. */
export function findSeedListNames(
  db: Database,
  organizationId: number,
  wanted: { ids: readonly number[]; names: readonly string[] },
): Promise<readonly SeedListName[]> {
  return db.any(sql.type(seedListName)`
    select id, name
    from seed_lists
    where organization_id = ${organizationId}
      and (id = any(${sql.array([...wanted.ids], 'int8')})
        or lower(name) in (select lower(wanted) from unnest(${sql.array([...wanted.names], 'text')}) wanted))
    order by id
  `);
}

/** Whether another seed list of the organization has that name, ignoring case. */
export function isSeedListNameTaken(
  db: Database,
  organizationId: number,
  name: string,
  exceptId: number | null,
): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1
    from seed_lists
    where organization_id = ${organizationId} and lower(name) = lower(${name})
      and id is distinct from ${exceptId}::bigint
  `);
}

/** @throws UniqueIntegrityConstraintViolationError when the name is taken. */
export function insertSeedList(db: Database, organizationId: number, list: SeedListAttributes): Promise<SeedList> {
  return db.one(sql.type(seedList)`
    insert into seed_lists (organization_id, name, addresses)
    values (${organizationId}, ${list.name}, ${sql.array([...list.addresses], 'text')})
    returning ${columns}
  `);
}

/** @throws UniqueIntegrityConstraintViolationError when the name is taken. */
export function updateSeedList(db: Database, id: number, list: SeedListAttributes): Promise<SeedList> {
  return db.one(sql.type(seedList)`
    update seed_lists
    set name = ${list.name}, addresses = ${sql.array([...list.addresses], 'text')}
    where id = ${id}
    returning ${columns}
  `);
}

export async function deleteSeedList(db: Database, id: number): Promise<void> {
  await db.query(sql.unsafe`delete from seed_lists where id = ${id}`);
}
