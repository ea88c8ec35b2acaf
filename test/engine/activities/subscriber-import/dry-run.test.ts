import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sourceKey } from '../../../../engine/files/source-key.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { accidents, disturbed } from './accidents.ts';
import { prepareImport } from './prepare-import.ts';
import { runImport } from '../pipeline.ts';
import { randomImport } from './random-imports.ts';

const RUNS = Number(process.env['SLUICE_PROPERTY_RUNS'] ?? 30);

const courses = fc.record({
  rangeBytes: fc.integer({ min: 1, max: 200 }),
  chunkRows: fc.integer({ min: 1, max: 5 }),
  lanes: fc.integer({ min: 1, max: 3 }),
  accidents,
});

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

it(
  'says of any file what its import will do, and writes no subscriber, count, reaction or id',
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(randomImport, courses, courses, async (random, dryCourse, realCourse) => {
        const { listId, importId } = await prepareImport(fixture, random);
        const dryRunId = await createDryRunOf(importId);
        const before = await everythingWritten(listId);
        await run(dryRunId, dryCourse);
        expect(await everythingWritten(listId)).toEqual(before);
        const told = await outcomeOf(dryRunId);
        expect(await fixture.stagingTables(dryRunId)).toEqual([]);
        expect(await fixture.deps.files.size(sourceKey({ id: dryRunId, jobKey: null }))).toBe(random.source.length);

        await run(importId, realCourse);
        expect(told).toEqual(await outcomeOf(importId));
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
);

type Course = typeof courses extends fc.Arbitrary<infer Value> ? Value : never;

function run(importId: number, { rangeBytes, chunkRows, lanes, accidents }: Course): Promise<void> {
  const perform = disturbed({ ...fixture.deps, rangeBytes, chunkRows }, accidents);
  return runImport(importId, { perform, lanes });
}

async function createDryRunOf(importId: number): Promise<number> {
  const { rows } = await fixture.pool.query<{ id: number }>(
    `insert into subscriber_imports (organization_id, mailing_list_id, begins_at, options, policy)
     select organization_id, mailing_list_id, begins_at, options || '{"dry_run": true}', policy
       from subscriber_imports where id = $1
     returning id`,
    [importId],
  );
  const dryRunId = rows[0]?.id ?? 0;
  await fixture.deps.files.link(sourceKey({ id: importId, jobKey: null }), sourceKey({ id: dryRunId, jobKey: null }));
  return dryRunId;
}

/** All that an import may write apart from its own record: with the ids, and the next one. */
async function everythingWritten(listId: number): Promise<unknown> {
  const { rows } = await fixture.pool.query(
    `select (select jsonb_agg(to_jsonb(s) order by s.id) from subscribers s where mailing_list_id = $1) as subscribers,
            (select to_jsonb(c) from subscriber_counts c where mailing_list_id = $1) as counts,
            (select count(*) from autoresponder_reactions where mailing_list_id = $1) as reactions,
            (select last_value || ' ' || is_called from subscribers_id_seq) as last_id`,
    [listId],
  );
  return rows[0];
}

async function outcomeOf(importId: number): Promise<unknown> {
  const { rows } = await fixture.pool.query(
    `select number_of_records, totals, unchanged, reactivated, statuses, deactivated from subscriber_imports where id = $1`,
    [importId],
  );
  const { logs } = await fixture.readImport(importId);
  // Rows are cut into other chunks, so lines of one log may stand in another order; failed rows stand in that of the file.
  const lines = Object.entries(logs).map(([kind, text]) => [kind, text.split('\n').sort()]);
  return { ...rows[0], logs: Object.fromEntries(lines) as unknown };
}
