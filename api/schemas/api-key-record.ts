import type { ApiKey } from '../../engine/db/api-keys.ts';
import type { SecretBox } from '../../engine/secrets/secret-box.ts';

/** A key as the API shows it; the credential is null when only its hash is known. */
export function renderApiKey(key: ApiKey, secrets: SecretBox): Record<string, unknown> {
  const { id, name, role, active, credentialHash, encryptedCredential } = key;
  const api_key = encryptedCredential === null ? null : secrets.open(encryptedCredential, credentialHash);
  return { id, name, role, active, api_key };
}
