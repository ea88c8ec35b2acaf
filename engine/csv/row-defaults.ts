import { ValidationFailed } from '../platform/errors.ts';
import type { StoredValue } from '../values/custom-field.ts';
import { parseJsonValue } from '../values/custom-field-values.ts';
import { compileMappedFields } from './mapped-fields.ts';
import type { RowPlan } from './row-plan.ts';

/** Field id -> the import's default for it; null clears the field. */
export type FieldDefaults = ReadonlyMap<number, StoredValue | null>;

/**
 * Converts `default_custom_fields` into stored values.
 * @throws ValidationFailed with a message for each unknown field and bad value.
 */
export function compileDefaults(plan: RowPlan): FieldDefaults {
  const { defaults, errors } = readDefaults(plan);
  if (errors.length > 0) throw new ValidationFailed(errors);
  return defaults;
}

/**
 * Writes the defaults as JSON text of `{ [field id]: value | null }`, null without any: a merge puts them under the
 * values of each row. Those that no longer fit the list are left out, since rows that were staged have passed the check.
 */
export function defaultsText(plan: RowPlan): string | null {
  const defaults = fittingDefaults(plan);
  return defaults.size === 0 ? null : JSON.stringify(Object.fromEntries(defaults));
}

/** The defaults that fit the list. */
export function fittingDefaults(plan: RowPlan): FieldDefaults {
  return readDefaults(plan).defaults;
}

function readDefaults(plan: RowPlan): { defaults: FieldDefaults; errors: string[] } {
  const findField = compileMappedFields(plan);
  const defaults = new Map<number, StoredValue | null>();
  const errors: string[] = [];
  for (const [name, value] of Object.entries(plan.options.default_custom_fields)) {
    const { field, error } = findField(name);
    if (field === undefined) {
      errors.push(`default_custom_fields: ${error}`);
      continue;
    }
    const parsed = parseJsonValue(field, value);
    if (parsed.error !== undefined) errors.push(`default_custom_fields: ${parsed.error}`);
    else defaults.set(field.id, parsed.value);
  }
  return { defaults, errors };
}
