import type { FieldOverwrites } from '../../csv/field-overwrites.ts';
import type { ImportOptions } from '../../domain/subscriber-imports.ts';

/** Adds a value to the parameters of a statement. @returns what stands for it in the text, with its type */
export type Parameter = (value: unknown, type: string) => string;

/** Treatment of the fields of existing rows by an import. */
interface FieldMerge {
  readonly options: ImportOptions;
  /** Set where rules of columns say which stored values of fields are replaced. */
  readonly overwrites: FieldOverwrites | null;
}

/** Whether the fields of existing rows may change. */
export function changesFields({ options, overwrites }: FieldMerge): boolean {
  if (!options.overwrite) return false;
  if (overwrites === null) return options.overwrite_what.custom_fields;
  const { over, under, defaultsOver, defaultsUnder } = overwrites;
  return over.length > 0 || under.length > 0 || defaultsOver !== '{}' || defaultsUnder !== '{}';
}

/**
 * The fields of an existing row by the rules of columns: what counts where nothing is stored, what is stored, what replaces it. Null
 * where no rule says so, or no field may change.
 */
export function storedFieldsSql(merge: FieldMerge, parameter: Parameter): string | null {
  const { overwrites } = merge;
  if (overwrites === null || !changesFields(merge)) return null;
  const { mapped, over, under, defaultsOver, defaultsUnder } = overwrites;
  const rowFields = (ids: readonly number[]) => {
    const kept = new Set(ids);
    const others = mapped.filter((id) => !kept.has(id)).map(String);
    return ids.length === 0 ? [] : [`(r.custom_fields - ${parameter(others, 'text[]')})`];
  };
  const defaults = (text: string) => (text === '{}' ? [] : [parameter(text, 'jsonb')]);
  const parts = [
    ...defaults(defaultsUnder),
    ...rowFields(under),
    's.custom_fields',
    ...defaults(defaultsOver),
    ...rowFields(over),
  ];
  return parts.join(' || ');
}
