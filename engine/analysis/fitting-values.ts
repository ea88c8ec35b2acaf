import { compileColumns } from '../csv/row-columns.ts';
import type { Draft } from '../csv/row-columns.ts';
import { compileDefaults } from '../csv/row-defaults.ts';
import type { RowPlan } from '../csv/row-plan.ts';

/** What decides whether a value can be imported into a list. */
export type AnalysisPlan = RowPlan;

/** The share of the values, 0 to 1, that a column mapped to the entry takes; 1 where there are none. */
export function shareOfFittingValues(plan: AnalysisPlan, entry: string, values: readonly string[]): number {
  if (values.length === 0) return 1;
  const { columns } = compileColumns(withMapping(plan, [entry]), compileDefaults(withMapping(plan, [])));
  const [take] = columns;
  if (take === undefined || take === null) return 1;
  const fitting = values.filter((value) => {
    const errors: string[] = [];
    take(value, { ...NO_ROW }, errors);
    return errors.length === 0;
  });
  return fitting.length / values.length;
}

/** The plan for these entries; the columns that an import cannot be without follow them. */
function withMapping(plan: AnalysisPlan, entries: readonly string[]): AnalysisPlan {
  const key = plan.fields.find(({ id }) => id === plan.list.primaryKeyFieldId);
  const needed = ['email', ...(key === undefined ? [] : [key.name])].filter((entry) => !entries.includes(entry));
  return { ...plan, options: { ...plan.options, column_mapping: [...entries, ...needed] } };
}

const NO_ROW: Draft = {
  rowNumber: 0,
  key: '',
  email: '',
  status: 'active',
  emailFormat: null,
  confirmed: null,
  confirmTime: null,
  subscribeTime: null,
  subscribeIp: null,
  removeTime: null,
  removeIp: null,
  customFields: '',
  clearsFields: false,
};
