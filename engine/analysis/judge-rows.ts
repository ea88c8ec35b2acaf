import type { RawRow } from '../csv/record-parser.ts';
import { compileRow } from '../csv/row.ts';
import { countStatuses } from '../csv/row-statuses.ts';
import type { CountsByStatus } from '../domain/subscribers.ts';
import type { AnalysisPlan } from './fitting-values.ts';

/** A row of the sample that an import with the suggested mapping would refuse. */
export interface RefusedRow {
  readonly row: number;
  readonly error: string;
}

/** Outcome that the rows of the sample would have in an import. */
export interface JudgedRows {
  /** Number of rows that would be added with each status. */
  readonly statuses: CountsByStatus;
  readonly refused: number;
  /** The first of them. */
  readonly refusedRows: readonly RefusedRow[];
}

const REFUSED_ROWS = 5;

/** Judges the rows by the code of the import, with the mapping of the plan; none is judged while there is no mapping. */
export function judgeRows(rows: readonly RawRow[], mapping: readonly string[] | null, plan: AnalysisPlan): JudgedRows {
  const key = plan.fields.find(({ id }) => id === plan.list.primaryKeyFieldId);
  const refusedRows: RefusedRow[] = [];
  if (mapping === null || (key !== undefined && !mapping.includes(key.name))) {
    return { statuses: {}, refused: 0, refusedRows };
  }
  const toRow = compileRow(plan);
  const statuses = countStatuses(plan.options);
  let refused = 0;
  for (const row of rows) {
    const outcome = toRow(row);
    const { error } = outcome;
    if (error === undefined) {
      statuses.add(outcome.row);
      continue;
    }
    refused += 1;
    if (refusedRows.length < REFUSED_ROWS) refusedRows.push({ row: row.rowNumber, error });
  }
  return { statuses: statuses.counts(), refused, refusedRows };
}
