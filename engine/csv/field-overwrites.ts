import { leavesBlank } from '../domain/column-rules.ts';
import type { ColumnRule } from '../domain/column-rules.ts';
import { compileMappedFields } from './mapped-fields.ts';
import { fittingDefaults } from './row-defaults.ts';
import type { RowPlan } from './row-plan.ts';

/** Precedence between the fields of a row and those that its subscriber has, where the rules of columns set it. */
export interface FieldOverwrites {
  /** Ids of fields of which a row has values that replace stored ones. */
  readonly over: readonly number[];
  /** Ids of fields of which a row has values that count where none is stored. */
  readonly under: readonly number[];
  /** Ids of fields of which a row may have values. */
  readonly mapped: readonly number[];
  /** Defaults that replace stored values, and those that count where none is stored: JSON text of `{ [field id]: value | null }`. */
  readonly defaultsOver: string;
  readonly defaultsUnder: string;
}

/** Compiles what an import may overwrite in the fields of a subscriber; null where no rule differs from the options of the import. */
export function fieldOverwrites(plan: RowPlan): FieldOverwrites | null {
  const { options } = plan;
  const rules = rulesByField(plan);
  if (!options.overwrite || ![...rules.values()].some(isSpecial)) return null;
  const byOptions = options.overwrite_what.custom_fields ? 'always' : 'never';
  const of = (id: number) => rules.get(id)?.overwrite ?? byOptions;
  const mapped = [...rules.keys()];
  const isUnder = (id: number) => of(id) === 'if_blank' || (of(id) === 'always' && keepsStored(rules.get(id)));
  const defaults = [...fittingDefaults(plan)].filter(([id]) => of(id) !== 'never');
  const textOf = (some: typeof defaults) => JSON.stringify(Object.fromEntries(some));
  return {
    mapped,
    over: mapped.filter((id) => of(id) === 'always'),
    under: mapped.filter((id) => of(id) === 'if_blank'),
    defaultsOver: textOf(defaults.filter(([id]) => !isUnder(id))),
    defaultsUnder: textOf(defaults.filter(([id]) => isUnder(id))),
  };
}

/** Whether a cell of the column may leave the stored value alone, so that no default replaces it. */
export function keepsStored(rule: ColumnRule | null | undefined): boolean {
  return rule?.blank === 'keep' || leavesBlank(rule);
}

function isSpecial(rule: ColumnRule | null): boolean {
  return rule?.overwrite !== undefined || keepsStored(rule);
}

function rulesByField(plan: RowPlan): Map<number, ColumnRule | null> {
  const { column_mapping: mapping, column_rules: rules } = plan.options;
  const findField = compileMappedFields(plan);
  const entries = mapping.flatMap((entry, index) => {
    const { field } = findField(entry);
    return field === undefined ? [] : [[field.id, rules?.[index] ?? null] as const];
  });
  return new Map(entries);
}
