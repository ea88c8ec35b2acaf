import type { Pool, PoolClient } from 'pg';
import type { CustomField } from '../../values/custom-field.ts';
import type { BuiltInColumn, ExportOptions } from './options.ts';
import { EXPORT_COLUMNS } from './options.ts';

/** Properties of a custom field that decide how its column is written, as they are when the snapshot is taken. */
type FieldColumn = Pick<CustomField, 'id' | 'fieldType' | 'options'>;

/** A column of the file: a built-in one, a custom field, or (both null) a field that was deleted in the meantime. */
export interface ExportColumn {
  readonly name: string;
  readonly builtIn: BuiltInColumn | null;
  readonly field: FieldColumn | null;
}

/** All that decides how the rows of a snapshot are written; stored with the snapshot, so that all parts are alike. */
export interface ExportPlan {
  readonly columns: readonly ExportColumn[];
  readonly hasFormat: boolean;
  readonly hasConfirmed: boolean;
  readonly format: ExportOptions['file_format'];
}

/** The part of an export that its plan depends on. */
interface PlannedExport {
  readonly organizationId: number;
  readonly mailingListId: number;
  readonly options: ExportOptions;
}

/** Reads how the columns of an export are written; null when its list has been deleted. */
export async function readExportPlan(
  db: Pool | PoolClient,
  { organizationId, mailingListId, options }: PlannedExport,
): Promise<ExportPlan | null> {
  const lists = await db.query<{ hasFormat: boolean; hasConfirmed: boolean }>(
    `select has_format as "hasFormat", has_confirmed as "hasConfirmed"
       from mailing_lists where id = $1 and deleted_at is null`,
    [mailingListId],
  );
  const [list] = lists.rows;
  if (list === undefined) return null;
  const fields = await db.query<FieldColumn>(
    `select id, field_type as "fieldType", options
       from custom_fields
      where deleted_at is null and organization_id = $1 and (mailing_list_id = $2 or mailing_list_id is null)`,
    [organizationId, mailingListId],
  );
  const byId = new Map(fields.rows.map((field) => [field.id, field]));
  const columns = options.columns.map(({ name, fieldId }) => ({
    name,
    builtIn: fieldId === null ? (EXPORT_COLUMNS.find((known) => known === name) ?? null) : null,
    field: fieldId === null ? null : (byId.get(fieldId) ?? null),
  }));
  return { columns, ...list, format: options.file_format };
}
