import type { PoolClient } from 'pg';
import { stagingTable } from './staging.ts';

/** Each index reads the whole chunk, which may have all rows of an import. */
const MOST_INDEXES = 16;

/** Number of indexes of the keys of a chunk with so many rows: 1, unless there are enough for two. */
export function countKeyIndexes(rows: number, rowsPerIndex: number): number {
  return rows < 2 * rowsPerIndex ? 1 : Math.min(MOST_INDEXES, Math.ceil(rows / rowsPerIndex));
}

/**
 * The conditions that select the rows of each index of keys, for a query that reads one index after the other. They go by the number of a row: a range of
 * keys would write addresses into the text of statements, which Postgres may log.
 */
export function indexConditions(indexes: number): readonly string[] {
  return indexes === 1 ? ['true'] : Array.from({ length: indexes }, (_, index) => `row_number % ${indexes} = ${index}`);
}

/** Creates one of the indexes of the staged keys of a chunk, which are counted from 0, unless it exists. */
export async function indexStagedKeys(
  client: PoolClient,
  { importId, chunk, index, indexes }: Readonly<Record<'importId' | 'chunk' | 'index' | 'indexes', number>>,
): Promise<void> {
  const name = `import_${importId}_${chunk}_key${indexes === 1 ? '' : `_${index}_of_${indexes}`}`;
  await client.query(
    `set local max_parallel_maintenance_workers = 0; set local client_min_messages = warning;
     create index if not exists ${name} on ${stagingTable(importId, chunk)} (key) where ${indexConditions(indexes)[index]}`,
  );
}

/**
 * The keys, in order, that cut the staged rows of a chunk after a key (null: all) into so many steps of about equal size; one with
 * many rows several times. `rows` is how many rows there are: of many, a sample is sorted, since to sort 195,000 keys takes 0.2 s or more.
 */
export async function readKeysBetween(
  client: PoolClient,
  {
    importId,
    chunk,
    afterKey,
    rows,
    steps,
  }: {
    readonly importId: number;
    readonly chunk: number;
    readonly afterKey: string | null;
    readonly rows: number;
    readonly steps: number;
  },
): Promise<readonly string[]> {
  const percent = Math.min(100, (SAMPLED_KEYS / rows) * 100);
  const sample = percent === 100 ? '' : `tablesample bernoulli (${percent})`;
  const answer = await client.query<{ keys: readonly string[] | null }>(
    `select percentile_disc($2::float8[]) within group (order by key) as keys
       from ${stagingTable(importId, chunk)} ${sample} where $1::text is null or key > $1`,
    [afterKey, Array.from({ length: steps - 1 }, (_, i) => (i + 1) / steps)],
  );
  return answer.rows[0]?.keys ?? [];
}

/** Of 1,000 steps each has about twenty of them. */
const SAMPLED_KEYS = 20_000;
