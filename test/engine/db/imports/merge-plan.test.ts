import type { PoolClient, QueryConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mergeSlice } from '../../../../engine/db/imports/merge.ts';
import type { SliceMerge } from '../../../../engine/db/imports/slice-merge.ts';
import { indexStagedKeys } from '../../../../engine/db/imports/staged-keys.ts';
import { createStaging } from '../../../../engine/db/imports/staging.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';

const KNOWN_ROWS = 5_000;
const IMPORT_ID = 1;

describe('the plan of a merge', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it.each([
    { locking: false, indexes: ['subscribers_mailing_list_id_key_key'], places: ['(c.place = ctid)'] },
    { locking: true, indexes: ['subscribers_mailing_list_id_key_key', 'subscribers_pkey'], places: [] },
  ])(
    'finds each row by the unique key and reads no more of the list (locking: $locking)',
    async ({ locking, indexes, places }) => {
      const { pool } = database;
      await pool.query(
        `insert into subscribers (mailing_list_id, key, email)
       select 1, n || '@a.example', n || '@a.example' from generate_series(1, $1) n on conflict do nothing`,
        [KNOWN_ROWS],
      );
      await pool.query('analyze subscribers');
      const client = await pool.connect();
      await client.query('begin');
      await createStaging(client, IMPORT_ID, { partitions: 1, notesKeys: false });
      const plan = await planOf(client, { locking });
      await client.query('rollback');
      client.release();

      const scans = nodesOf(plan).filter((node) => node['Relation Name'] === 'subscribers' && 'Scan Direction' in node);
      expect(scans.map((node) => node['Index Name']).sort()).toEqual(indexes);
      for (const scan of scans) expect(scan['Index Cond']).toMatch(/mailing_list_id = .* AND \((key|id) = /);
      const inPlace = nodesOf(plan).filter((node) => node['Node Type'] === 'Tid Scan');
      expect(inPlace.map((node) => node['TID Cond'])).toEqual(places);
      expect(
        nodesOf(plan).filter((node) => node['Relation Name'] === 'subscribers' && node['Node Type'] === 'Seq Scan'),
      ).toEqual([]);
    },
  );

  it('reads a slice of a large chunk by the indexes of its keys', async () => {
    const client = await database.pool.connect();
    await client.query('begin');
    await createStaging(client, IMPORT_ID, { partitions: 1, notesKeys: false });
    const indexes = 3;
    for (const index of [0, 1, 2]) await indexStagedKeys(client, { importId: IMPORT_ID, chunk: 0, index, indexes });
    const inTheMiddle = await planOf(client, { indexes, slice: { number: 1, afterKey: 'b', upToKey: 'd' } });
    const rest = await planOf(client, { indexes, slice: { number: 2, afterKey: 'd', upToKey: null } });
    await client.query('rollback');
    client.release();

    for (const plan of [inTheMiddle, rest]) {
      const reads = nodesOf(plan).filter((node) => node['Relation Name'] === `import_${IMPORT_ID}_0`);
      expect(reads.map((node) => node['Index Name']).sort()).toEqual(
        [0, 1, 2].map((part) => `import_${IMPORT_ID}_0_key_${part}_of_3`),
      );
      for (const read of reads) expect(read['Index Cond']).toContain('key > ');
    }
  });
});

type PlanNode = Record<string, unknown> & { readonly Plans?: PlanNode[] };

/** Plans the statement that a merge into list 2 runs, without running it. */
async function planOf(client: PoolClient, merge: Partial<SliceMerge>): Promise<PlanNode> {
  let plan: PlanNode | undefined;
  const explaining = {
    query: async (statement: string | QueryConfig, ...further: unknown[][]) => {
      const { text, values = further[0] ?? [] } = typeof statement === 'string' ? { text: statement } : statement;
      if (!text.includes('classified')) return client.query(text, values);
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (format json) ${text}`,
        values,
      );
      plan = rows[0]?.['QUERY PLAN'][0].Plan;
      return { rows: [] };
    },
  } as unknown as PoolClient;
  await mergeSlice(explaining, {
    importId: IMPORT_ID,
    mailingListId: 2,
    chunk: 0,
    slice: { number: 0, afterKey: null, upToKey: null },
    indexes: 1,
    options: {
      overwrite: true,
      column_mapping: ['email'],
      overwrite_what: { custom_fields: true, confirmed: false, format: false, status: false },
      overwrite_when_status: { active: true, unsubscribed: false, bounced: false, deactivated: false, scomp: false },
    } as Parameters<typeof mergeSlice>[1]['options'],
    list: { hasFormat: false, hasConfirmed: false, hasAlternateKey: false },
    defaults: null,
    overwrites: null,
    limit: null,
    locking: false,
    isLogged: true,
    autoresponders: { onAdded: [], onUpdated: [] },
    ...merge,
  });
  if (plan === undefined) throw new Error('The merge sent no statement.');
  return plan;
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
