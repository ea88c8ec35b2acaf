import type { PoolClient } from 'pg';
import { SUBSCRIBER_STATUSES } from '../../domain/subscribers.ts';
import type { SubscriberStatus } from '../../domain/subscribers.ts';
import { UNDO_OUTCOMES } from '../../domain/import-undos.ts';
import type { UndoOutcome } from '../../domain/import-undos.ts';
import { addToCounts, SubscribersMissed } from '../imports/merge.ts';
import { findPartitionOf, LOCK_PARTITIONS } from '../subscribers/partition-of-list.ts';
import { undoStatement } from './undo-sql.ts';

/** A before-image that is to be undone. */
export interface UndoneImage {
  readonly undoId: number;
  readonly importId: number;
  readonly mailingListId: number;
  /** Number of the before-image. */
  readonly number: number;
  readonly isDryRun: boolean;
  /** Whether addresses are logged; else the logs say how many are left out. */
  readonly isLogged: boolean;
}

/** The outcome of the undo of a before-image. */
export interface UndoneSlice {
  readonly subscribers: number;
  readonly outcomes: Readonly<Record<UndoOutcome, number>>;
  readonly reactivated: number;
  readonly reactionsCancelled: number;
  readonly reactionsDue: number;
  /** Bytes that were logged. */
  readonly bytes: number;
}

interface Row extends Pick<UndoneSlice, 'subscribers' | 'reactionsCancelled' | 'reactionsDue' | 'bytes'> {
  readonly outcomes: Partial<Record<UndoOutcome | 'reactivated', number>> | null;
  readonly statusChanges: Partial<Record<SubscriberStatus, number>> | null;
  readonly isWritten: boolean;
}

/**
 * Undoes what one transaction of an import wrote, in the caller's transaction, which holds the list for itself.
 * @throws SubscribersMissed when another transaction wrote one of the subscribers at the same time
 */
export async function undoImage(client: PoolClient, image: UndoneImage): Promise<UndoneSlice> {
  const { undoId, importId, mailingListId, number, isDryRun, isLogged } = image;
  // As for a merge: one index probe for each row beats a plan that reads the list.
  await client.query(
    `${LOCK_PARTITIONS}; set local enable_seqscan = off; set local enable_mergejoin = off; set local enable_bitmapscan = off;
     set local work_mem = '64MB'; set local jit = off`,
  );
  const partition = await findPartitionOf(client, mailingListId);
  const { rows } = await client.query<Row>(undoStatement(partition, { isDryRun }), [
    ...[importId, number, mailingListId, undoId, isLogged],
  ]);
  const [row] = rows;
  if (row === undefined) throw new Error(`Import ${importId} has no before-image ${number}.`);
  if (!row.isWritten) throw new SubscribersMissed();
  const outcomes = row.outcomes ?? {};
  const present = UNDO_OUTCOMES.reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0);
  if (!isDryRun) {
    const changes = SUBSCRIBER_STATUSES.map((status) => [status, row.statusChanges?.[status] ?? 0]);
    await addToCounts(client, mailingListId, Object.fromEntries(changes) as Record<SubscriberStatus, number>);
  }
  const { subscribers, reactionsCancelled, reactionsDue, bytes } = row;
  const counts = UNDO_OUTCOMES.map((outcome) => [outcome, outcomes[outcome] ?? 0]);
  return {
    ...{ subscribers, reactionsCancelled, reactionsDue, bytes, reactivated: outcomes.reactivated ?? 0 },
    outcomes: { ...(Object.fromEntries(counts) as Record<UndoOutcome, number>), gone: subscribers - present },
  };
}
