import type { Pool, PoolClient } from 'pg';
import { withCorrection } from '../../csv/corrected-row.ts';
import type { CorrectedCells, CorrectedRows } from '../../csv/corrected-row.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import type { ScannedRange } from '../imports/ledger.ts';
import type { ImportRecord } from '../imports/record.ts';
import { IS_READY } from './worklist-counts.ts';

/**
 * Gives an import the corrected rows of the dry run that it is started from, with which it reads the file; without a worklist nothing is
 * done. Rows within a field of another one stay in the worklist, since they are no rows of the file.
 */
export async function takeCorrections(db: Database, dryRunId: number, importId: number): Promise<void> {
  // A correction that is stored at the same time is waited for.
  const { rowCount } = await db.query(sql.unsafe`
    update import_worklists set version = version + 1 where subscriber_import_id = ${dryRunId}
  `);
  if (rowCount === 0) return;
  await db.query(sql.unsafe`
    update import_worklist_rows r set imported_as = ${importId}
    where subscriber_import_id = ${dryRunId} and ${IS_READY} and line = 0
      and not exists (
        select from import_worklist_rows o
        where o.subscriber_import_id = ${dryRunId} and o.row_number = r.row_number and o.line > 0)
  `);
}

interface TakenRow {
  readonly row: number;
  readonly cells: readonly string[];
  readonly correction: CorrectedCells | null;
  readonly columns: number;
}

/** Reads the corrected rows of a range that an import has taken from its dry run. */
export async function readTakenCorrections(
  db: Pool | PoolClient,
  { id, dryRunId }: Pick<ImportRecord, 'id' | 'dryRunId'>,
  { firstRow, records }: Pick<ScannedRange, 'firstRow' | 'records'>,
): Promise<CorrectedRows> {
  if (dryRunId === null) return new Map();
  const { rows } = await db.query<TakenRow>(
    `select r.row_number as row, r.cells, r.correction, jsonb_array_length(w.columns) as columns
       from import_worklist_rows r join import_worklists w using (subscriber_import_id)
      where r.subscriber_import_id = $1 and r.imported_as = $2 and r.row_number >= $3 and r.row_number < $4 and r.line = 0`,
    [dryRunId, id, firstRow, firstRow + records],
  );
  return new Map(rows.map(({ row, cells, correction, columns }) => [row, withCorrection(columns, cells, correction)]));
}
