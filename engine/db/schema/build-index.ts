import { runLimited, withLockRetries } from './lock-retries.ts';
import type { MigrationRun } from './migration-run.ts';

/** An index that is built while its table is written. */
interface ConcurrentIndex {
  readonly unique: string;
  readonly name: string;
  readonly table: string;
  /** Rest of the statement after the name of the table: the columns and conditions. */
  readonly definition: string;
}

/** Reads `create index concurrently …`; null for every other statement. */
export function parseConcurrentIndex(statement: string): ConcurrentIndex | null {
  const found = /^create (unique )?index concurrently (?:if not exists )?(\w+) on (\w+)/i.exec(statement);
  if (found === null) return null;
  const [head, unique = '', name = '', table = ''] = found;
  return { unique, name, table, definition: statement.slice(head.length) };
}

/**
 * Builds an index while its table is read and written; what is there already stays, and an invalid index that a kill has left is built
 * again. Where the table has partitions, each gets its index, and these are attached to that of the table.
 */
export async function buildIndex(run: MigrationRun, what: string, index: ConcurrentIndex): Promise<void> {
  const partitions = await readPartitions(run, index.table);
  if (partitions === null) return buildOne(run, what, index);
  const { unique, name, table, definition } = index;
  const alone = `create ${unique}index if not exists ${name} on only ${table}${definition}`;
  await runLimited(run, what, alone);
  for (const partition of partitions) {
    const own = { ...index, name: partitionIndexName(partition, index), table: partition };
    await buildOne(run, what, own);
    await attach(run, what, index, own);
  }
}

/** @returns null: the table has none */
async function readPartitions({ client }: MigrationRun, table: string): Promise<readonly string[] | null> {
  const { rows } = await client.query<{ kind: string; partitions: readonly string[] }>(
    `select relkind as kind, array(select inhrelid::regclass::text from pg_inherits where inhparent = c.oid order by 1) as partitions
       from pg_class c where oid = $1::regclass`,
    [table],
  );
  return rows[0]?.kind === 'p' ? rows[0].partitions : null;
}

/** As `subscribers_3_email` for the index `subscribers_email` of `subscribers`. */
function partitionIndexName(partition: string, { name, table }: ConcurrentIndex): string {
  const own = name.startsWith(`${table}_`) ? name.slice(table.length + 1) : name;
  return `${partition}_${own}`.slice(0, LONGEST_NAME);
}

/** Of Postgres, in bytes. */
const LONGEST_NAME = 63;

async function buildOne(run: MigrationRun, what: string, index: ConcurrentIndex): Promise<void> {
  const { unique, name, table, definition } = index;
  // After a deadlock an attempt finds what the one before has left.
  await withLockRetries(run, what, async () => {
    const state = await stateOf(run, index);
    if (state === 'valid') return;
    // These wait for transactions that began before them, and nothing waits for these: they need no limit.
    await run.client.query('set lock_timeout = 0');
    if (state === 'invalid') await run.client.query(`drop index concurrently ${name}`);
    await run.client.query(`create ${unique}index concurrently ${name} on ${table}${definition}`);
  });
}

async function stateOf({ client }: MigrationRun, { name, table }: ConcurrentIndex): Promise<string> {
  const { rows } = await client.query<{ state: string }>(
    `select case when indisvalid then 'valid' else 'invalid' end as state
       from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = $1::regclass and relname = $2`,
    [table, name],
  );
  return rows[0]?.state ?? 'missing';
}

async function attach(run: MigrationRun, what: string, whole: ConcurrentIndex, own: ConcurrentIndex): Promise<void> {
  const { rowCount } = await run.client.query(
    'select from pg_inherits where inhrelid = $1::regclass and inhparent = $2::regclass',
    [own.name, whole.name],
  );
  if (rowCount === 0) await runLimited(run, what, `alter index ${whole.name} attach partition ${own.name}`);
}
