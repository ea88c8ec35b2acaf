import { MockActivityEnvironment } from '@temporalio/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { undoSlices } from '../../../../engine/activities/import-undo/undo-slices.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { accidents, disturbed } from '../subscriber-import/accidents.ts';
import { prepareImport } from '../subscriber-import/prepare-import.ts';
import { randomImport } from '../subscriber-import/random-imports.ts';
import { runImport } from '../pipeline.ts';

const RUNS = Number(process.env['SLUICE_PROPERTY_RUNS'] ?? 30);

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

it('leaves any list as it was before the import, when nothing else wrote', { timeout: 600_000 }, async () => {
  const courses = fc.record({ isInline: fc.boolean(), accidents, isDryRunFirst: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(randomImport, courses, async (random, course) => {
      const { listId, importId } = await prepareImport(fixture, random);
      const before = await readAll(listId);
      const uncut = course.isInline ? { rangeBytes: 65_536, chunkRows: 1000 } : {};
      const perform = disturbed({ ...fixture.deps, ...uncut }, course.accidents);
      if (course.isInline) await perform('importAtOnce', { importId });
      await runImport(importId, { perform, lanes: 2 });
      const after = await readAll(listId);

      const counted = course.isDryRunFirst ? await undo(importId, { isDryRun: true }) : null;
      if (counted !== null) expect(await readAll(listId)).toEqual(after);
      const done = await undo(importId, { isDryRun: false });
      if (counted !== null) expect(counted).toEqual(done);
      expect(await readAll(listId)).toEqual(before);
      const { removed, restored, ...others } = done;
      expect(Object.values(others.kept)).toEqual([0, 0, 0, 0, 0]);
      expect([removed + restored, others.total]).toEqual([others.done, others.done]);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

/** Rows, counts and waiting reactions of a list. */
async function readAll(listId: number) {
  const read = async (text: string) => (await fixture.pool.query(text, [listId])).rows as unknown[];
  return {
    subscribers: await read(
      `select id, key, email, status, email_format, confirmed, confirm_time::text, subscribe_time::text, subscribe_ip, remove_time::text,
              remove_ip, custom_fields::text, created_at::text
         from subscribers where mailing_list_id = $1 order by id`,
    ),
    counts: await read(
      `select active, bounced, unsubscribed, scomp, deactivated from subscriber_counts where mailing_list_id = $1`,
    ),
    reactions: await read(
      `select subscriber_id from autoresponder_reactions where mailing_list_id = $1 and due_at > now()`,
    ),
  };
}

async function undo(importId: number, { isDryRun }: { readonly isDryRun: boolean }) {
  const { rows } = await fixture.pool.query<{ id: number }>(
    `insert into import_undos (organization_id, mailing_list_id, subscriber_import_id, options, log_retention_ms)
     select organization_id, mailing_list_id, id, $2, 1000 from subscriber_imports where id = $1 returning id`,
    [importId, JSON.stringify({ dry_run: isDryRun })],
  );
  const undoId = rows[0]?.id ?? 0;
  for (let more = true; more;) {
    ({ more } = await inActivity(() => undoSlices(fixture.deps, 3)({ undoId })));
  }
  const { rows: read } = await fixture.pool.query<Undone>(
    `select removed, restored, progress_value as done, progress_total as total,
            jsonb_build_array(restored_partly, kept_changed, kept_left, kept_later, gone) as kept
       from import_undos where id = $1`,
    [undoId],
  );
  const [undone] = read;
  if (undone === undefined) throw new Error('The undo is gone.');
  return undone;
}

/** Runs work as an activity. */
function inActivity<Result>(work: () => Promise<Result>): Promise<Result> {
  return new MockActivityEnvironment().run<[], Result, () => Promise<Result>>(work);
}

interface Undone {
  readonly removed: number;
  readonly restored: number;
  readonly done: number;
  readonly total: number;
  readonly kept: readonly number[];
}
