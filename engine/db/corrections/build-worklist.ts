import { z } from 'zod';
import { columnNames } from '../../csv/failed-cells.ts';
import type { ImportOptions } from '../../domain/subscriber-imports.ts';
import { WORKLIST_BOUNDS } from '../../domain/worklist-bounds.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { readFailedRows } from '../imports/read-logs.ts';
import { rowIsLeft, settleFaults } from './left-sql.ts';
import { createRows } from './new-rows.ts';

/** An import that has ended, as far as its worklist depends on it. */
export interface WorklistSource {
  readonly id: number;
  readonly organizationId: number;
  /** The dry run that was started as this import. */
  readonly dryRunId: number | null;
  readonly options: Pick<ImportOptions, 'column_mapping' | 'file_format'>;
}

/**
 * Makes the worklist of an import of its failed log, unless it is made; two calls at the same time make one. The rows are parsed a few at
 * a time, and a failed attempt leaves nothing.
 */
export async function buildWorklist(db: Database, source: WorklistSource): Promise<void> {
  if (await db.exists(sql.unsafe`select 1 from import_worklists where subscriber_import_id = ${source.id}`)) return;
  await db.transaction((transaction) => build(transaction, source));
}

async function build(db: Database, source: WorklistSource): Promise<void> {
  const { id, dryRunId, options } = source;
  const { column_mapping: mapping, file_format: format } = options;
  // A call that makes the same worklist is waited for here. So is a purge, which locks the import.
  const { rowCount } = await db.query(sql.unsafe`
    insert into import_worklists (subscriber_import_id, organization_id)
    select id, organization_id from subscriber_imports
    where id = ${id} and finished_at is not null and purged_at is null
    for key share
    on conflict do nothing
  `);
  if (rowCount !== 1) return;
  const rows = createRows(db, { id, mapping, room: await roomOf(db, source.organizationId) });
  let header: readonly string[] | null = null;
  reading: for await (const batch of readFailedRows(db, id, format)) {
    for (const row of batch) {
      if (row.rowNumber === 0) header = row.fields;
      else if (row.rowNumber !== null && !rows.add(row.rowNumber, row)) break reading;
    }
    if (rows.isFull) await rows.flush();
  }
  await rows.end();
  await db.query(sql.unsafe`
    update import_worklists set rows = ${rows.count}, bytes = ${rows.bytes},
      columns = ${JSON.stringify(columnNames(header, mapping))}::jsonb,
      header = ${header === null ? null : JSON.stringify(header)}::jsonb,
      left_out = (select coalesce(sum(entries + left_out), 0) from import_logs
                   where subscriber_import_id = ${id} and kind = 'failed') - ${rows.count}
    where subscriber_import_id = ${id}
  `);
  if (dryRunId !== null) await takeOver(db, id, dryRunId);
}

/** Bytes that the organization may have more in worklists; what others add at the same time is not seen. */
async function roomOf(db: Database, organizationId: number): Promise<number> {
  const used = await bytesOfWorklists(db, organizationId);
  return Math.min(WORKLIST_BOUNDS.worklistBytes.max, WORKLIST_BOUNDS.worklistsOfOrganization.max - used);
}

/** Counts the bytes of all worklists of an organization with their corrections. */
export function bytesOfWorklists(db: Database, organizationId: number): Promise<number> {
  return db.oneFirst(sql.type(z.object({ bytes: z.number() }))`
    select coalesce(sum(bytes + correction_bytes), 0)::int8 as bytes from import_worklists
    where organization_id = ${organizationId}
  `);
}

/** Takes over the corrections of rows that have failed in the dry run, too, but of those that the import was read with. */
async function takeOver(db: Database, id: number, dryRunId: number): Promise<void> {
  const row = {
    correction: sql.fragment`d.correction`,
    dropped: sql.fragment`d.dropped`,
    isWrong: sql.fragment`d.wrong is not null`,
  };
  await db.query(sql.unsafe`
    update import_worklist_rows r
    set correction = d.correction, dropped = d.dropped, wrong = d.wrong, version = d.version, is_left = ${rowIsLeft(row)}
    from import_worklist_rows d
    where r.subscriber_import_id = ${id} and d.subscriber_import_id = ${dryRunId} and d.row_number = r.row_number
      and d.line = r.line and d.cells = r.cells and d.imported_as is null
      and (d.correction is not null or d.dropped)
  `);
  await db.query(
    settleFaults(sql.fragment`r.subscriber_import_id = ${id} and (r.correction is not null or r.dropped)`),
  );
  await db.query(sql.unsafe`
    update import_worklists set correction_bytes = (
      select coalesce(sum(octet_length(correction::text)), 0) from import_worklist_rows where subscriber_import_id = ${id})
    where subscriber_import_id = ${id}
  `);
}
