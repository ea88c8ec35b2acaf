import { createHash } from 'node:crypto';
import type pg from 'pg';

/** A tenant: an organization, the key of its administrator, and a list with some fields. */
export interface Tenant {
  readonly organizationId: number;
  readonly apiKey: string;
  readonly listId: number;
}

/** Addresses of the service, and its two tenants. Passed to the processes of both as JSON. */
export interface Addresses {
  readonly apiUrl: string;
  readonly apiPort: number;
  readonly metricsPort: number;
  readonly ftpPort: number;
  /** Ports of the embedded Temporal server: gRPC, and its UI. */
  readonly temporalPort: number;
  readonly temporalUiPort: number;
  readonly temporalNamespace: string;
  readonly databaseUrl: string;
  readonly uploadsDir: string;
  readonly hostile: Tenant;
  readonly other: Tenant;
}

/** Addresses of the other tenant's list that its calls name: `reader0@example.com` and so on. */
export const SUBSCRIBERS_OF_OTHER = 20_000;

/** Gives a tenant its key back, which a call of its own may have deleted or switched off. */
export async function restoreKey(
  pool: pg.Pool,
  { organizationId, apiKey }: Pick<Tenant, 'organizationId' | 'apiKey'>,
): Promise<void> {
  await pool.query(
    `insert into api_keys (organization_id, name, role, active, credential_hash)
     values ($1, 'first', 'organization_admin', true, $2)
     on conflict (credential_hash) do update set active = true, role = excluded.role`,
    [organizationId, createHash('sha256').update(apiKey).digest()],
  );
}
