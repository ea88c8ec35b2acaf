import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

const user = z.object({ userId: z.number(), isActive: z.boolean(), isLockedOut: z.boolean() });

/** A user whom a provider names by the address. */
export type ProviderUser = Readonly<z.infer<typeof user>>;

/**
 * The user with that address, whose row is held until the transaction ends; null when there is none, or (`organizationId`) none of that
 * organization. A user of an organization that is not active is not active either.
 */
export function holdProviderUser(
  db: Database,
  email: string,
  organizationId: number | null,
): Promise<ProviderUser | null> {
  return db.maybeOne(sql.type(user)`
    select u.id as "userId", u.active and o.active as "isActive", coalesce(u.locked_out_until > now(), false) as "isLockedOut"
    from users u
    join organizations o on o.id = u.organization_id
    where lower(u.email) = lower(${email}) and (${organizationId}::bigint is null or u.organization_id = ${organizationId})
    for share of u
  `);
}

/** Whether a user may be created in an organization. */
export function isActiveOrganization(db: Database, id: number): Promise<boolean> {
  return db.exists(sql.unsafe`select 1 from organizations where id = ${id} and active`);
}
