import type { FastifyRequest } from 'fastify';
import type { ApiKeyReach } from '../../engine/db/accounts/api-keys.ts';
import type { Caller } from '../../engine/db/accounts/caller.ts';
import { findOrganization } from '../../engine/db/accounts/organizations.ts';
import { findSeedList } from '../../engine/db/lists/seed-lists.ts';
import type { SeedList } from '../../engine/db/lists/seed-lists.ts';
import type { Database } from '../../engine/db/core/slonik.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { idOf } from '../http/parameters.ts';
import { reachOf } from '../http/reach.ts';

/** The id of the organization a path names, if the caller reaches it. @throws NotFound */
export async function requireOrganization({ caller, db }: FastifyRequest, segment: string): Promise<number> {
  const id = idOf(segment, 'organization');
  const reach = reachOf(caller);
  const organization = reach === null || reach === id ? await findOrganization(db, id) : null;
  if (organization === null) throw new NotFound('organization');
  return organization.id;
}

/**
 * The time zone in which times that are sent without an offset count: that of the organization whose records a call is
 * about, which is the caller's own except for system administrators. `null` is no single organization.
 */
export async function timeZoneOf({ caller, db }: FastifyRequest, organizationId: number | null): Promise<string> {
  if (organizationId === null || organizationId === caller.organizationId) return caller.timeZone;
  const organization = await findOrganization(db, organizationId);
  if (organization === null) throw new NotFound('organization');
  return organization.timeZone;
}

/** Keys that the caller may read by id. */
export function apiKeyReachOf(caller: Caller): ApiKeyReach {
  return { organizationId: reachOf(caller), systemAdmins: caller.role === 'system_admin' };
}

/** The seed list a path names, if the caller reaches it. @throws NotFound */
export async function requireSeedList(
  db: Database,
  { caller, params }: FastifyRequest<{ Params: { id: string } }>,
): Promise<SeedList> {
  const found = await findSeedList(db, idOf(params.id, 'seed list'), reachOf(caller));
  if (found === null) throw new NotFound('seed list');
  return found;
}
