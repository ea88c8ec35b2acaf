import type { PoolClient } from 'pg';
import { prepared } from '../core/prepared.ts';
import type { Change } from './merge-changes.ts';
import type { Parameter, SliceMerge } from './slice-merge.ts';

/**
 * Returns the part of a merge that writes its before-image, a row for the slice: how many subscribers it adds, which ones it has found and
 * left alone, and of those that it changes the values before and after. Custom fields are whole: to work out the keys that differ costs
 * each row a third of its merge (measured), and an undo does it as well. Empty without before-images.
 */
export function imagedSql(
  merge: SliceMerge,
  { parameter, list, importId, changes }: ImagedParts & { readonly changes: readonly Change[] },
): string {
  const { image = null, partition, slice } = merge;
  if (image === null) return '';
  const arrays = changes.flatMap(({ column }) => [
    { name: `old_${column}`, value: differing(column, 'old') },
    { name: `new_${column}`, value: differing(column, 'new') },
  ]);
  const columns = ['changed', 'ids', 'versions', ...arrays.map(({ name }) => name)];
  const changed = [
    'count(*)::integer as changed, array_agg(subscriber_id) as ids, array_agg(version) as versions',
    ...arrays.map(({ name, value }) => `array_agg(${value}) as ${name}`),
  ];
  const sizes = ['s.seen', ...columns.slice(1).map((name) => `d.${name}`)];
  return `, imaged as (
  insert into import_before_images (subscriber_import_id, mailing_list_id, xid, written_at, epoch, place, after_key, up_to_key,
                                    added, first_id, found, seen, ${columns.join(', ')}, bytes)
  select ${importId}, ${list}, ${TRANSACTION}, ${placeSql(partition)},
         ${parameter(slice.afterKey, 'text')}, ${parameter(slice.upToKey, 'text')},
         coalesce((select entries from entries where kind = 'added'), 0), ${parameter(image.firstId, 'bigint')},
         s.found, s.seen, ${columns.map((name) => `d.${name}`).join(', ')}, ${bytesOf(sizes)}
    from (select count(*)::integer as found, array_agg(subscriber_id) as seen from classified
           where subscriber_id is not null and not differs and outcome <> 'failed') s,
         ${changes.length === 0 ? UNCHANGED : `(select ${changed.join(', ')} from classified where differs) d`}
)`;
}

interface ImagedParts {
  readonly parameter: Parameter;
  readonly list: string;
  readonly importId: string;
}

const UNCHANGED = '(select 0 as changed, null::bigint[] as ids, null::xid[] as versions) d';

const TRANSACTION = 'pg_current_xact_id(), now(), (select epoch from installation)';

function placeSql(partition: string): string {
  return `pg_relation_filenode('${partition.replaceAll("'", "''")}'::regclass)`;
}

function bytesOf(arrays: readonly string[]): string {
  return arrays.map((array) => `coalesce(pg_column_size(${array}), 0)`).join(' + ');
}

/** A value where it differs, else null. */
function differing(column: string, side: 'old' | 'new'): string {
  return `case when old_${column} is distinct from new_${column} then ${side}_${column} end`;
}

const LAST_ID = `coalesce(pg_sequence_last_value(pg_get_serial_sequence('subscribers', 'id')::regclass), 0)`;

/** Reads the id after which those come that the transaction gives to subscribers; other transactions take some of them. */
export async function readFirstId(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ id: number }>(prepared(`select ${LAST_ID} + 1 as id`, []));
  return rows[0]?.id ?? 1;
}

/** Notes the last id that the transaction can have given to subscribers, after the statement that wrote its before-image. */
export async function noteLastId(client: PoolClient, importId: number): Promise<void> {
  await client.query(
    prepared(
      `update import_before_images set last_id = ${LAST_ID}
        where subscriber_import_id = $1 and number = currval(pg_get_serial_sequence('import_before_images', 'number'))`,
      [importId],
    ),
  );
}

/** Active subscribers of a list that an import is about to deactivate, at their places in the table. */
interface Deactivated {
  readonly importId: number;
  readonly mailingListId: number;
  /** The table that holds the list's rows (lockPartitionOf). */
  readonly partition: string;
  readonly places: readonly string[];
}

/** Writes the before-image of a deactivation, whose rows the transaction has locked. */
export async function writeDeactivationImage(
  client: PoolClient,
  { importId, mailingListId, partition, places }: Deactivated,
): Promise<void> {
  if (places.length === 0) return;
  const arrays = ['ids', 'versions', 'old_status', 'new_status', 'old_remove_time', 'new_remove_time'];
  const all = [...arrays, 'old_remove_ip'];
  await client.query(
    `insert into import_before_images (subscriber_import_id, mailing_list_id, xid, written_at, epoch, place, after_key, up_to_key,
                                       added, changed, ${all.join(', ')}, new_remove_ip, bytes)
     select $1, $2, ${TRANSACTION}, ${placeSql(partition)}, first_key, last_key, 0, changed, ${all.join(', ')},
            array_fill(null::text, array[changed]), ${bytesOf(all)}
       from (select min(key) as first_key, max(key) as last_key, count(*)::integer as changed, array_agg(id) as ids,
                    array_agg(xmin) as versions, array_agg(status) as old_status,
                    array_agg('deactivated'::subscriber_status) as new_status, array_agg(remove_time) as old_remove_time,
                    array_agg(now()) as new_remove_time, array_agg(remove_ip) as old_remove_ip
               from ${partition} where ctid = any ($3::tid[])) d`,
    [importId, mailingListId, places],
  );
}

/** Deletes the before-images of an import, which count no more. */
export async function deleteBeforeImages(client: PoolClient, importId: number): Promise<void> {
  await client.query(`delete from import_before_images where subscriber_import_id = $1`, [importId]);
  await client.query(
    `with job as (
       update subscriber_imports i set undo_bytes = 0 from (select id, undo_bytes from subscriber_imports where id = $1 for update) before
        where i.id = before.id and before.undo_bytes > 0 returning i.organization_id, before.undo_bytes as bytes
     )
     update organization_logs o set undo_bytes = o.undo_bytes - job.bytes from job where o.organization_id = job.organization_id`,
    [importId],
  );
}
