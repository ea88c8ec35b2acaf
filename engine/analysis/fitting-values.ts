import { compileColumns } from '../csv/row-columns.ts';
import type { Draft } from '../csv/row-columns.ts';
import { compileDefaults } from '../csv/row-defaults.ts';
import type { RowPlan } from '../csv/row-plan.ts';

/** What decides whether a value can be imported into a list. */
export type AnalysisPlan = RowPlan;

/** Returns the share of the values, 0 to 1, that a column mapped to the entry takes; 1 where there are none. */
export type FittingShare = (entry: string, values: readonly string[]) => number;

/** Compiles the rules of entries for values, once for all columns: an entry of a list may have thousands of choices. */
export function compileFittingShare(plan: AnalysisPlan, entries: ReadonlySet<string>): FittingShare {
  const mapped = [...entries];
  const { columns } = compileColumns(withMapping(plan, mapped), compileDefaults(withMapping(plan, [])));
  const byEntry = new Map(mapped.map((entry, index) => [entry, columns[index]]));
  return (entry, values) => {
    const take = byEntry.get(entry);
    if (take === undefined || take === null || values.length === 0) return 1;
    const fitting = values.filter((value) => {
      const errors: string[] = [];
      take(value, { ...NO_ROW }, errors);
      return errors.length === 0;
    });
    return fitting.length / values.length;
  };
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
