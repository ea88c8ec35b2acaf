import { deleteApiKey, insertApiKey, lockApiKey, updateApiKey } from '../db/accounts/api-keys.ts';
import type { ApiKey, ApiKeyAttributes, ApiKeyReach } from '../db/accounts/api-keys.ts';
import type { Database } from '../db/core/slonik.ts';
import { BOUNDS } from '../domain/bounds.ts';
import { NotFound, ValidationFailed } from '../platform/errors.ts';

/** An API key by its id, and the keys that the caller reaches. */
export interface KeyInReach {
  readonly id: number;
  readonly reach: ApiKeyReach;
}

/** Removes what caches hold of a key, given its hash. */
export type ForgetKey = (credentialHash: Buffer) => Promise<void>;

/** Adds a key to an organization. @throws ValidationFailed when it has as many keys as it may */
export async function createApiKey(
  db: Database,
  organizationId: number,
  key: ApiKeyAttributes,
  credential: { readonly hash: Buffer; readonly encrypted: Buffer },
): Promise<ApiKey> {
  const created = await insertApiKey(db, organizationId, key, credential);
  if (created !== null) return created;
  throw new ValidationFailed(
    `the organization has ${BOUNDS.apiKeys.max} API keys, which is the most it may have: delete one that is not used any more`,
  );
}

/** Changes a key. Caches forget it before the change is committed. @throws NotFound, and what `read` does */
export function changeApiKey(
  db: Database,
  key: KeyInReach,
  read: (current: ApiKey) => ApiKeyAttributes,
  forget: ForgetKey,
): Promise<ApiKey> {
  return db.transaction(async (transaction) => {
    const current = await requireKey(transaction, key);
    const attributes = read(current);
    await forget(current.credentialHash);
    return updateApiKey(transaction, current.id, attributes);
  });
}

/** Deletes a key. Caches forget it before the deletion is committed. @throws NotFound */
export async function removeApiKey(db: Database, key: KeyInReach, forget: ForgetKey): Promise<void> {
  await db.transaction(async (transaction) => {
    const current = await requireKey(transaction, key);
    await forget(current.credentialHash);
    await deleteApiKey(transaction, current.id);
  });
}

async function requireKey(db: Database, { id, reach }: KeyInReach): Promise<ApiKey> {
  const key = await lockApiKey(db, id, reach);
  if (key === null) throw new NotFound('API key');
  return key;
}
