import type { Pool } from 'pg';
import { IMPORT_KIND } from '../../domain/subscriber-imports.ts';
import type { Queryable } from '../core/connections.ts';
import { insertOnce, sourceColumns } from '../jobs/redone-jobs.ts';
import type { RedoneJob } from '../jobs/redone-jobs.ts';

/** The list and the fields of a lost import, on which it depends whether it can be created again. */
export interface RedoTarget {
  readonly organizationId: number;
  readonly mailingListId: number;
  /** Time at which the lost import began: a list that was created later is another one. */
  readonly before: Date;
  readonly primaryKeyCustomFieldId: number | null;
  /** The ids of the custom fields that its columns and defaults name, by their names. */
  readonly fieldIds: Readonly<Record<string, number>>;
}

/** The state of the list of a lost import. */
export interface FoundTarget {
  readonly hasList: boolean;
  readonly hasKey: boolean;
  readonly hasFields: boolean;
}

/** Compares the list of a lost import, its key field and its custom fields with what the import was created for. */
export async function findRedoTarget(pool: Queryable, target: RedoTarget): Promise<FoundTarget> {
  const { rows } = await pool.query<FoundTarget>(
    `select true as "hasList", l.primary_key_custom_field_id is not distinct from $4::bigint as "hasKey",
            not exists (
              select from jsonb_each_text($5::jsonb) as named (name, id)
               where not exists (
                 select from custom_fields f
                  where f.id = named.id::bigint and lower(f.name) = lower(named.name) and f.organization_id = l.organization_id
                    and (f.mailing_list_id is null or f.mailing_list_id = l.id))) as "hasFields"
       from mailing_lists l
      where l.id = $1 and l.organization_id = $2 and l.deleted_at is null and l.created_at < $3`,
    [target.mailingListId, target.organizationId, target.before, target.primaryKeyCustomFieldId, target.fieldIds],
  );
  return rows[0] ?? { hasList: false, hasKey: false, hasFields: false };
}

/** An import that is created again. */
export interface RedoneImport extends RedoneJob {
  readonly mailingListId: number;
  /** Null: now; a time that has passed counts as now. */
  readonly beginsAt: Date | null;
  readonly options: object;
  readonly notices: readonly object[];
  readonly policy: object;
  readonly sourceFormat: object;
  /** The key of the import whose corrected rows it has. */
  readonly parentKey?: string | undefined;
}

/** Adds the row of an import that is created again, unless one with its key is there. @returns whether it was added: not when the list is gone */
export function insertRedone(pool: Pool, row: RedoneImport): Promise<boolean> {
  return insertOnce(pool, { table: 'subscriber_imports', key: row.jobKey }, (client) =>
    client.query(INSERT, [
      ...[row.id, row.jobKey, row.organizationId, row.mailingListId, row.beginsAt, row.options, row.policy],
      ...[...sourceColumns(row), JSON.stringify(row.notices), row.sourceFormat, row.operator, row.parentKey],
    ]),
  );
}

const INSERT = `
  with created as (
    insert into subscriber_imports
      (id, organization_id, mailing_list_id, begins_at, options, policy, primary_key_custom_field_id, source_bytes, packed_bytes,
       job_key, notices, source_format, parent_id)
    select $1, organization_id, id, greatest(now(), $5::timestamptz), $6::jsonb, $7::jsonb, primary_key_custom_field_id, $8, $9,
      $2, $10::jsonb, $11::jsonb, (select id from subscriber_imports where job_key = $13)
      from mailing_lists
     where id = $4 and organization_id = $3 and deleted_at is null
       for share
    returning id
  )
  insert into job_activity (job_kind, job_id, at, command, actor_type, actor_name)
  select '${IMPORT_KIND}', id, now(), 'create', 'operator', $12 from created`;
