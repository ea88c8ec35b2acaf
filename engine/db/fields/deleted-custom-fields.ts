import { z } from 'zod';
import { customField, fieldColumns, matching, ownedBy } from './custom-fields.ts';
import type { FieldFilter, FieldPage, FieldScope } from './custom-fields.ts';
import { readPage } from '../core/pages.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

const deletedField = customField.extend({ deletedAt: z.date() });
export type DeletedCustomField = z.infer<typeof deletedField>;

/** A page of the deleted fields of a scope. @throws RequestedTooMany beyond `pageBytes` */
export function listDeletedCustomFields(
  db: Database,
  scope: FieldScope,
  filter: FieldFilter,
  page: FieldPage,
): Promise<readonly DeletedCustomField[]> {
  const order = page.orderBy === 'name' ? sql.fragment`lower(name), id` : sql.fragment`id`;
  return readPage(
    db,
    deletedField,
    sql.fragment`
      select ${fieldColumns}, deleted_at as "deletedAt"
      from custom_fields
      where deleted_at is not null and ${ownedBy(scope)} and ${matching(filter)}
      order by ${order}
      limit ${page.limit} offset ${page.offset}`,
  );
}

export async function countDeletedCustomFields(db: Database, scope: FieldScope, filter: FieldFilter): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from custom_fields where deleted_at is not null and ${ownedBy(scope)} and ${matching(filter)}
  `);
}

/** Marks a field deleted; its values stay where they are and are shown no more. */
export async function deleteCustomField(db: Database, id: number): Promise<void> {
  await db.query(sql.unsafe`update custom_fields set deleted_at = now() where id = ${id}`);
}
