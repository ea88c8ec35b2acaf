import type { PoolClient } from 'pg';

/** Position of an export in the queue of its organization for a turn. */
export interface ExportTurnCount {
  /** Other exports of its organization that hold a turn. */
  readonly underWay: number;
  /** Older exports that wait for one. */
  readonly ahead: number;
}

/**
 * Gives an export a turn of its organization, or notes that it has asked for one; one that it has stays.
 * @returns null when it has a turn, else its position
 */
export async function askForExportTurn(
  client: PoolClient,
  { exportId, organizationId }: { readonly exportId: number; readonly organizationId: number },
  limit: number,
): Promise<ExportTurnCount | null> {
  // Until the end of the transaction, so that two exports do not both count the last free turn.
  await client.query(`select pg_advisory_xact_lock($1, hashint8($2))`, [TURNS_LOCK, organizationId]);
  const { rows } = await client.query<ExportTurnCount & { isHeld: boolean }>(COUNT, [exportId, organizationId]);
  const [count] = rows;
  if (count === undefined || count.isHeld) return null;
  const isTaken = count.underWay + count.ahead < limit;
  await client.query(
    `update subscriber_exports
        set turn_taken_at = case when $2 then now() end, turn_asked_at = now()
      where id = $1 and finished_at is null`,
    [exportId, isTaken],
  );
  return isTaken ? null : count;
}

// Any number will do, as long as no other two-part lock of this database begins with it.
const TURNS_LOCK = 7_203;

/** An export that has not asked for this long waits for something else: others go first. */
const COUNT = `
  select count(*) filter (where turn_taken_at is not null and id <> $1) as "underWay",
         count(*) filter (where turn_taken_at is null and state <> 'paused' and id < $1
                            and turn_asked_at > now() - interval '2 minutes') as ahead,
         coalesce(bool_or(turn_taken_at is not null) filter (where id = $1), false) as "isHeld"
    from subscriber_exports
   where organization_id = $2 and options is not null and finished_at is null`;
