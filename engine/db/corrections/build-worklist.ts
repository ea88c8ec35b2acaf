import { z } from 'zod';
import { columnNames, faultsOf } from '../../csv/failed-cells.ts';
import type { RowFault } from '../../csv/failed-cells.ts';
import type { FailedRow } from '../../csv/failed-log.ts';
import type { ImportOptions } from '../../domain/subscriber-imports.ts';
import { WORKLIST_BOUNDS } from '../../domain/worklist-bounds.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { readFailedRows } from '../imports/read-logs.ts';
import { rowIsLeft, settleFaults } from './left-sql.ts';

/** An import that has ended, as far as its worklist depends on it. */
export interface WorklistSource {
  readonly id: number;
  readonly organizationId: number;
  /** The dry run that was started as this import. */
  readonly dryRunId: number | null;
  readonly options: Pick<ImportOptions, 'column_mapping' | 'file_format'>;
}

const ROWS_AT_ONCE = 1_000;
/** Bytes that a row counts in addition to its cells. */
const BYTES_OF_ROW = 64;
const OTHERS: RowFault = { column: null, reason: 'Other reasons.' };

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
  const rows = createRows(db, source, await roomOf(db, source.organizationId));
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

function createRows(db: Database, { id, options: { column_mapping: mapping } }: WorklistSource, room: number) {
  const groups = new Map<string, number>();
  const found: RowFault[] = [];
  const numbers = new Map<string, readonly number[]>();
  let rows: (readonly [row: number, line: number, cells: string, groups: string])[] = [];
  let faults: (readonly [group: number, row: number, line: number, cell: string | null])[] = [];
  let last = { row: 0, line: 0 };
  let [count, bytes] = [0, 0];

  const numberOf = (fault: RowFault): number => {
    const key = JSON.stringify([fault.column, fault.reason]);
    const known = groups.get(key);
    if (known !== undefined) return known;
    if (found.length >= WORKLIST_BOUNDS.worklistGroups.max && fault !== OTHERS) return numberOf(OTHERS);
    groups.set(key, found.length);
    return found.push(fault) - 1;
  };
  const numbersOf = (reason: string): readonly number[] => {
    const known = numbers.get(reason);
    if (known !== undefined) return known;
    const ofReason = [...new Set(faultsOf(reason, mapping).map(numberOf))];
    if (numbers.size < MOST_KNOWN_REASONS) numbers.set(reason, ofReason);
    return ofReason;
  };
  const flush = async () => {
    if (rows.length === 0) return;
    const [written, faulty] = [rows, faults];
    [rows, faults] = [[], []];
    await db.query(sql.unsafe`
      insert into import_worklist_rows (subscriber_import_id, row_number, line, cells, groups)
      select ${id}, row_number, line, cells, groups::integer[]
      from ${sql.unnest(written, ['int8', 'int4', 'jsonb', 'text'])} as t (row_number, line, cells, groups)
    `);
    await db.query(sql.unsafe`
      insert into import_worklist_faults (subscriber_import_id, group_number, row_number, line, cell)
      select ${id}, * from ${sql.unnest(faulty, ['int4', 'int8', 'int4', 'text'])} as t
    `);
  };
  return {
    get count() {
      return count;
    },
    get bytes() {
      return bytes;
    },
    get isFull() {
      return rows.length >= ROWS_AT_ONCE;
    },
    flush,
    /** @returns false, and adds nothing, when there is no room for the row */
    add: (row: number, { fields, reason }: FailedRow): boolean => {
      const cells = JSON.stringify(fields);
      const size = Buffer.byteLength(cells) + BYTES_OF_ROW;
      if (count === WORKLIST_BOUNDS.worklistRows.max || bytes + size > room) return false;
      last = { row, line: last.row === row ? last.line + 1 : 0 };
      const ofRow = numbersOf(reason);
      rows.push([row, last.line, cells, `{${ofRow.join(',')}}`]);
      for (const group of ofRow) {
        const cell = fields[found[group]?.column ?? -1] ?? null;
        const isLong = cell !== null && cell.length > WORKLIST_BOUNDS.worklistValue.max;
        faults.push([group, row, last.line, isLong ? null : cell]);
      }
      count += 1;
      bytes += size;
      return true;
    },
    end: async () => {
      await flush();
      const numbered = found.map(({ column, reason }, at) => [at, column, reason] as const);
      await db.query(sql.unsafe`
        insert into import_worklist_groups (subscriber_import_id, group_number, column_index, reason)
        select ${id}, * from ${sql.unnest(numbered, ['int4', 'int4', 'text'])} as t
      `);
    },
  };
}

const MOST_KNOWN_REASONS = 10_000;

/** Takes over the corrections of the rows that have failed in the dry run, too. */
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
      and d.line = r.line and d.cells = r.cells and (d.correction is not null or d.dropped)
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
