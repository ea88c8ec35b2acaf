import { z } from 'zod';
import { sql } from './slonik.ts';
import type { Database } from './slonik.ts';

/** What records of a fixture refer to. */
export type ReferredKind = 'organization' | 'mailing list' | 'suppression list' | 'segment' | 'seed list';

/** A record that is referred to, and the organization it belongs to (an organization to itself). */
export type Referred = Readonly<z.infer<typeof referred>>;

const referred = z.object({ id: z.number(), organizationId: z.number() });

/** Within which organization and mailing list to look; null looks in all of them. */
export interface ReferenceScope {
  readonly organizationId: number | null;
  readonly mailingListId: number | null;
}

/** The records of a kind with that id, or that name ignoring case; two at the most. */
export function findReferred(
  db: Database,
  kind: ReferredKind,
  reference: number | string,
  { organizationId, mailingListId }: ReferenceScope,
): Promise<readonly Referred[]> {
  const wanted =
    typeof reference === 'number' ? sql.fragment`id = ${reference}` : sql.fragment`lower(name) = lower(${reference})`;
  return db.any(sql.type(referred)`
    select r.id, r.organization_id as "organizationId"
    from (${SOURCES[kind]}) r
    where ${wanted}
      and (${organizationId}::bigint is null or organization_id = ${organizationId})
      and (${mailingListId}::bigint is null or mailing_list_id = ${mailingListId})
    limit 2
  `);
}

/** Holds a mailing list until the transaction ends. @returns whether it is there, not deleted in the meantime */
export function holdMailingList(db: Database, id: number): Promise<boolean> {
  return db.exists(sql.unsafe`select 1 from mailing_lists where id = ${id} and deleted_at is null for share`);
}

/** Each with the same columns: whose record it is, and which list's. */
const SOURCES = {
  organization: sql.fragment`
    select id, name, id as organization_id, null::bigint as mailing_list_id from organizations`,
  'mailing list': sql.fragment`
    select id, name, organization_id, id as mailing_list_id from mailing_lists where deleted_at is null`,
  'suppression list': sql.fragment`
    select id, name, organization_id, null::bigint as mailing_list_id from suppression_lists`,
  segment: sql.fragment`
    select s.id, s.name, l.organization_id, s.mailing_list_id
    from segments s join mailing_lists l on l.id = s.mailing_list_id`,
  'seed list': sql.fragment`
    select id, name, organization_id, null::bigint as mailing_list_id from seed_lists`,
} as const;
