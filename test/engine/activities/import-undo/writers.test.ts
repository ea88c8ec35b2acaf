import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UNDO_OUTCOMES } from '../../../../engine/domain/import-undos.ts';
import { SUBSCRIBER_STATUSES } from '../../../../engine/domain/subscribers.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { undoImport } from './perform-undo.ts';
import type { UndoResult } from './perform-undo.ts';
import { randomCourse } from './random-writers.ts';
import type { Course, RandomUndo } from './random-writers.ts';
import type { ModelRow, ModelUndo } from './undo-model.ts';
import { createWrittenList } from './written-list.ts';
import type { WrittenList } from './written-list.ts';

const RUNS = Number(process.env['SLUICE_PROPERTY_RUNS'] ?? 25);

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

it('undoes any import by the rules, whatever other writers and imports did since', { timeout: 600_000 }, async () => {
  await fc.assert(fc.asyncProperty(randomCourse, runCourse), { numRuns: RUNS, endOnFailure: true });
});

async function runCourse({ subscribers, before, wrong, since, isInReverse, undo }: Course): Promise<void> {
  const list = await createWrittenList(fixture, subscribers);
  for (const writer of before) await list.write(writer);
  const first = await list.import(wrong);
  const imports = [first];
  const undoLast = async (course: RandomUndo) => {
    const last = imports.pop();
    if (last !== undefined) await undoAsTold(list, last, course);
  };
  for (const step of since) {
    if (step.kind === 'import') imports.push(await list.import(step));
    else if (step.kind === 'undo') await undoLast(step);
    else await list.write(step);
  }
  if (!isInReverse && imports.includes(first)) await undoAsTold(list, first, undo);
  while (isInReverse && imports.length > 0) await undoLast(undo);
}

/** Undoes an import, and expects what the model says: of each subscriber, each counter and each log. */
async function undoAsTold(list: WrittenList, importId: number, { isDryRunFirst, breaks }: RandomUndo): Promise<void> {
  const before = await list.read();
  if (isDryRunFirst) {
    const expected = resultOf(list.model.undo(importId, before, { isDryRun: true }));
    expect(await undoImport(fixture, importId, { isDryRun: true, breaks: 'none' })).toEqual(expected);
    expect(await list.read()).toEqual(before);
  }
  const expected = list.model.undo(importId, before, { isDryRun: false });
  expect(await undoImport(fixture, importId, { isDryRun: false, breaks })).toEqual(resultOf(expected));
  const after = await list.read();
  expect(after).toEqual(expected.rows);
  expect(await readCounts(list.id)).toEqual(countsOf(after));
  expect(reactivated(before, after).filter((id) => list.model.hasLeftSince(id, importId))).toEqual([]);
}

function resultOf({ addresses, gone }: ModelUndo): UndoResult {
  const { reactivated = [], ...logged } = addresses;
  const counts = UNDO_OUTCOMES.map((outcome) => [outcome, outcome === 'gone' ? gone : (logged[outcome] ?? []).length]);
  const outcomes = Object.fromEntries(counts) as UndoResult['outcomes'];
  const total = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  const logs = Object.entries(addresses).map(([kind, lines]) => [kind, [...lines].sort()]);
  return {
    ...{ outcomes, reactivated: reactivated.length, done: total, total },
    logs: Object.fromEntries(logs) as UndoResult['logs'],
  };
}

/** Ids of subscribers that were not active, and are. */
function reactivated(before: readonly ModelRow[], after: readonly ModelRow[]): readonly number[] {
  const old = new Map(before.map(({ id, values }) => [id, values['status']]));
  return after
    .filter(({ id, values }) => values['status'] === 'active' && old.get(id) !== 'active')
    .map(({ id }) => id);
}

function countsOf(rows: readonly ModelRow[]): Readonly<Record<string, number>> {
  const count = (status: string) => rows.filter(({ values }) => values['status'] === status).length;
  return Object.fromEntries(SUBSCRIBER_STATUSES.map((status) => [status, count(status)]));
}

async function readCounts(listId: number): Promise<unknown> {
  const { rows } = await fixture.pool.query<Record<string, number>>(
    `select ${SUBSCRIBER_STATUSES.join(', ')} from subscriber_counts where mailing_list_id = $1`,
    [listId],
  );
  return rows[0];
}
