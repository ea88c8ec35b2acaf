import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SUBSCRIBER_STATUSES } from '../../engine/domain/subscribers.ts';
import { startTestEngine } from '../support/engine.ts';
import type { Envelope, TestEngine } from '../support/engine.ts';
import { createImport, createList, succeed, untilEnded } from '../support/imports.ts';

const LISTS = 3;
const AT_ONCE = 4;
const RUNS = 5;

const emails = fc.constantFrom('ann', 'bob', 'cid', 'dan', 'eve', 'fay', 'gus', 'hal').map((name) => `${name}@x.io`);
const statuses = fc.constantFrom(...SUBSCRIBER_STATUSES);
const list = fc.nat({ max: LISTS - 1 });

/** A change of a list: by the API alone, or by an import at the same time. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('create' as const), list, email: emails, status: statuses }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('update' as const), list, email: emails, status: statuses }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), list, email: emails }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      list,
      rows: fc.array(fc.tuple(emails, statuses), { minLength: 1, maxLength: 12 }),
      overwrite: fc.boolean(),
      deactivate_subscribers_not_in_import: fc.boolean(),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

describe('subscriber counts', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine({ RANGE_BYTES: '60', CHUNK_ROWS: '3' });
  });
  afterAll(() => engine.stop());

  it('are those of count(*) after imports, API writes and deletions at once, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), list, async (steps, doomed) => {
        const lists: number[] = [];
        for (let number = 0; number < LISTS; number++) lists.push(await createList(engine, `Counted ${++names}`));
        await inLanes(steps, (one) => take(one, lists[one.list] ?? 0));
        expect(await answered(lists)).toEqual(await counted(lists));

        const deleted = lists[doomed] ?? 0;
        const left = lists.filter((id) => id !== deleted);
        await deleteList(deleted);
        expect(await answered(lists)).toEqual(await counted(left));
        await vi.waitFor(async () => expect(await isDeleted(deleted)).toBe(true), PATIENCE);
        expect(await answered(lists)).toEqual(await counted(left));
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  /** Does a step to its end; a subscriber that is there already, or not there, is a matter of course. */
  async function take(one: Step, listId: number): Promise<void> {
    const path = `/mailing_lists/${listId}/subscribers`;
    switch (one.kind) {
      case 'create': {
        const { email, status } = one;
        return allow(['validation_failed'], await engine.call('POST', path, { subscriber: { email, status } }));
      }
      case 'update': {
        const body = { subscriber: { status: one.status } };
        return allow(['not_found'], await engine.call('PUT', `${path}/${one.email}`, body));
      }
      case 'delete':
        return allow(['not_found'], await engine.call('DELETE', `${path}/${one.email}`));
      case 'import': {
        const { rows, overwrite, deactivate_subscribers_not_in_import } = one;
        const csv = `email,status\n${rows.map((row) => row.join(',')).join('\n')}\n`;
        const overwrite_when_status = Object.fromEntries(SUBSCRIBER_STATUSES.map((status) => [status, true]));
        const id = await createImport(engine, listId, csv, {
          column_mapping: ['email', 'status'],
          overwrite,
          overwrite_what: { status: true },
          overwrite_when_status,
          deactivate_subscribers_not_in_import,
        });
        expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished' });
      }
    }
  }

  async function deleteList(id: number): Promise<void> {
    const { data } = succeed(await engine.call('GET', `/mailing_lists/${id}/delete_confirmation_code`));
    succeed(await engine.call('DELETE', `/mailing_lists/${id}/confirmed/${data.delete_confirmation_code}`));
  }

  /** Returns GET /subscriber_counts of these lists, by id; expects the organization's counts to be the sums of all. */
  async function answered(lists: readonly number[]) {
    const { data } = succeed(await engine.call('GET', '/subscriber_counts'));
    const all = data.mailing_lists as { mailing_list: { id: number }; counts: Record<string, number> }[];
    const sum = (status: string) => all.reduce((total, { counts }) => total + (counts[status] ?? NaN), 0);
    expect(data.counts).toEqual(Object.fromEntries(SUBSCRIBER_STATUSES.map((status) => [status, sum(status)])));
    const asked = all.filter(({ mailing_list: { id } }) => lists.includes(id));
    return Object.fromEntries(asked.map(({ mailing_list: { id }, counts }) => [id, counts]));
  }

  async function counted(lists: readonly number[]) {
    const columns = SUBSCRIBER_STATUSES.map(
      (status) => `(count(*) filter (where status = '${status}'))::int as ${status}`,
    );
    const entries = lists.map(async (id) => {
      const { rows } = await engine.pool.query(
        `select ${columns.join(', ')} from subscribers where mailing_list_id = $1`,
        [id],
      );
      return [id, rows[0]] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  /** Whether the workflow of the list's deletion has come to its end. */
  async function isDeleted(id: number): Promise<boolean> {
    const { rows } = await engine.pool.query(
      'select 1 from list_deletions where mailing_list_id = $1 and finished_at is not null',
      [id],
    );
    return rows.length === 1;
  }
});

const PATIENCE = { timeout: 30_000, interval: 50 };
let names = 0;

function allow(codes: readonly string[], { success, error_code, error_message }: Envelope): void {
  if (!success && !codes.includes(error_code ?? '')) throw new Error(`${error_code}: ${error_message}`);
}

/** Takes the steps in their order, a few of them at once. */
async function inLanes(steps: readonly Step[], take: (one: Step) => Promise<void>): Promise<void> {
  const queue = [...steps];
  const lane = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) await take(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
