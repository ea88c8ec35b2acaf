import { compileColumns } from '../csv/row-columns.ts';
import type { Draft } from '../csv/row-columns.ts';
import { compileDefaults } from '../csv/row-defaults.ts';
import type { RowPlan } from '../csv/row-plan.ts';
import type { ColumnRule, ColumnRules } from '../domain/column-rules.ts';

/** Plan that decides whether a value can be imported into a list. */
export type AnalysisPlan = RowPlan;

/** Returns the share of the values, 0 to 1, that a column mapped to the entry takes by its rule; 1 where there are none. */
export type FittingShare = (entry: string, values: readonly string[], rule?: ColumnRule | null) => number;

/** Shares of the values of a column, 0 to 1, that its entry takes without the rule that it is suggested with, and with it. */
export interface RuleFit {
  readonly before: number;
  readonly after: number;
}

/** Measures a suggested rule on the values of its column. Shares are rounded down to thousandths, so that 1 is all of them. */
export function ruleFit(share: FittingShare, entry: string, values: readonly string[], rule: ColumnRule): RuleFit {
  const rounded = (of: ColumnRule) => Math.floor(share(entry, values, of) * 1000) / 1000;
  return { before: rounded({}), after: rounded(rule) };
}

/** Compiles the checks of entries for values, once for all columns without a rule and once for each rule: an entry of a list may have
 * thousands of choices. */
export function compileFittingShare(plan: AnalysisPlan, entries: ReadonlySet<string>): FittingShare {
  const defaults = compileDefaults(withMapping(plan, []));
  const mapped = [...entries];
  const { columns } = compileColumns(withMapping(plan, mapped), defaults);
  const byEntry = new Map(mapped.map((entry, index) => [entry, columns[index]]));
  const fieldsByName = new Map(plan.fields.map((field) => [field.name, field]));
  const key = plan.fields.filter(({ id }) => id === plan.list.primaryKeyFieldId);
  const compileAlone = (entry: string, rule: ColumnRule) => {
    const field = fieldsByName.get(entry);
    const fields = field === undefined || key.includes(field) ? key : [field, ...key];
    return compileColumns(withMapping({ ...plan, fields }, [entry], [rule]), defaults).columns[0];
  };
  const alone = new Map<ColumnRule, { entry: string; take: ReturnType<typeof compileAlone> }>();
  const takeOf = (entry: string, rule: ColumnRule) => {
    const known = alone.get(rule);
    if (known?.entry === entry) return known.take;
    const take = compileAlone(entry, { ...rule, invalid: 'fail' });
    alone.set(rule, { entry, take });
    return take;
  };
  return (entry, values, rule) => {
    const take = rule == null ? byEntry.get(entry) : takeOf(entry, rule);
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
function withMapping(plan: AnalysisPlan, entries: readonly string[], rules: ColumnRules = []): AnalysisPlan {
  const key = plan.fields.find(({ id }) => id === plan.list.primaryKeyFieldId);
  const needed = ['email', ...(key === undefined ? [] : [key.name])].filter((entry) => !entries.includes(entry));
  return { ...plan, options: { ...plan.options, column_mapping: [...entries, ...needed], column_rules: [...rules] } };
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
