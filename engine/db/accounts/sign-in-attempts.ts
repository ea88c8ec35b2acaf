import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

/** Wrong passwords after which a user is locked out, and for how long; 0 seconds: no user is ever locked out. */
export interface LockoutRule {
  readonly attempts: number;
  readonly lockoutSeconds: number;
}

const attempt = z.object({
  userId: z.number(),
  passwordHash: z.string(),
  /** The user and the organization are active, and the user was not locked out before this attempt. */
  isAllowed: z.boolean(),
  /** The user was locked out before this attempt, or is by it unless its password is right. */
  isLockedOut: z.boolean(),
});

/** An attempt of a user to sign in. */
export type SignInAttempt = z.infer<typeof attempt>;

/**
 * Counts an attempt to sign in with an address as a failed one before its password is checked, so that concurrent ones have no
 * guesses more; the last one of those allowed locks the user out. @returns null when no user has the address
 */
export function countSignInAttempt(db: Database, email: string, rule: LockoutRule): Promise<SignInAttempt | null> {
  const isLast = sql.fragment`a.failed_sign_ins + 1 >= ${rule.attempts}`;
  const locksOut = sql.fragment`${isLast} and ${rule.lockoutSeconds} > 0`;
  return db.maybeOne(sql.type(attempt)`
    with a as (
      select u.id, u.password_hash, u.failed_sign_ins, u.active and o.active as is_active,
        coalesce(u.locked_out_until > now(), false) as is_locked_out
      from users u
      join organizations o on o.id = u.organization_id
      where lower(u.email) = lower(${email})
      for update of u
    ), counted as (
      update users u
      set failed_sign_ins = case when ${isLast} then 0 else a.failed_sign_ins + 1 end,
        locked_out_until = case
          when ${locksOut} then now() + make_interval(secs => ${rule.lockoutSeconds})
        end
      from a
      where u.id = a.id and not a.is_locked_out
    )
    select id as "userId", password_hash as "passwordHash", is_active and not is_locked_out as "isAllowed",
      is_locked_out or (${locksOut}) as "isLockedOut"
    from a
  `);
}

/** Forgets the failed attempts of a user whose password was right. */
export async function forgetSignInAttempts(db: Database, userId: number): Promise<void> {
  await db.query(sql.unsafe`update users set failed_sign_ins = 0, locked_out_until = null where id = ${userId}`);
}
