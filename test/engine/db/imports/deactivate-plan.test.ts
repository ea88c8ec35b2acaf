import type { PoolClient, QueryConfig } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deactivate, findAbsentKeys, readSlice } from '../../../../engine/db/imports/deactivate.ts';
import { indexStagedKeys } from '../../../../engine/db/imports/staged-keys.ts';
import { createStaging } from '../../../../engine/db/imports/staging.ts';
import { createTestDatabase } from '../../../support/database.ts';

const SUBSCRIBERS = 20_000;
const SLICE = 500;
const IMPORT_ID = 1;
const LIST_ID = 1;

const FILL = `insert into subscribers (mailing_list_id, key, email)
  select ${LIST_ID}, md5(n::text) || '@x.io', n || '@x.io' from generate_series(1, ${SUBSCRIBERS}) n on conflict do nothing`;

describe('a slice of a deactivation', () => {
  it.each([
    { list: 'is not analyzed', prepare: [FILL] },
    { list: 'is analyzed', prepare: [FILL, 'analyze subscribers'] },
    {
      list: 'was analyzed when it was nearly empty',
      prepare: [
        FILL,
        'delete from subscribers where id < (select max(id) from subscribers)',
        'vacuum analyze subscribers',
        FILL,
      ],
    },
  ])('reads no more rows than it has while the list $list', async ({ prepare }) => {
    const { client, stage } = await openList(prepare);
    await stage({ indexes: 1 });
    const { read, explaining } = countRows(client);
    const slice = { mailingListId: LIST_ID, afterKey: '4', limit: SLICE };
    const { activeKeys } = await readSlice(explaining, slice);
    expect(activeKeys).toHaveLength(SLICE);
    const absent = await findAbsentKeys(explaining, { importId: IMPORT_ID, chunk: 0, indexes: 1, keys: activeKeys });
    expect(absent).toEqual(activeKeys);
    expect(await deactivate(explaining, { mailingListId: LIST_ID, importId: 1, keepsImages: false }, absent)).toBe(
      SLICE,
    );
    expect(read.length).toBeGreaterThan(4);
    expect(Math.max(...read)).toBe(SLICE);
  });

  it('looks keys up in each index of a chunk by its index', async () => {
    const { client, stage } = await openList([FILL]);
    await stage({ indexes: 3 });
    const { read, explaining } = countRows(client);
    const { activeKeys } = await readSlice(explaining, { mailingListId: LIST_ID, afterKey: '', limit: SLICE });
    await findAbsentKeys(explaining, { importId: IMPORT_ID, chunk: 0, indexes: 3, keys: activeKeys });
    expect(Math.max(...read)).toBe(SLICE);
  });
});

/** A list in a database of its own, which autovacuum leaves alone, and a transaction in which an import is staged. */
async function openList(prepare: readonly string[]) {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  await database.pool.query('alter table subscribers set (autovacuum_enabled = off)');
  for (const statement of prepare) await database.pool.query(statement);
  const client = await database.pool.connect();
  onTestFinished(async () => {
    await client.query('rollback');
    client.release();
  });
  await client.query('begin');
  /** Stages as many rows as the list has, with other keys. */
  const stage = async ({ indexes }: { indexes: number }) => {
    await createStaging(client, IMPORT_ID, { partitions: 1, notesKeys: true });
    await client.query(
      `insert into staging.import_${IMPORT_ID} (chunk, row_number, key, email, custom_fields, clears_fields)
       select 0, n, md5(n::text) || '@y.io', n || '@y.io', '{}', false from generate_series(1, ${SUBSCRIBERS}) n`,
    );
    for (let index = 0; index < indexes; index++) {
      await indexStagedKeys(client, { importId: IMPORT_ID, chunk: 0, index, indexes });
    }
  };
  return { client, stage };
}

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** A client that counts how many rows each index of the plan of each statement with parameters reads, in all its runs. */
function countRows(client: PoolClient): { readonly read: number[]; readonly explaining: PoolClient } {
  const read: number[] = [];
  const add = (node: PlanNode): void => {
    const { 'Rows Removed by Filter': unwanted = 0, 'Rows Removed by Join Filter': unmatched = 0 } = node;
    read.push(Math.round((node['Actual Rows'] + unwanted + unmatched) * node['Actual Loops']));
    for (const child of node.Plans ?? []) add(child);
  };
  const query = async (statement: string | QueryConfig, values?: unknown[]) => {
    if (typeof statement !== 'string' || values === undefined) return client.query(statement, values);
    await client.query('savepoint explained');
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) ${statement}`,
      values,
    );
    await client.query('rollback to explained');
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    if (plan !== undefined) add(plan);
    return client.query(statement, values);
  };
  return { read, explaining: { query } as unknown as PoolClient };
}
