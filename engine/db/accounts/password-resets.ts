import { z } from 'zod';
import { EXTENSION_BOUNDS } from '../../domain/extension-bounds.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

/** The time for which a reset counts against the bound of its user, used or not. */
const window = sql.fragment`make_interval(secs => 3600)`;

const recipient = z.object({ userId: z.number(), email: z.string() });

/** A user to whom a reset is mailed. */
export type ResetRecipient = Readonly<z.infer<typeof recipient>>;

/**
 * Stores a reset of the password of the active user with that address. Deletes resets of any user that count no longer.
 * @returns null when there is no such user, or the user has had as many within the hour as are allowed
 */
export function insertPasswordReset(
  db: Database,
  email: string,
  { codeHash, validityMs }: { readonly codeHash: Buffer; readonly validityMs: number },
): Promise<ResetRecipient | null> {
  return db.transaction(async (transaction) => {
    await transaction.query(sql.unsafe`
      delete from password_resets where expires_at < now() and created_at < now() - ${window}
    `);
    // The user is held, so that concurrent calls are counted one after the other.
    const user = await transaction.maybeOne(sql.type(recipient)`
      select u.id as "userId", u.email
      from users u
      join organizations o on o.id = u.organization_id
      where lower(u.email) = lower(${email}) and u.active and o.active
      for no key update of u
    `);
    if (user === null) return null;
    const { rowCount } = await transaction.query(sql.unsafe`
      insert into password_resets (code_hash, user_id, expires_at)
      select ${sql.binary(codeHash)}, ${user.userId}, now() + make_interval(secs => ${validityMs / 1000})
      where ${EXTENSION_BOUNDS.passwordResets.max} > (
        select count(*) from password_resets where user_id = ${user.userId} and created_at > now() - ${window}
      )
    `);
    return rowCount > 0 ? user : null;
  });
}

/** Deletes a reset whose mail was refused, so that it does not count against the bound. */
export async function deletePasswordReset(db: Database, codeHash: Buffer): Promise<void> {
  await db.query(sql.unsafe`delete from password_resets where code_hash = ${sql.binary(codeHash)}`);
}

/** Whether there is a reset that can be used now. */
export function isValidReset(db: Database, codeHash: Buffer): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1 from password_resets where code_hash = ${sql.binary(codeHash)} and used_at is null and expires_at > now()
  `);
}

/**
 * Takes a reset, which works once, and returns the id of its user, whose row is held until the transaction ends; null when there is
 * no such one, or it or the user is no longer valid.
 */
export async function takePasswordReset(db: Database, codeHash: Buffer): Promise<number | null> {
  // The user before the reset, as a change of the user locks them.
  await db.query(sql.unsafe`
    select id from users
    where id = (select user_id from password_resets where code_hash = ${sql.binary(codeHash)})
    for update
  `);
  return db.maybeOneFirst(sql.type(z.object({ id: z.number() }))`
    with taken as (
      update password_resets set used_at = now()
      where code_hash = ${sql.binary(codeHash)} and used_at is null and expires_at > now()
      returning user_id
    )
    select u.id
    from taken
    join users u on u.id = taken.user_id
    join organizations o on o.id = u.organization_id
    where u.active and o.active
  `);
}

/** Ends the resets of a user that are not used; they still count against the bound. */
export async function endPasswordResets(db: Database, userId: number): Promise<void> {
  await db.query(sql.unsafe`update password_resets set used_at = now() where user_id = ${userId} and used_at is null`);
}
