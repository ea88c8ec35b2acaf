import { z } from 'zod';
import { BOUNDS } from '../../domain/bounds.ts';
import { listLock } from './list-lock.ts';
import { seedListName } from './seed-lists.ts';
import { readPage } from '../core/pages.ts';
import { sendingNameColumns } from './sending-references.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { customField } from '../fields/custom-fields.ts';

/** A column of a query of mailing_lists: the default seed lists of each, by id, as `{id, name}`. */
const seedListsColumn = sql.fragment`(
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.id), '[]')
  from mailing_list_seed_lists used
  join seed_lists s on s.id = used.seed_list_id
  where used.mailing_list_id = mailing_lists.id
)`;

/** Makes these the default seed lists of a mailing list, and no others. */
async function replaceMailingListSeedLists(
  db: Database,
  mailingListId: number,
  seedListIds: readonly number[],
): Promise<void> {
  const ids = sql.array([...seedListIds], 'int8');
  await db.query(sql.unsafe`
    delete from mailing_list_seed_lists where mailing_list_id = ${mailingListId} and seed_list_id <> all(${ids})
  `);
  await db.query(sql.unsafe`
    insert into mailing_list_seed_lists (mailing_list_id, seed_list_id)
    select ${mailingListId}, unnest(${ids})
    on conflict do nothing
  `);
}

/** A field that a list previews mail with. */
const previewField = customField.omit({ organizationId: true, mailingListId: true });

/** A column of a query of mailing_lists: those fields of each that have a value for previews and still apply, by id. */
const previewFieldsColumn = sql.fragment`(
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'fieldType', f.field_type,
    'required', f.required, 'instructions', f.instructions, 'attributes', f.attributes, 'options', f.options)
    order by f.id), '[]')
  from jsonb_object_keys(mailing_lists.settings -> 'preview_custom_field_data') previewed
  join custom_fields f on f.id = previewed::bigint and f.deleted_at is null
    and f.organization_id = mailing_lists.organization_id
    and (f.mailing_list_id is null or f.mailing_list_id = mailing_lists.id)
)`;

const listHead = z.object({
  id: z.number(),
  organizationId: z.number(),
  name: z.string(),
  hasFormat: z.boolean(),
  hasConfirmed: z.boolean(),
  isRemoteList: z.boolean(),
  primaryKeyCustomFieldId: z.number().nullable(),
});
/** Attributes of a list that calls about something on it depend on. */
export type ListHead = z.infer<typeof listHead>;

const mailingList = listHead.extend({
  /** Of a remote list. */
  databaseConnectionId: z.number().nullable(),
  databaseConnectionName: z.string().nullable(),
  settings: z.record(z.unknown()),
  /** The default ones, by id. */
  seedLists: z.array(seedListName),
  /** The names of the defaults that the settings hold by id. */
  virtualMta: z.string().nullable(),
  urlDomain: z.string().nullable(),
  bounceEmail: z.string().nullable(),
  /** The fields of the settings' preview data that still apply, by id. */
  previewFields: z.array(previewField),
});
export type MailingList = z.infer<typeof mailingList>;

/** Attributes of a list to write; `isRemoteList` is written only when the list is created. */
export type MailingListAttributes = Pick<
  MailingList,
  | 'name'
  | 'hasFormat'
  | 'hasConfirmed'
  | 'isRemoteList'
  | 'databaseConnectionId'
  | 'primaryKeyCustomFieldId'
  | 'settings'
> & { seedListIds: readonly number[] };

const headColumns = sql.fragment`
  id, organization_id as "organizationId", name, has_format as "hasFormat", has_confirmed as "hasConfirmed",
  is_remote_list as "isRemoteList", primary_key_custom_field_id as "primaryKeyCustomFieldId"`;

const columns = sql.fragment`
  ${headColumns}, settings, database_connection_id as "databaseConnectionId",
  (select c.name from database_connections c where c.id = database_connection_id) as "databaseConnectionName",
  ${seedListsColumn} as "seedLists", ${previewFieldsColumn} as "previewFields",
  ${sendingNameColumns({
    virtual_mta: sql.fragment`coalesce(settings ->> 'd_virtual_mta_id', '0')`,
    url_domain: sql.fragment`settings ->> 'd_url_domain_id'`,
    bounce_email: sql.fragment`settings ->> 'd_bounce_email_id'`,
  })}`;

/**
 * The head of the list of that id unless it is deleted; `organizationId` null looks in every organization. The rest of a list
 * takes Postgres longer to plan than most calls take.
 */
export function findListHead(db: Database, id: number, organizationId: number | null): Promise<ListHead | null> {
  return db.maybeOne(sql.type(listHead)`
    select ${headColumns}
    from mailing_lists
    where id = ${id} and deleted_at is null
      and (${organizationId}::bigint is null or organization_id = ${organizationId})
  `);
}

/** The whole list, holding its row, so that nothing else changes the list before the transaction ends. */
export async function lockMailingList(db: Database, id: number): Promise<MailingList | null> {
  const [space, list] = listLock(id);
  await db.query(sql.unsafe`select pg_advisory_xact_lock(${space}, ${list})`);
  return db.maybeOne(sql.type(mailingList)`
    select ${columns}
    from mailing_lists
    where id = ${id} and deleted_at is null
    for update
  `);
}

/** A page of an organization's lists by id; `limit` null reads all of them. @throws RequestedTooMany beyond `listBytes` */
export function listMailingLists(
  db: Database,
  organizationId: number,
  page: { offset: number; limit: number | null },
): Promise<readonly MailingList[]> {
  return readPage(
    db,
    mailingList,
    sql.fragment`
      select ${columns}
      from mailing_lists
      where organization_id = ${organizationId} and deleted_at is null
      order by id
      limit ${page.limit} offset ${page.offset}`,
    BOUNDS.listBytes.max,
  );
}

export async function countMailingLists(db: Database, organizationId: number): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from mailing_lists where organization_id = ${organizationId} and deleted_at is null
  `);
}

/** Whether another list of the organization has that name, ignoring case. */
export function isMailingListNameTaken(
  db: Database,
  organizationId: number,
  name: string,
  exceptId: number | null,
): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1
    from mailing_lists
    where organization_id = ${organizationId} and lower(name) = lower(${name}) and deleted_at is null
      and id is distinct from ${exceptId}::bigint
  `);
}

/** @throws UniqueIntegrityConstraintViolationError when the name is taken. */
export async function insertMailingList(
  db: Database,
  organizationId: number,
  list: MailingListAttributes,
): Promise<MailingList> {
  const id = await db.oneFirst(sql.type(z.object({ id: z.number() }))`
    insert into mailing_lists
      (organization_id, name, has_format, has_confirmed, is_remote_list, database_connection_id,
        primary_key_custom_field_id, settings)
    values (${organizationId}, ${list.name}, ${list.hasFormat}, ${list.hasConfirmed}, ${list.isRemoteList},
      ${list.databaseConnectionId}, ${list.primaryKeyCustomFieldId}, ${JSON.stringify(list.settings)})
    returning id
  `);
  return withSeedLists(db, id, list.seedListIds);
}

/** @throws UniqueIntegrityConstraintViolationError when the name is taken. */
export async function updateMailingList(db: Database, id: number, list: MailingListAttributes): Promise<MailingList> {
  await db.query(sql.unsafe`
    update mailing_lists
    set name = ${list.name}, has_format = ${list.hasFormat}, has_confirmed = ${list.hasConfirmed},
      database_connection_id = ${list.databaseConnectionId},
      primary_key_custom_field_id = ${list.primaryKeyCustomFieldId}, settings = ${JSON.stringify(list.settings)}
    where id = ${id}
  `);
  return withSeedLists(db, id, list.seedListIds);
}

async function withSeedLists(db: Database, id: number, seedListIds: readonly number[]): Promise<MailingList> {
  await replaceMailingListSeedLists(db, id, seedListIds);
  return db.one(sql.type(mailingList)`select ${columns} from mailing_lists where id = ${id}`);
}

export function hasSubscribers(db: Database, mailingListId: number): Promise<boolean> {
  return db.exists(sql.unsafe`select 1 from subscribers where mailing_list_id = ${mailingListId}`);
}
