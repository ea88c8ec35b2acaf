import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

/** Kind of resource that mail is sent through. */
export type SendingKind = 'virtual_mta' | 'url_domain' | 'bounce_email';
/** A number; of a bounce address the text `<user id>@<domain id>`. */
export type SendingId = number | string;

type Fragment = ReturnType<typeof sql.fragment>;

const KNOWN: Readonly<Record<SendingKind, Fragment>> = {
  virtual_mta: sql.fragment`(select id, name, organization_id from virtual_mtas) known`,
  url_domain: sql.fragment`(select id, domain as name, organization_id from url_domains) known`,
  bounce_email: sql.fragment`(
    select user_id || '@' || domain_id as id, username || '@' || domain as name, organization_id from bounce_emails
  ) known`,
};

/** The name of what the organization can use under the id; null when there is none. */
export function findSendingName(
  db: Database,
  organizationId: number,
  kind: SendingKind,
  id: SendingId,
): Promise<string | null> {
  return db.maybeOneFirst(sql.type(z.object({ name: z.string() }))`
    select name from ${KNOWN[kind]} where id = ${id} and (organization_id is null or organization_id = ${organizationId})
  `);
}

/** The id of a name of the organization, or everybody's; one that is unknown is registered under the next id. */
export async function registerSendingName(
  db: Database,
  organizationId: number,
  kind: SendingKind,
  name: string,
): Promise<SendingId> {
  const known = await db.maybeOneFirst(sql.type(z.object({ id: z.union([z.number(), z.string()]) }))`
    select id from ${KNOWN[kind]}
    where lower(name) = lower(${name}) and (organization_id is null or organization_id = ${organizationId})
    order by organization_id nulls first
    limit 1
  `);
  return known ?? INSERTS[kind](db, organizationId, name);
}

/** Columns of a query with the names of what a record holds by id, each id given as the text of an expression. */
export function sendingNameColumns(ids: Readonly<Record<SendingKind, Fragment>>): Fragment {
  return sql.fragment`
    (select name from virtual_mtas where id = (${ids.virtual_mta})::bigint) as "virtualMta",
    (select domain from url_domains where id = (${ids.url_domain})::bigint) as "urlDomain",
    (select username || '@' || domain from bounce_emails
     where user_id = nullif(split_part(${ids.bounce_email}, '@', 1), '')::bigint) as "bounceEmail"`;
}

/** The id that a domain of bounce addresses has, or is given with its first address. */
export function bounceDomainId(domain: string): Fragment {
  return sql.fragment`coalesce(
    (select min(domain_id) from bounce_emails where lower(domain) = lower(${domain})), nextval('bounce_email_domain_ids'))`;
}

const INSERTS: Readonly<
  Record<SendingKind, (db: Database, organizationId: number, name: string) => Promise<SendingId>>
> = {
  virtual_mta: (db, organizationId, name) =>
    db.oneFirst(sql.type(z.object({ id: z.number() }))`
      insert into virtual_mtas (organization_id, name) values (${organizationId}, ${name}) returning id
    `),
  url_domain: (db, organizationId, domain) =>
    db.oneFirst(sql.type(z.object({ id: z.number() }))`
      insert into url_domains (organization_id, domain) values (${organizationId}, ${domain}) returning id
    `),
  bounce_email: (db, organizationId, email) => {
    const at = email.lastIndexOf('@');
    const [username, domain] = [email.slice(0, at), email.slice(at + 1)];
    return db.oneFirst(sql.type(z.object({ id: z.string() }))`
      insert into bounce_emails (organization_id, username, domain, domain_id)
      values (${organizationId}, ${username}, ${domain}, ${bounceDomainId(domain)})
      returning user_id || '@' || domain_id as id
    `);
  },
};
