import { EXTENSION_BOUNDS } from '../domain/extension-bounds.ts';
import type { FieldOption, NewOption } from '../values/custom-field.ts';
import type { RowPlan } from './row-plan.ts';

/** Distinct new options in the order of the file, as many as an import may create. */
export interface NewOptions {
  /** Notes an option; one that differs from a noted one in case alone is the same. */
  readonly add: (option: NewOption) => void;
  readonly isFull: () => boolean;
  readonly list: () => readonly NewOption[];
}

/** The plan with options that are not created, or not yet: their ids, which no stored value has, are negative. */
export function withNewOptions(plan: RowPlan, options: readonly NewOption[]): RowPlan {
  if (options.length === 0) return plan;
  const byField = new Map<number, FieldOption[]>();
  for (const [index, { fieldId, name }] of options.entries()) {
    const ofField = byField.get(fieldId) ?? [];
    ofField.push({ id: -1 - index, name });
    byField.set(fieldId, ofField);
  }
  const fields = plan.fields.map((field) => ({
    ...field,
    options: [...field.options, ...(byField.get(field.id) ?? [])],
  }));
  return { ...plan, fields };
}

/** Creates a collection without options. */
export function createNewOptions(most: number = EXTENSION_BOUNDS.newOptions.max): NewOptions {
  const found = new Map<string, NewOption>();
  return {
    add: (option) => {
      const key = `${option.fieldId} ${option.name.toLowerCase()}`;
      if (found.size < most && !found.has(key)) found.set(key, option);
    },
    isFull: () => found.size >= most,
    list: () => [...found.values()],
  };
}

/** The new options of the row that is being read. */
interface RowOptions {
  /** Notes an option of a cell. */
  readonly note: (option: NewOption) => void;
  /** Returns the options that were noted since the last call. */
  readonly take: () => readonly NewOption[];
}

/** Creates what the columns of an import note their new options in. */
export function createRowOptions(): RowOptions {
  let noted: NewOption[] = [];
  return {
    note: (option) => void noted.push(option),
    take: () => {
      if (noted.length === 0) return NONE;
      const taken = noted;
      noted = [];
      return taken;
    },
  };
}

const NONE: readonly NewOption[] = [];
