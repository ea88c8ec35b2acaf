import { compileCorrectedRow } from '../csv/corrected-row.ts';
import { faultsOf } from '../csv/failed-cells.ts';
import type { JudgeCells } from '../csv/failed-cells.ts';
import type { RowPlan } from '../csv/row-plan.ts';
import { compileRow } from '../csv/row.ts';

/**
 * Compiles the function that judges a corrected row by the code of the import. Words that create options are right.
 * @throws ValidationFailed when the plan names fields, options or values that do not exist any more
 */
export function compileJudge(plan: RowPlan): JudgeCells {
  const { column_mapping: mapping, file_format: format } = plan.options;
  const toRow = compileRow({ ...plan, findsNewOptions: true });
  const read = compileCorrectedRow(format);
  return (cells) => {
    const { error } = toRow(read(1, cells));
    return error === undefined ? [] : faultsOf(error, mapping);
  };
}
