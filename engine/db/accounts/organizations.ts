import { z } from 'zod';

import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

/** The organization that system administrators belong to. */
export const SYSTEM_ORGANIZATION_ID = 1;

const organization = z.object({ id: z.number(), name: z.string(), timeZone: z.string() });
export type Organization = z.infer<typeof organization>;

/** What an organization is created with; a limit of null admits any number of subscribers. */
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

/** Adds an organization. @returns its id */
export function insertOrganization(db: Database, organization: OrganizationAttributes): Promise<number> {
  const { name, timeZone, subscriberLimit } = organization;
  return db.oneFirst(sql.type(z.object({ id: z.number() }))`
    insert into organizations (name, time_zone, subscriber_limit) values (${name}, ${timeZone}, ${subscriberLimit})
    returning id
  `);
}
