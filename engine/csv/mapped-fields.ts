import type { CustomField } from '../values/custom-field.ts';
import type { RowPlan } from './row-plan.ts';

/** The field that a name of an import means, or why it means none. */
export type MappedField =
  { readonly field: CustomField; readonly error?: never } | { readonly field?: never; readonly error: string };

/**
 * Compiles the function that finds the field that a name in the mapping or the defaults of an import means: the one that had it when
 * the import was created, whatever it is called now. Imports that were stored without the ids of their fields go by the
 * names of today.
 */
export function compileMappedFields({ options, fields }: RowPlan): (name: string) => MappedField {
  const byName = new Map(fields.map((field) => [plain(field.name), field]));
  const byId = new Map(fields.map((field) => [field.id, field]));
  const ids = new Map(Object.entries(options.field_ids ?? {}).map(([name, id]) => [plain(name), id]));
  return (name) => {
    const id = ids.get(plain(name));
    const field = id === undefined ? byName.get(plain(name)) : byId.get(id);
    if (field !== undefined) return { field };
    if (id === undefined) return { error: `there is no custom field named ${name}` };
    return { error: `the custom field ${name} was deleted after the import was created` };
  };
}

function plain(name: string): string {
  return name.trim().toLowerCase();
}
