import type { PoolClient } from 'pg';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { KEPT_HOURS, KeyClaimed } from './key-claim.ts';
import type { KeyClaim } from './key-claim.ts';

/** Replaces a key that is no longer kept; no row is written, nor returned, while it is. */
const UNLESS_KEPT = sql.fragment`
  on conflict (organization_id, key) do update
    set request_hash = excluded.request_hash, record_id = excluded.record_id, created_at = now()
    where idempotency_keys.created_at <= now() - make_interval(hours => ${sql.literalValue(String(KEPT_HOURS))})`;

/**
 * Claims the key in the transaction that creates the record; a concurrent call with the key waits for its end. The id of
 * the record is set by `nameClaimed`.
 * @returns when it was claimed, which is when the record is created
 * @throws KeyClaimed
 */
export async function claimKey(client: PoolClient, { organizationId, key, requestHash }: KeyClaim): Promise<Date> {
  const { rows } = await client.query<{ created_at: Date }>(
    `insert into idempotency_keys (organization_id, key, request_hash) values ($1, $2, $3)
     ${UNLESS_KEPT.sql} returning created_at`,
    [organizationId, key, requestHash],
  );
  if (rows[0] === undefined) throw new KeyClaimed();
  return rows[0].created_at;
}

/** Notes which record was created with the key, in the same transaction. */
export async function nameClaimed(client: PoolClient, { organizationId, key }: KeyClaim, id: number): Promise<void> {
  await client.query(`update idempotency_keys set record_id = $3 where organization_id = $1 and key = $2`, [
    organizationId,
    key,
    id,
  ]);
}

/**
 * Creates a record and claims the key for it, in one transaction; without a key it only creates. `create` returns the id,
 * null when it has created nothing.
 * @throws KeyClaimed, and then nothing is created
 */
export async function createOnce(
  db: Database,
  claim: KeyClaim | null,
  create: (db: Database) => Promise<number | null>,
): Promise<number | null> {
  if (claim === null) return create(db);
  const { organizationId, key, requestHash } = claim;
  return db.transaction(async (transaction) => {
    const id = await create(transaction);
    if (id === null) return null;
    const { rowCount } = await transaction.query(sql.unsafe`
      insert into idempotency_keys (organization_id, key, request_hash, record_id)
      values (${organizationId}, ${key}, ${sql.binary(requestHash)}, ${id})
      ${UNLESS_KEPT}
    `);
    if (rowCount !== 1) throw new KeyClaimed();
    return id;
  });
}
