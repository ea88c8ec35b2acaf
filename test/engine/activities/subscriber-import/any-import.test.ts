import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COUNTERS } from '../../../../engine/domain/subscriber-imports.ts';
import { SUBSCRIBER_STATUSES } from '../../../../engine/domain/subscribers.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, ImportOutcome } from '../../../support/import-fixture.ts';
import { importModel, NOW } from '../../../support/import-model.ts';
import type { ModelResult, ModelRow, ModelSubscriber } from '../../../support/import-model.ts';
import { accidents, disturbed } from './accidents.ts';
import { runImport } from '../pipeline.ts';
import { prepareImport } from './prepare-import.ts';
import { randomImport } from './random-imports.ts';
import type { RandomImport } from './random-imports.ts';

const RUNS = Number(process.env['SLUICE_PROPERTY_RUNS'] ?? 250);

/** Partitioning, order and faults of an import: none of them may change the result. */
const courses = fc.record({
  rangeBytes: fc.integer({ min: 1, max: 200 }),
  chunkRows: fc.integer({ min: 1, max: 5 }),
  lanes: fc.integer({ min: 1, max: 3 }),
  shuffle: fc.nat(),
  accidents,
  /** Numbers of ranges that an operator skips instead of having them staged. */
  skips: fc.oneof(fc.constant<number[]>([]), fc.array(fc.nat({ max: 3 }), { maxLength: 2 })),
  /** Whether all of it is tried inline first; the steps then find what is done. */
  isInline: fc.boolean(),
});
const UNCUT = { rangeBytes: 65_536, chunkRows: 1000 };
const SKIPPED = 'Skipped by hand.';
const NO_STATUSES = Object.fromEntries(SUBSCRIBER_STATUSES.map((status) => [status, 0]));

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

it('does to any file what the model does, whatever happens on the way', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(randomImport, courses, async (random, { lanes, shuffle, isInline, ...course }) => {
      const { listId, importId, world } = await prepareImport(fixture, random);
      const { rangeBytes, chunkRows } = isInline ? UNCUT : course;
      const skips = isInline ? [] : course.skips;
      const perform = disturbed({ ...fixture.deps, rangeBytes, chunkRows }, course.accidents);
      const stage = (number: number) =>
        skips.includes(number)
          ? perform('skipRange', { importId, number, reason: SKIPPED })
          : perform('stageRange', { importId, number });
      const began = new Date().toISOString();
      if (isInline) await perform('importAtOnce', { importId });
      await runImport(importId, { perform, stage, lanes, order: (numbers) => shuffled(numbers, shuffle) });
      const rows = await withSkipped(importId, skips, world.rows);

      const expected = importModel({ ...world, rows });
      const outcome = await fixture.readImport(importId);
      expect({ ...outcome, logs: sortedLines(outcome.logs) }).toEqual(outcomeOf(expected, random));
      const subscribers = await fixture.readSubscribers(listId);
      expect(subscribers.map((subscriber) => datedNow(subscriber, began))).toEqual(byKey(expected.subscribers));
      expect(await readReactions(importId)).toEqual([...expected.reactions].sort());
      expect(await readCounts(listId)).toEqual(countsOf(expected.subscribers));
      expect(await fixture.stagingTables(importId)).toEqual([]);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

/** The rows as the model should see them when all of some ranges failed; a row that failed keeps its key. */
async function withSkipped(
  importId: number,
  skips: readonly number[],
  rows: readonly ModelRow[],
): Promise<readonly ModelRow[]> {
  const ranges = await fixture.pool.query<{ first: number; last: number }>(
    `select first_row as first, first_row + records - 1 as last from import_ranges
      where subscriber_import_id = $1 and range_number = any ($2)`,
    [importId, skips],
  );
  const isSkipped = (index: number) => ranges.rows.some(({ first, last }) => first <= index + 1 && index + 1 <= last);
  return rows.map((row, index) => (isSkipped(index) ? { ...row, errors: [SKIPPED], custom_fields: {} } : row));
}

/** The failed log is compared as it stands; of the others the order of lines is left open. */
function sortedLines(logs: ImportOutcome['logs']): ImportOutcome['logs'] {
  const sort = (text: string) => text.split('\n').sort().join('\n');
  return Object.fromEntries(Object.entries(logs).map(([kind, text]) => [kind, kind === 'failed' ? text : sort(text)]));
}

function outcomeOf(
  { reactivated, statuses, logs }: ModelResult,
  { header, options, rows }: RandomImport,
): ImportOutcome {
  const headerLine = header === null ? [] : [`${header}${options.file_format.csv_field_separator}Error`];
  const texts = COUNTERS.filter((name) => logs[name].length > 0).map((name) => {
    const lines = name === 'failed' ? [...headerLine, ...logs.failed] : logs[name];
    return [name, `${lines.join('\n')}\n`] as const;
  });
  return {
    state: 'finished',
    records: rows.length,
    counters: Object.fromEntries(COUNTERS.map((name) => [name, logs[name].length])) as ImportOutcome['counters'],
    reactivated,
    statuses: { ...NO_STATUSES, ...statuses },
    logs: sortedLines(Object.fromEntries(texts)),
  };
}

function datedNow(subscriber: ModelSubscriber, began: string): ModelSubscriber {
  const dated = (time: string | null) => (time !== null && time >= began ? NOW : time);
  const { confirm_time, subscribe_time, remove_time } = subscriber;
  return {
    ...subscriber,
    confirm_time: dated(confirm_time),
    subscribe_time: dated(subscribe_time),
    remove_time: dated(remove_time),
  };
}

function byKey(subscribers: readonly ModelSubscriber[]): ModelSubscriber[] {
  return subscribers.toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

function countsOf(subscribers: readonly ModelSubscriber[]): Record<string, number> {
  const count = (wanted: string) => subscribers.filter(({ status }) => status === wanted).length;
  return Object.fromEntries(SUBSCRIBER_STATUSES.map((status) => [status, count(status)]));
}

async function readCounts(listId: number): Promise<Record<string, number> | undefined> {
  const columns = SUBSCRIBER_STATUSES.map((status) => `coalesce(sum(${status}), 0)::integer as ${status}`);
  const { rows } = await fixture.pool.query<Record<string, number>>(
    `select ${columns.join(', ')} from subscriber_counts where mailing_list_id = $1`,
    [listId],
  );
  return rows[0];
}

async function readReactions(importId: number): Promise<string[]> {
  const { rows } = await fixture.pool.query<{ reaction: string }>(
    `select r.autoresponder_id || ' ' || s.key as reaction
       from autoresponder_reactions r join subscribers s on s.mailing_list_id = r.mailing_list_id and s.id = r.subscriber_id
      where r.subscriber_import_id = $1`,
    [importId],
  );
  return rows.map(({ reaction }) => reaction).sort();
}

function shuffled(numbers: readonly number[], shuffle: number): number[] {
  const place = (number: number) => Math.imul(number + shuffle, 0x9e3779b1) >>> 0;
  return numbers.toSorted((a, b) => place(a) - place(b));
}
