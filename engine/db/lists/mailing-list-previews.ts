import { customField } from '../fields/custom-fields.ts';
import { sql } from '../core/slonik.ts';

/** A field that a list previews mail with. */
export const previewField = customField.omit({ organizationId: true, mailingListId: true });

/** A column of a query of mailing_lists: those fields of each that have a value for previews and still apply, by id. */
export const previewFieldsColumn = sql.fragment`(
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'fieldType', f.field_type,
    'required', f.required, 'instructions', f.instructions, 'attributes', f.attributes, 'options', f.options)
    order by f.id), '[]')
  from jsonb_object_keys(mailing_lists.settings -> 'preview_custom_field_data') previewed
  join custom_fields f on f.id = previewed::bigint and f.deleted_at is null
    and f.organization_id = mailing_lists.organization_id
    and (f.mailing_list_id is null or f.mailing_list_id = mailing_lists.id)
)`;
