import pg from 'pg';
import type { PoolClient } from 'pg';
import { COUNTERS } from '../../domain/subscriber-imports.ts';
import { SUBSCRIBER_STATUSES } from '../../domain/subscribers.ts';
import type { ChunkResult, Counters } from '../../domain/subscriber-imports.ts';
import type { SubscriberStatus } from '../../domain/subscribers.ts';
import { prepared } from '../core/prepared.ts';
import { findPartitionOf, LOCK_PARTITIONS } from '../subscribers/partition-of-list.ts';
import { noteLastId, readFirstId } from './before-images.ts';
import { mergeStatement } from './merge-sql.ts';
import type { SliceMerge } from './slice-merge.ts';

/** A slice that is to be merged. */
export interface NewSlice extends Omit<SliceMerge, 'partition' | 'image'> {
  /** Whether the merge writes what was there before; a dry run never does. */
  readonly keepsImage?: boolean;
}

export interface SliceMerged extends ChunkResult {
  /** Rows of the slice that were found in staging. */
  readonly staged: number;
  /** Row numbers of those that failed, since their subscribers would have more data than a subscriber may have. */
  readonly tooLarge: readonly number[];
  /** By how much each status's count of subscribers changed. */
  readonly statusChanges: Readonly<Record<SubscriberStatus, number>>;
}

/**
 * Merges one slice of staged rows into `subscribers` and writes its logs, in one statement inside the caller's
 * transaction. The first row of each key decides, and only existing rows that would really change are written.
 * A plain insert, since ON CONFLICT costs 1.8 µs of 12.8 per new row, and no locks, which cost 3 of 11 per unchanged one
 * (both measured).
 * @throws SubscribersMissed, or the unique violation when another transaction inserts one of the keys at the same time
 * (isKeyCollision)
 */
export async function mergeSlice(client: PoolClient, { keepsImage = false, ...merge }: NewSlice): Promise<SliceMerged> {
  // A chunk is small compared to its list, so one index probe per key beats any plan that reads the list as a whole, and
  // statistics of a table that was filled a moment ago would not tell the planner so.
  await client.query(
    `${LOCK_PARTITIONS}; set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off;
     set local enable_bitmapscan = off; set local enable_memoize = off; set local work_mem = '64MB'; set local jit = off`,
  );
  const partition = await findPartitionOf(client, merge.mailingListId);
  const { text, values } = mergeStatement({
    ...merge,
    partition,
    image: keepsImage ? { firstId: await readFirstId(client) } : null,
  });
  // The text of staged rows holds the number of their import.
  const { rows } = await client.query<MergedRow>(
    merge.rows === undefined ? { text, values: [...values] } : prepared(text, values),
  );
  const row: MergedRow = rows[0] ?? {};
  const count = (name: string) => Number(row[name] ?? 0);
  if (merge.options.dry_run !== true && count('differing') !== count('rewritten')) throw new SubscribersMissed();
  if (keepsImage && count('added') > 0) await noteLastId(client, merge.importId);
  return {
    counters: Object.fromEntries(COUNTERS.map((name) => [name, count(name)])) as Counters,
    unchanged: count('updated') - count('differing'),
    reactivated: count('reactivated'),
    leftLater: count('left_later'),
    staged: count('staged'),
    tooLarge: row.too_large ?? [],
    statusChanges: Object.fromEntries(SUBSCRIBER_STATUSES.map((status) => [status, count(`to_${status}`)])) as Record<
      SubscriberStatus,
      number
    >,
  };
}

type MergedRow = Readonly<Record<string, unknown>> & { readonly too_large?: readonly number[] | null };

/** Another transaction has written existing rows between our look and our write: nothing of the merge may be committed. */
export class SubscribersMissed extends Error {
  constructor() {
    super('Others wrote subscribers that were being merged.');
  }
}

/** Whether an error says that another transaction has inserted a key that was not there at the look before the insert. */
export function isKeyCollision(error: unknown): boolean {
  return error instanceof pg.DatabaseError && KEY_CONSTRAINT.test(error.constraint ?? '');
}

/** Of the table, and of its partition number n: `subscribers_n_…`. */
const KEY_CONSTRAINT = /^subscribers_(?:\d+_)?mailing_list_id_key_key$/;

/** Adds changes to a list's counts; the last statement of a transaction, since it locks the list's one row of counts. */
export async function addToCounts(
  client: PoolClient,
  mailingListId: number,
  changes: Readonly<Record<SubscriberStatus, number>>,
): Promise<void> {
  if (SUBSCRIBER_STATUSES.every((status) => changes[status] === 0)) return;
  await client.query(
    prepared(
      `insert into subscriber_counts as c (mailing_list_id, ${SUBSCRIBER_STATUSES.join(', ')}) values ($1, $2, $3, $4, $5, $6)
     on conflict (mailing_list_id) do update
        set ${SUBSCRIBER_STATUSES.map((status) => `${status} = c.${status} + excluded.${status}`).join(', ')}`,
      [mailingListId, ...SUBSCRIBER_STATUSES.map((status) => changes[status])],
    ),
  );
}
