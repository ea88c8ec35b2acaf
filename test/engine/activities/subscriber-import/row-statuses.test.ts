import { afterAll, beforeAll, expect, it } from 'vitest';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { runImport, undisturbed } from '../pipeline.ts';

let fixture: ImportFixture;
beforeAll(async () => (fixture = await createImportFixture()));
afterAll(() => fixture.close());

const WORDS = ['active', 'unsubscribed', 'bounced', 'no status', ''];
const SOURCE = Array.from({ length: 1_000 }, (_, n) => `p${n}@x.example,${WORDS[n % WORDS.length]}\n`).join('');

it.each([
  ['dry run', true],
  ['import', false],
] as const)('the rows of every range of a %s are counted by status, without those that fail', async (_, dry_run) => {
  const list = await fixture.createList();
  const importId = await fixture.createImport(list, SOURCE, { column_mapping: ['email', 'status'], dry_run });
  const deps = { ...fixture.deps, rangeBytes: 2_000, chunkRows: 100 };
  await runImport(importId, { perform: undisturbed(deps) });
  const { statuses } = await fixture.readImport(importId);
  expect(statuses).toEqual({ active: 400, unsubscribed: 200, bounced: 200, scomp: 0, deactivated: 0 });
});
