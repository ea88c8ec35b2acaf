import type { Pool, PoolClient } from 'pg';
import type { FileOwner } from '../../domain/file-owner.ts';
import { importOptions } from '../../domain/subscriber-imports.ts';
import type { ImportOptions } from '../../domain/subscriber-imports.ts';
import { prepared } from '../core/prepared.ts';
import type { CustomField, NewOption } from '../../values/custom-field.ts';
import { withNewOptions } from '../../csv/new-options.ts';
import type { RowPlan } from '../../csv/row-plan.ts';
import type { SourceFormat } from '../../csv/source-format.ts';

/** One import as its activities see it. */
export interface ImportRecord extends FileOwner {
  readonly organizationId: number;
  readonly mailingListId: number;
  /** As they were sent, but for what the stored source says of its format. */
  readonly options: ImportOptions;
  readonly maxDownloadBytes: number;
  readonly numberOfRecords: number | null;
  readonly header: { readonly start: number; readonly end: number } | null;
  /** Into how many chunks the rows are staged; null before the scan. */
  readonly partitions: number | null;
  readonly admissionCutoff: number | null;
  readonly subscriberLimit: number | null;
  /** Bytes of the stored source; null while none is counted. */
  readonly sourceBytes: number | null;
  /** Bytes of the logs of all imports of the organization, without what unfinished ones log of rows that did not fail. */
  readonly logBytesOfOrganization: number;
  /** Bytes of the before-images of its ended imports. */
  readonly undoBytesOfOrganization: number;
  /** The options that the import has created, or would have if it were no dry run. */
  readonly newOptions: readonly NewOption[];
  /** The organization suppresses any address. */
  readonly suppresses: boolean;
  /** The subscribers who are not in the import are deactivated. */
  readonly isSettled: boolean;
  /** Everything is done but writing subscribers. */
  readonly isDryRun: boolean;
  /** The dry run that was started as this import. */
  readonly dryRunId: number | null;
}

interface ImportRow {
  id: number;
  job_key: string | null;
  organization_id: number;
  mailing_list_id: number;
  options: unknown;
  source_format: SourceFormat;
  policy: { maxDownloadBytes: number };
  number_of_records: number | null;
  header_start: number | null;
  header_end: number | null;
  partitions: number | null;
  admission_cutoff: number | null;
  subscriber_limit: number | null;
  source_bytes: number | null;
  log_bytes: number;
  undo_bytes: number;
  new_options: readonly NewOption[] | null;
  is_settled: boolean;
  suppresses: boolean;
  dry_run_id: number | null;
}

/** Reads one import. @throws Error when there is no such row. */
export async function readImport(db: Pool | PoolClient, importId: number): Promise<ImportRecord> {
  const { rows } = await db.query<ImportRow>(
    prepared(
      `select i.id, i.job_key, i.organization_id, i.mailing_list_id, i.options, i.source_format, i.policy, i.number_of_records, i.header_start,
            i.header_end, i.partitions, i.admission_cutoff, i.source_bytes, i.new_options, i.dry_run_id, o.subscriber_limit,
            coalesce(l.bytes, 0) as log_bytes, coalesce(l.undo_bytes, 0) as undo_bytes, i.settled_at is not null as is_settled,
            exists (select from suppressed_addresses s where s.organization_id = i.organization_id) as suppresses
       from subscriber_imports i join organizations o on o.id = i.organization_id
       left join organization_logs l on l.organization_id = i.organization_id
      where i.id = $1`,
      [importId],
    ),
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no subscriber import ${importId}.`);
  const options = withSourceFormat(importOptions.parse(row.options), row.source_format);
  return {
    id: row.id,
    jobKey: row.job_key,
    organizationId: row.organization_id,
    mailingListId: row.mailing_list_id,
    options,
    isDryRun: options.dry_run === true,
    maxDownloadBytes: row.policy.maxDownloadBytes,
    numberOfRecords: row.number_of_records,
    header:
      row.header_start === null || row.header_end === null ? null : { start: row.header_start, end: row.header_end },
    partitions: row.partitions,
    admissionCutoff: row.admission_cutoff,
    subscriberLimit: row.subscriber_limit,
    sourceBytes: row.source_bytes,
    logBytesOfOrganization: row.log_bytes,
    undoBytesOfOrganization: row.undo_bytes,
    newOptions: row.new_options ?? [],
    suppresses: row.suppresses,
    isSettled: row.is_settled,
    dryRunId: row.dry_run_id,
  };
}

/** The options of an import, with what its source says of its format. */
export function withSourceFormat<Options extends Pick<ImportOptions, 'file_format'>>(
  options: Options,
  found: SourceFormat,
): Options {
  const { character_set = options.file_format.character_set, line_breaks, quoting, workbook, sheet_rows } = found;
  const file_format = {
    ...{ ...options.file_format, character_set },
    ...(line_breaks !== undefined && { line_breaks }),
    ...(quoting !== undefined && { quoting }),
    ...(workbook !== undefined && { workbook }),
    ...(sheet_rows !== undefined && { sheet_rows }),
  };
  return { ...options, file_format };
}

interface ListRow {
  has_format: boolean;
  has_confirmed: boolean;
  primary_key_custom_field_id: number | null;
  time_zone: string;
}

/** Reads what the rules of one row depend on: the list, its custom fields with the global ones, the time zone. */
export async function readRowPlan(db: Pool | PoolClient, record: ImportRecord): Promise<RowPlan> {
  const lists = await db.query<ListRow>(
    prepared(
      `select l.has_format, l.has_confirmed, l.primary_key_custom_field_id, o.time_zone
       from mailing_lists l join organizations o on o.id = l.organization_id
      where l.id = $1`,
      [record.mailingListId],
    ),
  );
  const [list] = lists.rows;
  if (list === undefined) throw new Error(`There is no mailing list ${record.mailingListId}.`);
  const fields = await db.query<CustomField>(
    prepared(
      `select id, name, field_type as "fieldType", required, attributes, options
       from custom_fields
      where deleted_at is null and organization_id = $1 and (mailing_list_id = $2 or mailing_list_id is null)
      order by id`,
      [record.organizationId, record.mailingListId],
    ),
  );
  const plan = {
    options: record.options,
    list: {
      hasFormat: list.has_format,
      hasConfirmed: list.has_confirmed,
      primaryKeyFieldId: list.primary_key_custom_field_id,
    },
    fields: fields.rows,
    timeZone: list.time_zone,
  };
  return record.isDryRun ? withNewOptions(plan, record.newOptions) : plan;
}
