import { z } from 'zod';
import { readPage } from '../core/pages.ts';
import { containing, sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { FIELD_TYPES } from '../../values/custom-field.ts';

export const customField = z.object({
  id: z.number(),
  organizationId: z.number(),
  /** null: global to the organization. */
  mailingListId: z.number().nullable(),
  name: z.string(),
  fieldType: z.enum(FIELD_TYPES),
  required: z.boolean(),
  instructions: z.string().nullable(),
  attributes: z.record(z.unknown()),
  options: z.array(z.object({ id: z.number(), name: z.string() })),
});
export type CustomField = z.infer<typeof customField>;
export type CustomFieldAttributes = Omit<CustomField, 'id' | 'organizationId' | 'mailingListId' | 'options'> & {
  options: readonly NewFieldOption[];
};

/** An option as it is stored; one without an id is given the next. */
export interface NewFieldOption {
  readonly id: number | null;
  readonly name: string;
}

/** Scope of fields: a list's own and the global ones, or (`mailingListId` null) the global ones alone. */
export interface FieldScope {
  organizationId: number;
  mailingListId: number | null;
}

export interface FieldFilter {
  name: string | null;
  nameContains: string | null;
}

export interface FieldPage {
  orderBy: 'id' | 'name';
  limit: number;
  offset: number;
}

export const fieldColumns = sql.fragment`
  id, organization_id as "organizationId", mailing_list_id as "mailingListId", name, field_type as "fieldType", required, instructions, attributes, options`;

/** Every field that applies to a list, by id. */
export function listApplicableFields(db: Database, scope: FieldScope): Promise<readonly CustomField[]> {
  return db.any(sql.type(customField)`
    select ${fieldColumns} from custom_fields where ${within(scope)} order by id
  `);
}

/**
 * A page of the fields of a scope; names are compared and ordered ignoring case.
 * @throws RequestedTooMany beyond `pageBytes`
 */
export function listCustomFields(
  db: Database,
  scope: FieldScope,
  filter: FieldFilter,
  page: FieldPage,
): Promise<readonly CustomField[]> {
  const order = page.orderBy === 'name' ? sql.fragment`lower(name), id` : sql.fragment`id`;
  return readPage(
    db,
    customField,
    sql.fragment`
      select ${fieldColumns}
      from custom_fields
      where ${within(scope)} and ${matching(filter)}
      order by ${order}
      limit ${page.limit} offset ${page.offset}`,
  );
}

export async function countCustomFields(db: Database, scope: FieldScope, filter: FieldFilter): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from custom_fields where ${within(scope)} and ${matching(filter)}
  `);
}

/** One field, of a list or global; `organizationId` null looks in every organization. */
export function findCustomField(db: Database, id: number, organizationId: number | null): Promise<CustomField | null> {
  return db.maybeOne(sql.type(customField)`
    select ${fieldColumns}
    from custom_fields
    where id = ${id} and deleted_at is null
      and (${organizationId}::bigint is null or organization_id = ${organizationId})
      and not exists (select from mailing_lists l where l.id = mailing_list_id and l.deleted_at is not null)
  `);
}

/** Whether the name, ignoring case, would clash: with the list's and the global fields, or for a global one with any. */
export function isFieldNameTaken(
  db: Database,
  scope: FieldScope,
  name: string,
  exceptId: number | null = null,
): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1
    from custom_fields
    where organization_id = ${scope.organizationId} and deleted_at is null and lower(name) = lower(${name})
      and id is distinct from ${exceptId}::bigint
      and (${scope.mailingListId}::bigint is null or mailing_list_id is null or mailing_list_id = ${scope.mailingListId})
      and not exists (select from mailing_lists l where l.id = mailing_list_id and l.deleted_at is not null)
  `);
}

/**
 * Counts the fields that the list of the scope would have with the given one, and the options of all of them; for a global field,
 * those of the list that has most. The field that is replaced is left out.
 */
export function countFieldsWith(
  db: Database,
  { organizationId, mailingListId }: FieldScope,
  field: { readonly options: number; readonly replacedId: number | null },
): Promise<{ readonly fields: number; readonly options: number }> {
  return db.one(sql.type(z.object({ fields: z.number(), options: z.number() }))`
    with used as (
      select mailing_list_id, count(*) as fields, coalesce(sum(jsonb_array_length(options)), 0) as options
      from custom_fields
      where organization_id = ${organizationId} and deleted_at is null and id is distinct from ${field.replacedId}::bigint
        and (${mailingListId}::bigint is null or mailing_list_id is null or mailing_list_id = ${mailingListId})
      group by mailing_list_id
    )
    select (1 + coalesce(max(fields) filter (where mailing_list_id is null), 0)
              + coalesce(max(fields) filter (where mailing_list_id is not null), 0))::bigint as fields,
      (${field.options}::bigint + coalesce(max(options) filter (where mailing_list_id is null), 0)
              + coalesce(max(options) filter (where mailing_list_id is not null), 0))::bigint as options
    from used
  `);
}

/** Adds a field and gives its options ids from one sequence for all fields. */
export function insertCustomField(db: Database, scope: FieldScope, field: CustomFieldAttributes): Promise<CustomField> {
  return db.one(sql.type(customField)`
    insert into custom_fields
      (organization_id, mailing_list_id, name, field_type, required, instructions, attributes, options)
    values (${scope.organizationId}, ${scope.mailingListId}, ${field.name}, ${field.fieldType}, ${field.required},
      ${field.instructions}, ${JSON.stringify(field.attributes)}::jsonb, ${stored(field.options)})
    returning ${fieldColumns}
  `);
}

/** Stored values hold option ids: who has chosen an option that is gone has no such choice any more. */
export function updateCustomField(db: Database, id: number, field: CustomFieldAttributes): Promise<CustomField> {
  return db.one(sql.type(customField)`
    update custom_fields
    set name = ${field.name}, required = ${field.required}, instructions = ${field.instructions},
      attributes = ${JSON.stringify(field.attributes)}::jsonb, options = ${stored(field.options)}
    where id = ${id}
    returning ${fieldColumns}
  `);
}

/** Makes a list's field global. */
export function promoteCustomField(db: Database, id: number): Promise<CustomField> {
  return db.one(sql.type(customField)`
    update custom_fields set mailing_list_id = null where id = ${id} returning ${fieldColumns}
  `);
}

function stored(options: readonly NewFieldOption[]) {
  const ids = sql.array(
    options.map(({ id }) => id),
    'int8',
  );
  const names = sql.array(
    options.map(({ name }) => name),
    'text',
  );
  return sql.fragment`(
    select coalesce(jsonb_agg(jsonb_build_object('id', option.id, 'name', option.name) order by option.position), '[]')
    from (
      select coalesce(id, nextval('custom_field_option_ids')) as id, name, position
      from unnest(${ids}, ${names}) with ordinality as named (id, name, position)
    ) option
  )`;
}

function within(scope: FieldScope) {
  return sql.fragment`deleted_at is null and ${ownedBy(scope)}`;
}

/** The condition that a field is of a scope, deleted or not. */
export function ownedBy({ organizationId, mailingListId }: FieldScope) {
  const list = mailingListId === null ? sql.fragment`false` : sql.fragment`mailing_list_id = ${mailingListId}`;
  return sql.fragment`organization_id = ${organizationId} and (mailing_list_id is null or ${list})`;
}

/** The condition that a field has the name asked for. */
export function matching({ name, nameContains }: FieldFilter) {
  return sql.fragment`(${name}::text is null or lower(name) = lower(${name}))
    and (${nameContains}::text is null or name ilike ${nameContains === null ? null : containing(nameContains)})`;
}
