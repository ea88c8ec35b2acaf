import { z } from 'zod';
import { BOUNDS } from '../../domain/bounds.ts';
import { matchesText, pageOf } from '../core/pages.ts';
import type { ListPage, TextFilter } from '../core/pages.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { caller } from './caller.ts';
import type { Caller } from './caller.ts';
import { LOCK_SPACES } from '../core/advisory-locks.ts';

export const API_KEY_ROLES = ['system_admin', 'organization_admin'] as const;

const apiKey = z.object({
  id: z.number(),
  organizationId: z.number(),
  name: z.string(),
  role: z.enum(API_KEY_ROLES),
  active: z.boolean(),
  credentialHash: z.instanceof(Buffer),
  /** null: only the hash is known. */
  encryptedCredential: z.instanceof(Buffer).nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;
export type ApiKeyAttributes = Pick<ApiKey, 'name' | 'role' | 'active'>;

/** Keys that a caller may see: those of one organization or (null) of all, with or without those of system administrators. */
export interface ApiKeyReach {
  organizationId: number | null;
  systemAdmins: boolean;
}

export interface ApiKeyPage extends ListPage {
  orderBy: 'id' | 'name';
}

const columns = sql.fragment`
  id, organization_id as "organizationId", name, role, active, credential_hash as "credentialHash",
  encrypted_credential as "encryptedCredential"`;

/** The caller an active key of an active organization stands for, by the sha256 of its credential; null when there is none. */
export function findCaller(db: Database, credentialHash: Buffer): Promise<Caller | null> {
  return db.maybeOne(sql.type(caller)`
    select jsonb_build_object('type', 'api_key', 'id', k.id) as by, null as "sessionId", k.role, '{}'::jsonb as permissions,
      k.organization_id as "organizationId", o.time_zone as "timeZone"
    from api_keys k
    join organizations o on o.id = k.organization_id
    where k.credential_hash = ${sql.binary(credentialHash)} and k.active and o.active
  `);
}

/** The name of the key of that id, of whatever organization; null when there is none. */
export function findApiKeyName(db: Database, id: number): Promise<string | null> {
  return db.maybeOneFirst(sql.type(z.object({ name: z.string() }))`select name from api_keys where id = ${id}`);
}

/** A page of the keys within reach. */
export function listApiKeys(
  db: Database,
  reach: ApiKeyReach,
  name: TextFilter,
  page: ApiKeyPage,
): Promise<readonly ApiKey[]> {
  return db.any(sql.type(apiKey)`
    select ${columns}
    from api_keys
    where ${within(reach)} and ${matchesText(sql.fragment`name`, name)}
    ${pageOf(page.orderBy === 'name' ? sql.fragment`name` : null, page)}
  `);
}

export function countApiKeys(db: Database, reach: ApiKeyReach, name: TextFilter): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from api_keys where ${within(reach)} and ${matchesText(sql.fragment`name`, name)}
  `);
}

/** The key of that id, if it is within reach. */
export function findApiKey(db: Database, id: number, reach: ApiKeyReach): Promise<ApiKey | null> {
  return db.maybeOne(sql.type(apiKey)`select ${columns} from api_keys where id = ${id} and ${within(reach)}`);
}

/** The same, holding the row until the transaction ends. */
export function lockApiKey(db: Database, id: number, reach: ApiKeyReach): Promise<ApiKey | null> {
  return db.maybeOne(sql.type(apiKey)`
    select ${columns} from api_keys where id = ${id} and ${within(reach)} for update
  `);
}

const sealedKey = z.object({ credentialHash: z.instanceof(Buffer), encryptedCredential: z.instanceof(Buffer) });

/** The latest key that can be shown again; null when there is none. */
export function findSealedKey(db: Database): Promise<z.infer<typeof sealedKey> | null> {
  return db.maybeOne(sql.type(sealedKey)`
    select credential_hash as "credentialHash", encrypted_credential as "encryptedCredential"
    from api_keys
    where encrypted_credential is not null
    order by id desc
    limit 1
  `);
}

/** Adds a key. @returns null when the organization has as many keys as it may, active or not */
export function insertApiKey(
  db: Database,
  organizationId: number,
  key: ApiKeyAttributes,
  credential: { hash: Buffer; encrypted: Buffer },
): Promise<ApiKey | null> {
  return db.transaction(async (transaction) => {
    // Until the end of the transaction, so that two calls do not both count the last free place.
    await transaction.query(
      sql.unsafe`select pg_advisory_xact_lock(${LOCK_SPACES.apiKeys}, hashint8(${organizationId}))`,
    );
    return transaction.maybeOne(sql.type(apiKey)`
      insert into api_keys (organization_id, name, role, active, credential_hash, encrypted_credential)
      select ${organizationId}, ${key.name}, ${key.role}, ${key.active}, ${sql.binary(credential.hash)},
        ${sql.binary(credential.encrypted)}
      where (select count(*) from api_keys where organization_id = ${organizationId}) < ${BOUNDS.apiKeys.max}
      returning ${columns}
    `);
  });
}

export function updateApiKey(db: Database, id: number, key: ApiKeyAttributes): Promise<ApiKey> {
  return db.one(sql.type(apiKey)`
    update api_keys
    set name = ${key.name}, role = ${key.role}, active = ${key.active}
    where id = ${id}
    returning ${columns}
  `);
}

export async function deleteApiKey(db: Database, id: number): Promise<void> {
  await db.query(sql.unsafe`delete from api_keys where id = ${id}`);
}

function within({ organizationId, systemAdmins }: ApiKeyReach) {
  return sql.fragment`(${organizationId}::bigint is null or organization_id = ${organizationId})
    and (${systemAdmins} or role <> 'system_admin')`;
}
