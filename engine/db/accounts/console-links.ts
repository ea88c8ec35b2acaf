import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

/** For how long a link is valid. */
const MINUTES = 10;

/**
 * Stores a link for a key that can be shown again: the key of that id, or without one the first active key of a system
 * administrator. Deletes links that have expired.
 * @returns whether there is such a key
 */
export async function insertConsoleLink(db: Database, codeHash: Buffer, keyId: number | null): Promise<boolean> {
  await db.query(sql.unsafe`delete from console_links where expires_at < now()`);
  const stored = await db.maybeOne(sql.type(z.object({ id: z.number() }))`
    insert into console_links (code_hash, api_key_id, expires_at)
    select ${sql.binary(codeHash)}, k.id, now() + make_interval(mins => ${MINUTES})
    from api_keys k
    join organizations o on o.id = k.organization_id
    where k.active and o.active and k.encrypted_credential is not null
      and ${keyId === null ? sql.fragment`k.role = 'system_admin'` : sql.fragment`k.id = ${keyId}`}
    order by k.id
    limit 1
    returning api_key_id as id
  `);
  return stored !== null;
}

/** Stores a link for a user. Deletes links that have expired. @returns whether there is such a user, who may sign in */
export async function insertUserLink(db: Database, codeHash: Buffer, email: string): Promise<boolean> {
  await db.query(sql.unsafe`delete from console_links where expires_at < now()`);
  const { rowCount } = await db.query(sql.unsafe`
    insert into console_links (code_hash, user_id, expires_at)
    select ${sql.binary(codeHash)}, u.id, now() + make_interval(mins => ${MINUTES})
    from users u
    join organizations o on o.id = u.organization_id
    where lower(u.email) = lower(${email}) and u.active and o.active
  `);
  return rowCount > 0;
}

/**
 * Deletes a link of a user and returns the id of the user, whose row is held until the transaction ends; null when there is no such
 * link, or it or the user is no longer valid.
 */
export async function takeUserLink(db: Database, codeHash: Buffer): Promise<number | null> {
  // The user before the link, as a change of the user locks them.
  await db.query(sql.unsafe`
    select id from users
    where id = (select user_id from console_links where code_hash = ${sql.binary(codeHash)})
    for share
  `);
  return db.maybeOneFirst(sql.type(z.object({ id: z.number() }))`
    with taken as (
      delete from console_links where code_hash = ${sql.binary(codeHash)} and user_id is not null
      returning user_id, expires_at
    )
    select u.id
    from taken
    join users u on u.id = taken.user_id
    join organizations o on o.id = u.organization_id
    where taken.expires_at > now() and u.active and o.active
  `);
}

/** Deletes the links of a user. */
export async function deleteUserLinks(db: Database, userId: number): Promise<void> {
  await db.query(sql.unsafe`delete from console_links where user_id = ${userId}`);
}

const linkedKey = z.object({ credentialHash: z.instanceof(Buffer), encryptedCredential: z.instanceof(Buffer) });

/** Deletes a link of a key and returns the key; null when there is no such link, or it or the key is no longer valid. */
export function takeConsoleLink(db: Database, codeHash: Buffer): Promise<z.infer<typeof linkedKey> | null> {
  return db.maybeOne(sql.type(linkedKey)`
    with taken as (
      delete from console_links where code_hash = ${sql.binary(codeHash)} and api_key_id is not null
      returning api_key_id, expires_at
    )
    select k.credential_hash as "credentialHash", k.encrypted_credential as "encryptedCredential"
    from taken
    join api_keys k on k.id = taken.api_key_id
    join organizations o on o.id = k.organization_id
    where taken.expires_at > now() and k.active and o.active and k.encrypted_credential is not null
  `);
}
