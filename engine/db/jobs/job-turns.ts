import type { PoolClient } from 'pg';
import { LOCK_ID } from '../core/advisory-locks.ts';

/** Queue of the jobs of a kind, of which each organization has one. */
export interface TurnQueue {
  /** Table of the jobs, with the columns `turn_taken_at` and `turn_asked_at`; rows of fixtures have no `options`. */
  readonly table: string;
  /** Space of its advisory lock. */
  readonly lock: number;
}

/** Position of a job in the queue of its organization for a slot. */
export interface JobTurnCount {
  /** Other jobs of its kind and organization that hold a turn. */
  readonly underWay: number;
  /** Older ones that wait for a slot. */
  readonly ahead: number;
}

/**
 * Gives a job a slot of its organization, or notes that it has asked for one; one that it has stays.
 * @returns null when it has a turn, else its position
 */
export async function askForJobTurn(
  client: PoolClient,
  { table, lock }: TurnQueue,
  { id, organizationId }: { readonly id: number; readonly organizationId: number },
  limit: number,
): Promise<JobTurnCount | null> {
  // Until the end of the transaction, so that two jobs do not both count the last free turn.
  await client.query(LOCK_ID, [lock, organizationId]);
  const { rows } = await client.query<JobTurnCount & { isHeld: boolean }>(countTurns(table), [id, organizationId]);
  const [count] = rows;
  if (count === undefined || count.isHeld) return null;
  const isTaken = count.underWay + count.ahead < limit;
  await client.query(
    `update ${table}
        set turn_taken_at = case when $2 then now() end, turn_asked_at = now()
      where id = $1 and finished_at is null`,
    [id, isTaken],
  );
  return isTaken ? null : count;
}

/** A job that has not asked for this long waits for something else: others go first. */
function countTurns(table: string): string {
  return `
  select count(*) filter (where turn_taken_at is not null and id <> $1) as "underWay",
         count(*) filter (where turn_taken_at is null and state <> 'paused' and id < $1
                            and turn_asked_at > now() - interval '2 minutes') as ahead,
         coalesce(bool_or(turn_taken_at is not null) filter (where id = $1), false) as "isHeld"
    from ${table}
   where organization_id = $2 and options is not null and finished_at is null`;
}
