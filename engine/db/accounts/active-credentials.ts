import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import type { Caller } from './caller.ts';
import { isValidSession } from './user-sessions.ts';

/** The API key or the session of a caller. */
export type CredentialId = `api_key/${number}` | `session/${number}`;

/** The credential that a caller sent, by its id. */
export function credentialOf({ by, sessionId }: Pick<Caller, 'by' | 'sessionId'>): CredentialId {
  return sessionId === null ? `api_key/${by.id}` : `session/${sessionId}`;
}

/** Those of the credentials that still let a caller in. */
export async function findActiveCredentials(
  db: Database,
  credentials: readonly CredentialId[],
): Promise<ReadonlySet<CredentialId>> {
  const idsOf = (kind: string) =>
    sql.array(
      credentials.flatMap((each) => (each.startsWith(`${kind}/`) ? [Number(each.slice(kind.length + 1))] : [])),
      'int8',
    );
  const found = await db.anyFirst(sql.type(z.object({ credential: z.string() }))`
    select 'api_key/' || k.id as credential from api_keys k
    join organizations o on o.id = k.organization_id
    where k.id = any(${idsOf('api_key')}) and k.active and o.active
    union all
    select 'session/' || s.id from user_sessions s
    join users u on u.id = s.user_id
    join organizations o on o.id = u.organization_id
    where s.id = any(${idsOf('session')}) and ${isValidSession} and u.active and o.active
  `);
  return new Set(found as readonly CredentialId[]);
}
