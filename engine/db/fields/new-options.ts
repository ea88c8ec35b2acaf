import type { PoolClient } from 'pg';
import { BOUNDS } from '../../domain/bounds.ts';
import type { NewOption } from '../../values/custom-field.ts';

interface Room {
  id: number;
  /** Of the field alone. */
  options: number;
  /** Of the list that has most with this field. */
  all: number;
}

/**
 * Picks those of new options that their fields have room for, in their order. The organization's row must be held by
 * `lockForOptions`.
 */
export async function pickOptionsWithRoom(
  client: PoolClient,
  organizationId: number,
  found: readonly NewOption[],
): Promise<readonly NewOption[]> {
  const { rows } = await client.query<Room>(
    `with used as (
       select mailing_list_id, sum(jsonb_array_length(options)) as options
         from custom_fields where organization_id = $1 and deleted_at is null group by mailing_list_id
     )
     select f.id, jsonb_array_length(f.options) as options,
            (coalesce((select options from used where mailing_list_id is null), 0)
             + coalesce((select max(options) from used
                          where mailing_list_id is not null
                            and (f.mailing_list_id is null or mailing_list_id = f.mailing_list_id)), 0))::integer as all
       from custom_fields f where f.id = any ($2::bigint[]) and f.organization_id = $1 and f.deleted_at is null`,
    [organizationId, [...new Set(found.map(({ fieldId }) => fieldId))]],
  );
  const rooms = new Map(rows.map((room) => [room.id, room]));
  let added = 0;
  return found.filter(({ fieldId }) => {
    const room = rooms.get(fieldId);
    if (room === undefined || room.options >= BOUNDS.fieldOptions.max) return false;
    if (room.all + added >= BOUNDS.listOptions.max) return false;
    room.options += 1;
    added += 1;
    return true;
  });
}

/** Holds the row of an organization, so that no other transaction changes its fields. */
export async function lockForOptions(client: PoolClient, organizationId: number): Promise<void> {
  await client.query('select from organizations where id = $1 for no key update', [organizationId]);
}

/** Adds options to their fields, behind those that are there; a name that a field has by now stays as it is. */
export async function addOptions(client: PoolClient, options: readonly NewOption[]): Promise<void> {
  await client.query(
    `with named as (
       select field_id, name, place from unnest($1::bigint[], $2::text[]) with ordinality as n (field_id, name, place)
     ), new as (
       select n.field_id,
              jsonb_agg(jsonb_build_object('id', nextval('custom_field_option_ids'), 'name', n.name) order by n.place) as options
         from named n join custom_fields f on f.id = n.field_id
        where not exists (select from jsonb_array_elements(f.options) o where lower(o->>'name') = lower(n.name))
        group by n.field_id
     )
     update custom_fields f set options = f.options || new.options from new where f.id = new.field_id`,
    [options.map(({ fieldId }) => fieldId), options.map(({ name }) => name)],
  );
}
