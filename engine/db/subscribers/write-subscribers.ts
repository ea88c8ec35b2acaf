import type { PoolClient, QueryResult } from 'pg';
import type { Connections } from '../core/connections.ts';
import { InvalidRequest, NotFound, ValidationFailed } from '../../platform/errors.ts';
import { lockRoom } from '../imports/admission.ts';
import { holdList, holdListStatements, readHeldList } from '../lists/list-lock.ts';
import type { HeldList } from '../lists/list-lock.ts';
import { addToCounts } from '../imports/merge.ts';
import { SUBSCRIBER_STATUSES } from '../../domain/subscribers.ts';
import type { SubscriberStatus } from '../../domain/subscribers.ts';
import { inTransaction } from '../core/transaction.ts';

/** A list as it was read before the transaction. */
export interface WritableList {
  readonly id: number;
  readonly organizationId: number;
  readonly primaryKeyCustomFieldId: number | null;
}

/** Context of a transaction that writes subscribers of one list. */
export interface SubscriberWriting {
  readonly client: PoolClient;
  readonly listId: number;
  /** Number of subscribers that the organization may still add; null without a limit. */
  readonly room: number | null;
  /** Notes the status a subscriber had and the one it has now, null for being absent; the counts follow at the end. */
  readonly count: (before: SubscriberStatus | null, after: SubscriberStatus | null) => void;
}

/** A concurrent change came in between: the transaction is rolled back and run again. */
export class Collision extends Error {
  override readonly name = 'Collision';
}

/**
 * Runs a transaction that writes subscribers of one list. The list cannot be deleted or given another primary key
 * until it ends, and its counts change together with its subscribers. `mayAdd` holds the organization's limit as well.
 * @throws NotFound when the list is deleted; InvalidRequest when it has another primary key by now.
 */
export async function writeSubscribers<Result>(
  pool: Connections,
  list: WritableList,
  { mayAdd }: { readonly mayAdd: boolean },
  work: (writing: SubscriberWriting) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      const first = mayAdd ? '' : holdListStatements(list.id);
      const write = async (client: PoolClient, answers: readonly QueryResult[]) => {
        const room = mayAdd ? await roomOf(client, list.organizationId) : null;
        requireList(mayAdd ? await holdList(client, list.id) : readHeldList(answers), list);
        const changes = Object.fromEntries(SUBSCRIBER_STATUSES.map((status) => [status, 0])) as Changes;
        const count: SubscriberWriting['count'] = (before, after) => {
          if (before !== null) changes[before] -= 1;
          if (after !== null) changes[after] += 1;
        };
        const result = await work({ client, listId: list.id, room, count });
        await addToCounts(client, list.id, changes);
        return result;
      };
      return await inTransaction(pool, write, undefined, first);
    } catch (error) {
      if (!isPassing(error) || attempt === TRIES) throw error;
    }
  }
}

/** @throws ValidationFailed when the organization may have no more subscribers. */
export function requireRoom({ room }: SubscriberWriting): void {
  if (room !== null && room < 1) throw new ValidationFailed('the subscriber limit of the organization is reached');
}

type Changes = Record<SubscriberStatus, number>;

const TRIES = 5;
const DEADLOCK_DETECTED = '40P01';

/** Two callers who exchange keys wait for each other until Postgres turns one of them away. */
function isPassing(error: unknown): boolean {
  return error instanceof Collision || (error instanceof Error && 'code' in error && error.code === DEADLOCK_DETECTED);
}

/** Locked before the list, in the order in which a change of the list locks the two. */
async function roomOf(client: PoolClient, organizationId: number): Promise<number | null> {
  const { rows } = await client.query<{ subscriber_limit: number | null }>(
    `select subscriber_limit from organizations where id = $1`,
    [organizationId],
  );
  return (rows[0]?.subscriber_limit ?? null) === null ? null : lockRoom(client, organizationId);
}

function requireList(held: HeldList, list: WritableList): void {
  if (!held.exists) throw new NotFound('mailing list');
  if (held.primaryKeyCustomFieldId !== list.primaryKeyCustomFieldId) {
    throw new InvalidRequest('the primary key of the list has just been changed: send the request again');
  }
}
