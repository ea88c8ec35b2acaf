import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

/** A call that receives a part of an upload, by its own random token: no other one may, at any API process. */
export interface UploadLease {
  readonly id: string;
  readonly token: string;
}

/** Seconds after which a lease that is not renewed ends: the process that held it is taken for dead. */
export const LEASE_SECONDS = 8;

const end = sql.fragment`now() + make_interval(secs => ${sql.literalValue(String(LEASE_SECONDS))})`;

/** Takes the lease of an upload if no other call holds it. If one does, it is asked to end. @returns whether it was taken */
export async function takeLease(db: Database, { id, token }: UploadLease): Promise<boolean> {
  const { rowCount } = await db.query(sql.unsafe`
    update uploads set lease_token = ${token}::uuid, leased_until = ${end}, is_lease_wanted = false
    where id = ${id}::uuid and (leased_until is null or leased_until < now())
  `);
  if (rowCount === 1) return true;
  await db.query(sql.unsafe`update uploads set is_lease_wanted = true where id = ${id}::uuid`);
  return false;
}

/** Renews a lease. @returns whether another call wants it; null when it is no longer held */
export async function renewLease(db: Database, { id, token }: UploadLease): Promise<boolean | null> {
  return db.maybeOneFirst(sql.type(z.object({ isWanted: z.boolean() }))`
    update uploads set leased_until = ${end} where id = ${id}::uuid and lease_token = ${token}::uuid
    returning is_lease_wanted as "isWanted"
  `);
}

/** Records how many bytes are durable. @returns false, and records nothing, when the lease is no longer held */
export async function recordReceived(db: Database, { id, token }: UploadLease, bytes: number): Promise<boolean> {
  const { rowCount } = await db.query(sql.unsafe`
    update uploads set received_bytes = ${bytes} where id = ${id}::uuid and lease_token = ${token}::uuid
  `);
  return rowCount === 1;
}

/** Gives a lease up. */
export async function endLease(db: Database, { id, token }: UploadLease): Promise<void> {
  await db.query(sql.unsafe`
    update uploads set lease_token = null, leased_until = null, is_lease_wanted = false
    where id = ${id}::uuid and lease_token = ${token}::uuid
  `);
}
