import { z } from 'zod';

import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

/** The organization that system administrators belong to. */
export const SYSTEM_ORGANIZATION_ID = 1;

const organization = z.object({ id: z.number(), name: z.string(), timeZone: z.string() });
export type Organization = z.infer<typeof organization>;

/** Attributes of a new organization; a subscriber limit of null admits any number of subscribers. */
export interface OrganizationAttributes {
  readonly name: string;
  readonly timeZone: string;
  readonly subscriberLimit: number | null;
}

/** The organization of that id; null when there is none. */
export function findOrganization(db: Database, id: number): Promise<Organization | null> {
  return db.maybeOne(sql.type(organization)`
    select id, name, time_zone as "timeZone"
    from organizations
    where id = ${id}
  `);
}

/** Holds the organization's row until the transaction ends, which puts writers of organization-wide names in a queue. */
export async function lockOrganization(db: Database, id: number): Promise<void> {
  await db.query(sql.unsafe`select 1 from organizations where id = ${id} for no key update`);
}

/** Draws the id of the next organization, which no later call returns. */
export function drawOrganizationId(db: Database): Promise<number> {
  return db.oneFirst(sql.type(z.object({ id: z.number() }))`
    select nextval(pg_get_serial_sequence('organizations', 'id')) as id
  `);
}

/** Adds an organization with an id that was drawn for it. */
export async function insertOrganization(
  db: Database,
  organization: OrganizationAttributes & { readonly id: number },
): Promise<void> {
  const { id, name, timeZone, subscriberLimit } = organization;
  await db.query(sql.unsafe`
    insert into organizations (id, name, time_zone, subscriber_limit) values (${id}, ${name}, ${timeZone}, ${subscriberLimit})
  `);
}
