import type { Connections } from '../core/connections.ts';
import { KEPT_HOURS } from './key-claim.ts';
import type { KeyClaim } from './key-claim.ts';

/** Result of the call that has used the key. */
export interface ClaimedKey {
  /** Whether that call had the same method, path and body. */
  readonly isSameRequest: boolean;
  /** Null for a subscription that waits for confirmation. */
  readonly recordId: number | null;
  readonly createdAt: Date;
}

/** Finds the result of the call that has used the key within the last 24 hours; null when there is none. */
export async function findClaimedKey(
  pool: Connections,
  { organizationId, key, requestHash }: KeyClaim,
): Promise<ClaimedKey | null> {
  const { rows } = await pool.query<ClaimedKey>(
    `select request_hash = $3 as "isSameRequest", record_id as "recordId", created_at as "createdAt"
       from idempotency_keys
      where organization_id = $1 and key = $2 and created_at > now() - make_interval(hours => $4)`,
    [organizationId, key, requestHash, KEPT_HOURS],
  );
  return rows[0] ?? null;
}

/** Removes the keys that are no longer kept. */
export async function purgeClaimedKeys(pool: Connections): Promise<void> {
  await pool.query(`delete from idempotency_keys where created_at <= now() - make_interval(hours => $1)`, [KEPT_HOURS]);
}
