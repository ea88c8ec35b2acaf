import type { ValueExpression } from 'slonik';
import { z } from 'zod';
import { sql } from './slonik.ts';
import type { Database } from './slonik.ts';

/** Values by column; those that are undefined are left as they are. */
export type Columns = Readonly<Record<string, ValueExpression | undefined>>;

/** A table whose rows a fixture fills. */
export interface RowTable {
  readonly table: string;
  /** The column of the id; `id` where it is left out. */
  readonly idColumn?: string;
  /** Whether rows that are deleted stay, with the time in `deleted_at`. */
  readonly keepsDeleted?: boolean;
  /** Whether the time of the last change is in `updated_at`. */
  readonly keepsUpdated?: boolean;
}

const numbered = z.object({ id: z.number() });

/** Ids of an owner's rows of that identity, ignoring case; two at the most. */
export function findRowsByIdentity(
  db: Database,
  table: RowTable,
  owner: Columns,
  identity: Readonly<Record<string, string>>,
): Promise<readonly number[]> {
  const same = Object.entries(identity).map(
    ([column, value]) => sql.fragment`lower(${name(column)}) = lower(${value})`,
  );
  return find(db, table, [...belongingTo(owner), ...same]);
}

/** The same for the row of an id. */
export function findRowsById(db: Database, table: RowTable, owner: Columns, id: number): Promise<readonly number[]> {
  return find(db, table, [...belongingTo(owner), sql.fragment`${idOf(table)} = ${id}`]);
}

/** Adds a row. @returns its id */
export function insertRow(db: Database, table: RowTable, columns: Columns): Promise<number> {
  const given = givenOf(columns);
  return db.oneFirst(sql.type(numbered)`
    insert into ${name(table.table)} (${list(given.map(([column]) => name(column)))})
    values (${list(given.map(([, value]) => sql.fragment`${value}`))})
    returning ${idOf(table)} as id
  `);
}

/** Writes the columns that are given. @returns whether one of them had another value */
export async function updateRow(db: Database, table: RowTable, id: number, columns: Columns): Promise<boolean> {
  const given = givenOf(columns);
  if (given.length === 0) return false;
  const changes = given.map(([column, value]) => sql.fragment`${name(column)} = ${value}`);
  const differences = given.map(([column, value]) => sql.fragment`${name(column)} is distinct from ${value}`);
  const { rowCount } = await db.query(sql.unsafe`
    update ${name(table.table)}
    set ${list([...changes, ...(table.keepsUpdated === true ? [sql.fragment`updated_at = now()`] : [])])}
    where ${idOf(table)} = ${id} and (${sql.join(differences, sql.fragment` or `)})
  `);
  return rowCount > 0;
}

async function find(db: Database, table: RowTable, conditions: readonly Fragment[]): Promise<readonly number[]> {
  const alive = table.keepsDeleted === true ? [sql.fragment`deleted_at is null`] : [];
  return db.anyFirst(sql.type(numbered)`
    select ${idOf(table)} as id
    from ${name(table.table)}
    where ${sql.join([...conditions, ...alive], sql.fragment` and `)}
    limit 2
  `);
}

type Fragment = ReturnType<typeof sql.fragment>;

function belongingTo(owner: Columns): readonly Fragment[] {
  return givenOf(owner).map(([column, value]) => sql.fragment`${name(column)} is not distinct from ${value}`);
}

function givenOf(columns: Columns): readonly (readonly [string, ValueExpression])[] {
  return Object.entries(columns).flatMap(([column, value]) => (value === undefined ? [] : [[column, value] as const]));
}

function idOf({ idColumn = 'id' }: RowTable) {
  return name(idColumn);
}

function name(identifier: string) {
  return sql.identifier([identifier]);
}

function list(members: readonly (Fragment | ReturnType<typeof name>)[]) {
  return sql.join(members, sql.fragment`, `);
}
