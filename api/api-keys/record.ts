import { z } from 'zod/v4';
import type { ApiKey } from '../../engine/db/accounts/api-keys.ts';
import type { SecretBox } from '../../engine/secrets/secret-box.ts';
import { API_KEY_ROLES } from '../../engine/db/accounts/api-keys.ts';
import { whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';

/** A key as the API shows it. */
export const apiKeyRecord = z
  .object({
    id: whole,
    name: z.string(),
    role: z.enum(API_KEY_ROLES),
    active: z.boolean(),
    api_key: z.string().nullable().describe('The key itself; null when only its hash is stored.'),
  })
  .meta({
    id: 'ApiKey',
    examples: [{ id: 4, name: 'CRM', role: 'organization_admin', active: true, api_key: 'MjowMTIzNDU2Nzg5YWJjZGVm' }],
  });

/** A key as the API shows it; the credential is null when only its hash is known. */
export function renderApiKey(key: ApiKey, secrets: SecretBox): Rendered<typeof apiKeyRecord> {
  const { id, name, role, active, credentialHash, encryptedCredential } = key;
  const api_key = encryptedCredential === null ? null : secrets.open(encryptedCredential, credentialHash);
  return { id, name, role, active, api_key };
}
