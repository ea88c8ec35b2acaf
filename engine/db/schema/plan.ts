import type { Queryable } from '../core/connections.ts';
import { findPending } from './applied-migrations.ts';
import { effectsOf } from './effects.ts';
import type { Effect, RowWork, TableLock } from './effects.ts';
import { secondsOfIndex, secondsPerByte } from './sample.ts';
import { readMigrations } from './migration.ts';
import type { Migration } from './migration.ts';

/** A migration that was not applied. */
export interface PlannedMigration {
  readonly version: number;
  readonly name: string;
  readonly description: string;
  /** Null: every earlier version continues; its own version: none does. */
  readonly servesFrom: number | null;
  readonly isOutsideTransaction: boolean;
  readonly steps: readonly PlannedStep[];
}

/** Effect of a migration on a table that may have rows. Null is not known. */
export interface PlannedStep {
  /** The statement, or the part of it. */
  readonly action: string;
  readonly table: string | null;
  readonly lock: TableLock | null;
  readonly work: RowWork | null;
  readonly size: TableSize | null;
  /** As long as it takes to read the rows so often, by a sample of the table; 0 where no rows are read. */
  readonly atLeastSeconds: number | null;
  /** As long as the building of its index takes in addition, estimated by one of a sample; 0 where it builds none. */
  readonly indexSeconds: number | null;
}

/** The present size of a table, with its partitions and without its indexes. */
export interface TableSize {
  /** As the last analysis has estimated it; null: never analyzed. */
  readonly rows: number | null;
  readonly bytes: number;
  /** The table, or its largest partition. */
  readonly largest: string;
}

/**
 * Finds what the pending migrations do to this database. It reads some pages of each table whose rows they read, copies them into a
 * temporary table to build indexes of them, and changes nothing.
 */
export async function planMigrations(
  db: Queryable,
  migrations: readonly Migration[] = readMigrations(),
): Promise<readonly PlannedMigration[]> {
  const planned: PlannedMigration[] = [];
  for (const migration of await findPending(db, migrations)) {
    const { version, name, description, servesFrom, isOutsideTransaction, statements } = migration;
    const steps: PlannedStep[] = [];
    const before = planned.flatMap((each) => each.steps);
    for (const statement of statements) steps.push(...(await planStatement(db, statement, [...before, ...steps])));
    planned.push({ version, name, description, servesFrom, isOutsideTransaction, steps });
  }
  return planned;
}

/** @param before steps that come before the statement */
async function planStatement(
  db: Queryable,
  statement: string,
  before: readonly PlannedStep[],
): Promise<readonly PlannedStep[]> {
  const effects = effectsOf(statement);
  if (effects === null) {
    const action = statement.replace(/\s+/g, ' ').slice(0, SHOWN_CHARACTERS);
    return [{ action, table: null, lock: null, work: null, size: null, atLeastSeconds: null, indexSeconds: null }];
  }
  const steps: PlannedStep[] = [];
  for (const { index, ...effect } of effects) {
    const size = await readSize(db, effect.table);
    const atLeastSeconds = await estimate(db, effect.work, size);
    steps.push({
      ...effect,
      size,
      atLeastSeconds,
      indexSeconds: await estimateIndex(db, { effect, index, size, before }),
    });
  }
  return steps;
}

const SHOWN_CHARACTERS = 80;

/** @returns null: there is no such table, or not yet */
async function readSize(db: Queryable, table: string): Promise<TableSize | null> {
  const { rows } = await db.query<TableSize>(
    `with parts as (
       select c.oid, c.reltuples, pg_relation_size(c.oid) as bytes
         from pg_class c
        where c.relkind in ('r', 'm')
          and (c.oid = to_regclass($1) or c.oid in (select relid from pg_partition_tree(to_regclass($1)) where isleaf))
     )
     select case when min(reltuples) >= 0 then sum(reltuples)::double precision end as rows,
            sum(bytes)::double precision as bytes,
            (select oid::regclass::text from parts order by bytes desc, oid limit 1) as largest
       from parts having count(*) > 0`,
    [table],
  );
  return rows[0] ?? null;
}

/** Minimum number of times that the rows are read. */
const READINGS: Readonly<Record<Exclude<RowWork, 'none'>, number>> = {
  ...{ scan: 1, index: 1, 'concurrent index': 2, rewrite: 1, update: 1 },
  // Between two batches it pauses for as long as one takes.
  batches: 2,
};

async function estimate(db: Queryable, work: RowWork | null, size: TableSize | null): Promise<number | null> {
  if (work === 'none') return 0;
  if (work === null || size === null) return null;
  if (size.bytes === 0) return 0;
  return READINGS[work] * size.bytes * (await secondsPerByte(db, size.largest));
}

interface IndexToBuild {
  readonly effect: Effect;
  /** Undefined where it is not known. */
  readonly index: string | undefined;
  readonly size: TableSize | null;
  readonly before: readonly PlannedStep[];
}

async function estimateIndex(db: Queryable, { effect, index, size, before }: IndexToBuild): Promise<number | null> {
  const { work, table } = effect;
  if (work === null) return null;
  if (work !== 'index' && work !== 'concurrent index') return 0;
  if (index === undefined || size === null) return null;
  if (size.bytes === 0) return 0;
  const added = before.filter((step) => step.table === table && /^add column\b/i.test(step.action));
  return secondsOfIndex(db, {
    table: size.largest,
    bytes: size.bytes,
    index,
    columns: added.map(({ action }) => action),
  });
}
