import { z } from 'zod';
import { columnRule } from '../../domain/column-rules.ts';
import { readPage } from '../core/pages.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

const columnRuleSet = z.object({
  id: z.number(),
  organizationId: z.number(),
  name: z.string(),
  /** By what the columns feed. */
  columns: z.record(columnRule),
  createdAt: z.date(),
  updatedAt: z.date(),
});
/** Rules for the columns of imports, saved under a name for all lists of an organization. */
export type ColumnRuleSet = Readonly<z.infer<typeof columnRuleSet>>;
export type ColumnRuleSetAttributes = Pick<ColumnRuleSet, 'name' | 'columns'>;

const columns = sql.fragment`
  id, organization_id as "organizationId", name, columns, created_at as "createdAt", updated_at as "updatedAt"`;

/** A page of an organization's sets, by their names ignoring case. @throws RequestedTooMany beyond `pageBytes` */
export function listColumnRuleSets(
  db: Database,
  organizationId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly ColumnRuleSet[]> {
  return readPage(
    db,
    columnRuleSet,
    sql.fragment`
    select ${columns}
    from column_rule_sets
    where organization_id = ${organizationId}
    order by lower(name), id
    limit ${limit} offset ${offset}`,
  );
}

/** The number of an organization's sets. */
export async function countColumnRuleSets(db: Database, organizationId: number): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from column_rule_sets where organization_id = ${organizationId}
  `);
}

/** The set of that id; `reach` null looks in every organization. */
export function findColumnRuleSet(db: Database, id: number, reach: number | null): Promise<ColumnRuleSet | null> {
  return db.maybeOne(sql.type(columnRuleSet)`
    select ${columns}
    from column_rule_sets
    where id = ${id} and (${reach}::bigint is null or organization_id = ${reach})
  `);
}

/** The set of an organization that has the name, ignoring case. */
export function findNamedColumnRuleSet(
  db: Database,
  organizationId: number,
  name: string,
): Promise<ColumnRuleSet | null> {
  return db.maybeOne(sql.type(columnRuleSet)`
    select ${columns}
    from column_rule_sets
    where organization_id = ${organizationId} and lower(name) = lower(${name})
  `);
}

/** The set of an organization that has the name, ignoring case, or the id. */
export function findReferencedRuleSet(
  db: Database,
  organizationId: number,
  reference: string | number,
): Promise<ColumnRuleSet | null> {
  return typeof reference === 'number'
    ? findColumnRuleSet(db, reference, organizationId)
    : findNamedColumnRuleSet(db, organizationId, reference);
}

/** @throws UniqueIntegrityConstraintViolationError when the name is taken. */
export function insertColumnRuleSet(
  db: Database,
  organizationId: number,
  set: ColumnRuleSetAttributes,
): Promise<ColumnRuleSet> {
  return db.one(sql.type(columnRuleSet)`
    insert into column_rule_sets (organization_id, name, columns)
    values (${organizationId}, ${set.name}, ${JSON.stringify(set.columns)}::jsonb)
    returning ${columns}
  `);
}

/** @throws UniqueIntegrityConstraintViolationError when the name is taken. */
export function updateColumnRuleSet(db: Database, id: number, set: ColumnRuleSetAttributes): Promise<ColumnRuleSet> {
  return db.one(sql.type(columnRuleSet)`
    update column_rule_sets
    set name = ${set.name}, columns = ${JSON.stringify(set.columns)}::jsonb, updated_at = now()
    where id = ${id}
    returning ${columns}
  `);
}

export async function deleteColumnRuleSet(db: Database, id: number): Promise<void> {
  await db.query(sql.unsafe`delete from column_rule_sets where id = ${id}`);
}
