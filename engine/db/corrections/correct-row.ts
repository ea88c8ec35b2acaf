import { z } from 'zod';
import { withCorrection } from '../../csv/corrected-row.ts';
import type { CorrectedCells } from '../../csv/corrected-row.ts';
import type { JudgeCells, RowFault } from '../../csv/failed-cells.ts';
import { NotFound, ValidationFailed } from '../../platform/errors.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { rowIsLeft, settleFaults } from './left-sql.ts';
import { BYTES_OF_CORRECTION, findWorklistRow } from './worklist-rows.ts';
import type { RowPlace, WorklistRow } from './worklist-rows.ts';
import { countCorrectionBytes, lockWorklist, refuseLong } from './worklists.ts';
import type { Worklist } from './worklists.ts';

/** The correction of a failed row. */
export interface RowCorrection {
  /** Cells by the index of their column; none: the row is imported as it is; null: it is not corrected. */
  readonly cells: CorrectedCells | null;
  readonly dropped: boolean;
  /** The version of the row that was read; null: any. */
  readonly version: number | null;
}

/**
 * Replaces the correction of a row, and notes what is still wrong with it.
 * @throws NotFound; ValidationFailed when the row was changed since it was read, was imported, or beyond the bounds
 */
export function correctRow(
  db: Database,
  { id, place, judge }: { readonly id: number; readonly place: RowPlace; readonly judge: JudgeCells },
  change: RowCorrection,
): Promise<WorklistRow> {
  return db.transaction(async (transaction) => {
    const worklist = await lockWorklist(transaction, id);
    const row = await findWorklistRow(transaction, id, place);
    if (row === null) throw new NotFound('failed row');
    refuseImported(row);
    if (change.version !== null && change.version !== row.version) throw new ValidationFailed(CHANGED);
    const { rowNumber, line } = place;
    const text = change.cells === null ? null : JSON.stringify(change.cells);
    if (text !== null) refuseLong(text);
    const wrong = wrongOf(worklist, row, change.cells, judge);
    const corrected = {
      correction: sql.fragment`${text}::jsonb`,
      dropped: sql.fragment`${change.dropped}::boolean`,
      isWrong: sql.fragment`${wrong !== null}::boolean`,
    };
    const isRow = sql.fragment`r.subscriber_import_id = ${id} and r.row_number = ${rowNumber} and r.line = ${line}`;
    const bytes = await transaction.oneFirst(sql.type(z.object({ bytes: z.number() }))`
      update import_worklist_rows r
      set correction = ${corrected.correction}, dropped = ${corrected.dropped}, version = version + 1,
        wrong = ${wrong === null ? null : JSON.stringify(wrong)}::jsonb,
        is_left = ${rowIsLeft(corrected)}
      where ${isRow}
      returning ${BYTES_OF_CORRECTION} as bytes
    `);
    await transaction.query(settleFaults(isRow));
    await countCorrectionBytes(transaction, worklist, bytes - row.correctionBytes);
    const now = await findWorklistRow(transaction, id, place);
    if (now === null) throw new NotFound('failed row');
    return now;
  });
}

/** The faults of a row as it is corrected; of one with a fault that is not corrected those of the corrected cells. Null without any. */
function wrongOf(
  { columns, groups }: Worklist,
  row: WorklistRow,
  correction: CorrectedCells | null,
  judge: JudgeCells,
): readonly RowFault[] | null {
  if (correction === null) return null;
  const isCorrected = (column: number | null) => column !== null && correction[column] !== undefined;
  const isWhole =
    Object.keys(correction).length === 0 ||
    groups.every(({ number, column }) => !row.groups.includes(number) || column === null || isCorrected(column));
  const faults = judge(withCorrection(columns.length, row.cells, correction));
  const wrong = isWhole ? faults : faults.filter(({ column }) => isCorrected(column));
  return wrong.length === 0 ? null : wrong;
}

const CHANGED = 'the row was changed in another window since it was read: read it again, and nothing is lost';

function refuseImported({ importedAs }: WorklistRow): void {
  if (importedAs === null) return;
  throw new ValidationFailed(`the row was taken by import ${importedAs}: if it has failed there, correct it there`);
}
