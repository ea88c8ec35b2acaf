import { setTimeout as delay } from 'node:timers/promises';
import { runLimited } from './lock-retries.ts';
import type { MigrationRun } from './migration-run.ts';

/** A statement that changes rows of a table, batch by batch. */
interface Backfill {
  readonly table: string;
  readonly statement: string;
}

/** Reads `update {table} … where … ctid between {first} and {last}`; null for every other statement. */
export function parseBackfill(statement: string): Backfill | null {
  if (!statement.includes('{first}') || !statement.includes('{last}')) return null;
  const table = /\{(\w+)\}/.exec(statement)?.[1];
  return table === undefined || table === 'first' ? null : { table, statement };
}

/**
 * Runs the statement on some pages of the table after the other, each time in a transaction of some 100 ms, and pauses for as long in
 * between. It passes through the table until a pass changes no row, since rows move while it runs, but three times at most.
 */
export async function runBackfill(run: MigrationRun, what: string, { table, statement }: Backfill): Promise<void> {
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    let changed = 0;
    for (const part of await readParts(run, table)) {
      changed += await passThrough(run, `${what} (${part.name})`, statement.replaceAll(`{${table}}`, part.name), part);
    }
    if (changed === 0) return;
  }
}

const MOST_PASSES = 3;
const FIRST_PAGES = 64;
const MOST_PAGES = 4_096;
const BATCH_MS = 100;
const REPORT_EVERY_MS = 10_000;

/** A table, or a partition of one. */
interface Part {
  readonly name: string;
  readonly pages: number;
}

async function readParts({ client }: MigrationRun, table: string): Promise<readonly Part[]> {
  const { rows } = await client.query<Part>(
    `select relid::regclass::text as name, pg_relation_size(relid) / current_setting('block_size')::bigint as pages
       from pg_partition_tree($1::regclass) where isleaf
      union all
     select $1::regclass::text, pg_relation_size($1::regclass) / current_setting('block_size')::bigint
       from pg_class where oid = $1::regclass and relkind = 'r'
         and not exists (select from pg_partition_tree($1::regclass))
      order by 1`,
    [table],
  );
  return rows;
}

/** @returns how many rows were changed */
async function passThrough(run: MigrationRun, what: string, statement: string, { pages }: Part): Promise<number> {
  let [changed, size, reportedAt] = [0, FIRST_PAGES, Date.now()];
  for (let page = 0; page < pages;) {
    const begunAt = Date.now();
    const range = statement.replaceAll('{first}', tid(page, 0)).replaceAll('{last}', tid(page + size - 1, LAST_ITEM));
    changed += await runLimited(run, what, range);
    page += size;
    const took = Date.now() - begunAt;
    size = took > BATCH_MS ? Math.max(1, size >> 1) : Math.min(MOST_PAGES, size * 2);
    if (Date.now() - reportedAt > REPORT_EVERY_MS) {
      run.report(`${what}: ${Math.floor((100 * Math.min(page, pages)) / pages)} %.`);
      reportedAt = Date.now();
    }
    await delay(took);
  }
  return changed;
}

/** The highest number of an item in a page. */
const LAST_ITEM = 65_535;

function tid(page: number, item: number): string {
  return `'(${page},${item})'::tid`;
}
