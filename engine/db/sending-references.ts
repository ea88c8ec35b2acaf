import { z } from 'zod';
import { sql } from './slonik.ts';
import type { Database } from './slonik.ts';

const found = z.object({ id: z.number() });

/** What mail is sent through, each kind under the column that holds its name. */
const TABLES = {
  virtual_mta: { table: 'virtual_mtas', column: 'name' },
  url_domain: { table: 'url_domains', column: 'domain' },
} as const;
export type SendingKind = keyof typeof TABLES;

/** The id of a name of the organization, or everybody's; one that is unknown is registered under the next id. */
export async function registerSendingName(
  db: Database,
  organizationId: number,
  kind: SendingKind,
  name: string,
): Promise<number> {
  const table = sql.identifier([TABLES[kind].table]);
  const column = sql.identifier([TABLES[kind].column]);
  const known = await db.maybeOneFirst(sql.type(found)`
    select id from ${table}
    where lower(${column}) = lower(${name}) and (organization_id is null or organization_id = ${organizationId})
    order by organization_id nulls first
    limit 1
  `);
  if (known !== null) return known;
  return db.oneFirst(sql.type(found)`
    insert into ${table} (organization_id, ${column}) values (${organizationId}, ${name}) returning id
  `);
}

/** Whether the organization can use what has the id. */
export function isSendingId(db: Database, organizationId: number, kind: SendingKind, id: number): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1 from ${sql.identifier([TABLES[kind].table])}
    where id = ${id} and (organization_id is null or organization_id = ${organizationId})
  `);
}

/** The `<user id>@<domain id>` of a bounce address, registered when it is unknown. */
export async function registerBounceEmail(db: Database, organizationId: number, email: string): Promise<string> {
  const at = email.lastIndexOf('@');
  const [username, domain] = [email.slice(0, at), email.slice(at + 1)];
  const known = await db.maybeOneFirst(sql.type(z.object({ id: z.string() }))`
    select user_id || '@' || domain_id as id from bounce_emails
    where lower(username) = lower(${username}) and lower(domain) = lower(${domain})
      and (organization_id is null or organization_id = ${organizationId})
    limit 1
  `);
  if (known !== null) return known;
  return db.oneFirst(sql.type(z.object({ id: z.string() }))`
    insert into bounce_emails (organization_id, username, domain, domain_id)
    values (${organizationId}, ${username}, ${domain}, coalesce(
      (select min(domain_id) from bounce_emails where lower(domain) = lower(${domain})),
      nextval('bounce_email_domain_ids')))
    returning user_id || '@' || domain_id as id
  `);
}

/** Whether the organization can use the bounce address of that id. */
export function isBounceEmailId(db: Database, organizationId: number, id: string): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1 from bounce_emails
    where user_id || '@' || domain_id = ${id} and (organization_id is null or organization_id = ${organizationId})
  `);
}
