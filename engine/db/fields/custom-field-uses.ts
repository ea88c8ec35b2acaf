import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { unfinished } from '../jobs/unfinished.ts';

/** A record that keeps a field from being deleted. */
const dependency = z.object({
  type: z.enum(['mailing_list', 'segmentation_criteria', 'campaign', 'autoresponder', 'campaign/template']),
  id: z.number(),
});
export type FieldDependency = z.infer<typeof dependency>;

/** Whether a list that is not deleted has the field as its alternate primary key. */
export function isPrimaryKey(db: Database, fieldId: number): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1 from mailing_lists where primary_key_custom_field_id = ${fieldId} and deleted_at is null
  `);
}

/**
 * Every record that uses the field: a list by its alternate primary key, a segment by a clause, and by such a segment the
 * unfinished campaigns, autoresponders and templates. Hold the organization's row, as those do who begin to use a field.
 */
export function listFieldDependencies(
  db: Database,
  { id, organizationId }: { readonly id: number; readonly organizationId: number },
): Promise<readonly FieldDependency[]> {
  const clause = JSON.stringify({ type: 'custom_field', custom_field_id: id });
  return db.any(sql.type(dependency)`
    with lists as (
      select id, primary_key_custom_field_id from mailing_lists
      where organization_id = ${organizationId} and deleted_at is null
    ),
    using_segments as (
      select s.id from segments s join lists l on l.id = s.mailing_list_id
      where jsonb_path_exists(s.clause, '$.** ? (@.type == $clause.type && @.custom_field_id == $clause.custom_field_id)',
        jsonb_build_object('clause', ${clause}::jsonb))
    )
    select type, id from (
      select 1 as place, 'mailing_list' as type, id from lists where primary_key_custom_field_id = ${id}
      union all
      select 2, 'segmentation_criteria', id from using_segments
      union all
      select 3, 'campaign', id from campaigns
      where segmentation_criteria_id in (select id from using_segments)
        and ${unfinished}
      union all
      select 4, 'autoresponder', id from autoresponders
      where segmentation_criteria_id in (select id from using_segments) and deleted_at is null
      union all
      select 5, 'campaign/template', id from campaign_templates
      where segmentation_criteria_id in (select id from using_segments)
    ) uses
    order by place, id
  `);
}
