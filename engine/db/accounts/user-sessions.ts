import { z } from 'zod';
import { EXTENSION_BOUNDS } from '../../domain/extension-bounds.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { caller } from './caller.ts';
import type { Caller } from './caller.ts';

const { sessionAge, sessionIdle, sessions } = EXTENSION_BOUNDS;

const session = z.object({
  id: z.number(),
  userAgent: z.string().nullable(),
  createdAt: z.date(),
  lastUsedAt: z.date(),
  expiresAt: z.date(),
});

/** A session of a user; `expiresAt` is its latest end, which comes earlier when it is not used. */
export type UserSession = Readonly<z.infer<typeof session>>;

const ageLimit = sql.fragment`make_interval(secs => ${sessionAge.max / 1000})`;
const idleLimit = sql.fragment`make_interval(secs => ${sessionIdle.max / 1000})`;

const columns = sql.fragment`
  s.id, s.user_agent as "userAgent", s.created_at as "createdAt", s.last_used_at as "lastUsedAt",
  least(s.created_at + ${ageLimit}, s.last_used_at + ${idleLimit}) as "expiresAt"`;

/** A session to add. */
interface NewSession {
  readonly userId: number;
  readonly passwordHash: string | null;
  readonly tokenHash: Buffer;
  readonly userAgent: string | null;
}

/** Condition of a session `s` that has not expired. */
export const isValidSession = sql.fragment`s.created_at > now() - ${ageLimit} and s.last_used_at > now() - ${idleLimit}`;

/**
 * The caller that a session stands for, by the sha256 of its token; null when it has expired, or the user or the organization is
 * not active. Notes that the session is used, to the minute.
 */
export function findSessionCaller(db: Database, tokenHash: Buffer): Promise<Caller | null> {
  return db.maybeOne(sql.type(caller)`
    with found as (
      select s.id, u.id as user_id, u.role, u.permissions, u.terms_and_conditions_version, u.organization_id, o.time_zone
      from user_sessions s
      join users u on u.id = s.user_id
      join organizations o on o.id = u.organization_id
      where s.token_hash = ${sql.binary(tokenHash)} and ${isValidSession} and u.active and o.active
    ), noted as (
      update user_sessions set last_used_at = now()
      where id = (select id from found) and last_used_at < now() - interval '1 minute'
    )
    select jsonb_build_object('type', 'user', 'id', user_id) as by, id as "sessionId", role, permissions,
      terms_and_conditions_version as "termsVersion", organization_id as "organizationId", time_zone as "timeZone"
    from found
  `);
}

/**
 * Adds a session of an active user, whose password still has that hash (null: whatever it is). Deletes sessions that have expired,
 * of any user, and of the user's own the oldest beyond the bound. @returns null when there is no such user
 */
export async function insertUserSession(
  db: Database,
  { userId, passwordHash, tokenHash, userAgent }: NewSession,
): Promise<UserSession | null> {
  await db.query(sql.unsafe`delete from user_sessions s where not (${isValidSession})`);
  // The user is held: a change of the user that is under way ends first, and one that comes later finds the session.
  const created = await db.maybeOne(sql.type(session)`
    insert into user_sessions as s (user_id, token_hash, user_agent)
    select u.id, ${sql.binary(tokenHash)}, ${userAgent}
    from users u
    where u.id = ${userId} and u.active and u.password_hash = coalesce(${passwordHash}, u.password_hash)
    for share of u
    returning ${columns}
  `);
  await db.query(sql.unsafe`
    delete from user_sessions where user_id = ${userId} and id in (
      select id from user_sessions where user_id = ${userId} order by id desc offset ${sessions.max}
    )
  `);
  return created;
}

/** The sessions of a user, the latest first. */
export function listUserSessions(db: Database, userId: number): Promise<readonly UserSession[]> {
  return db.any(sql.type(session)`
    select ${columns} from user_sessions s
    where s.user_id = ${userId} and ${isValidSession}
    order by s.id desc
    limit ${sessions.max}
  `);
}

/** Ends a session of a user. @returns whether there was such a one */
export async function deleteUserSession(db: Database, userId: number, id: number): Promise<boolean> {
  const { rowCount } = await db.query(sql.unsafe`delete from user_sessions where user_id = ${userId} and id = ${id}`);
  return rowCount > 0;
}

/** Ends the sessions of a user. @param keptId one that continues; null: none does */
export async function deleteUserSessions(db: Database, userId: number, keptId: number | null): Promise<void> {
  await db.query(sql.unsafe`
    delete from user_sessions where user_id = ${userId} and id is distinct from ${keptId}::bigint
  `);
}
