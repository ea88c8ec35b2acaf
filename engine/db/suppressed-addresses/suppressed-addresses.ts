import { z } from 'zod';
import { emailKey, unicodeSpelling } from '../../values/subscriber-key.ts';
import { readPage } from '../core/pages.ts';
import { containing, sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

const suppressedAddress = z.object({
  email: z.string(),
  createdAt: z.date(),
  /** The import that added it; null: a call. */
  importId: z.number().nullable(),
});

/** An address that gets no reactions. */
export type SuppressedAddress = Readonly<z.infer<typeof suppressedAddress>>;

/** Addresses of an organization; with `search` those that contain it, in any case and in either form of their domain. */
export interface SuppressedAddressFilter {
  readonly organizationId: number;
  readonly search: string | null;
}

const columns = sql.fragment`email, created_at as "createdAt", suppressed_address_import_id as "importId"`;

/** A page of suppressed addresses in their order. @throws RequestedTooMany beyond `pageBytes` */
export function listSuppressedAddresses(
  db: Database,
  filter: SuppressedAddressFilter,
  page: { limit: number; offset: number },
): Promise<readonly SuppressedAddress[]> {
  return readPage(
    db,
    suppressedAddress,
    sql.fragment`
    select ${columns} from suppressed_addresses where ${matching(filter)}
    order by key limit ${page.limit} offset ${page.offset}`,
  );
}

export function countSuppressedAddresses(db: Database, filter: SuppressedAddressFilter): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from suppressed_addresses where ${matching(filter)}
  `);
}

/** Suppresses an address, unless it is suppressed already. */
export async function addSuppressedAddress(
  db: Database,
  organizationId: number,
  email: string,
): Promise<SuppressedAddress> {
  const key = emailKey(email);
  return db.one(sql.type(suppressedAddress)`
    insert into suppressed_addresses (organization_id, key, spelling, email)
    values (${organizationId}, ${key}, ${unicodeSpelling(key)}, ${email})
    on conflict (organization_id, key) do update set email = suppressed_addresses.email
    returning ${columns}
  `);
}

/** Removes an address, by any spelling of it. @returns whether it was suppressed */
export async function removeSuppressedAddress(db: Database, organizationId: number, email: string): Promise<boolean> {
  const { rowCount } = await db.query(sql.unsafe`
    delete from suppressed_addresses where organization_id = ${organizationId} and key = ${emailKey(email)}
  `);
  return rowCount === 1;
}

/** Finds a part of an address in its key or its Unicode spelling: both are in lower case, which is a quarter of the work of `ilike`. */
function matching({ organizationId, search }: SuppressedAddressFilter) {
  const ofOrganization = sql.fragment`organization_id = ${organizationId}`;
  if (search === null) return ofOrganization;
  const part = containing(search.trim().toLowerCase());
  return sql.fragment`${ofOrganization} and (key like ${part} or spelling like ${part.normalize('NFC')})`;
}
