import { changesStatus, isMapped, leavesBlankStatus } from '../../domain/import-status.ts';
import type { ImportOptions } from '../../domain/subscriber-imports.ts';
import type { Parameter, SliceMerge } from './slice-merge.ts';

/** A column that a merge may change in an existing row, and its new value for the row `s` and the staged row `r`. */
export interface Change {
  readonly column: string;
  readonly value: string;
}

/**
 * Lists the changes that an import may make to existing rows. A column that is not mapped leaves its value alone; a removal is
 * dated once, and becoming active again clears it. `customFields` are the stored values with those of the import put over them.
 */
export function changesOf(merge: SliceMerge, customFields: string): readonly Change[] {
  const { options, list } = merge;
  const { overwrite, overwrite_what: what } = options;
  if (!overwrite) return [];
  return [
    ...when(list.hasAlternateKey, { email: 'r.email' }),
    ...when(changesStatus(options), statusOfRow(options)),
    ...when(what.format && list.hasFormat, { email_format: 'r.email_format' }),
    ...when(what.confirmed && list.hasConfirmed, {
      confirmed: 'r.confirmed',
      confirm_time: 'coalesce(r.confirm_time, s.confirm_time)',
    }),
    ...when(isMapped(options, 'subscribe_time'), { subscribe_time: 'coalesce(r.subscribe_time, s.subscribe_time)' }),
    ...when(isMapped(options, 'subscribe_ip'), { subscribe_ip: 'coalesce(r.subscribe_ip, s.subscribe_ip)' }),
    ...when(changesFields(merge), { custom_fields: withoutNulls(customFields, 'r.clears_fields', merge) }),
  ];
}

/** A row that says nothing of its status leaves it as it is, with its removal. */
function statusOfRow(options: ImportOptions): Readonly<Record<string, string>> {
  const isRemoved = (value: string, ifBlank: string) =>
    `case ${leavesBlankStatus(options) ? `when r.status is null then ${ifBlank} ` : ''}when r.status <> 'active' then ${value} end`;
  return {
    status: leavesBlankStatus(options) ? 'coalesce(r.status, s.status)' : 'r.status',
    remove_time: isRemoved('coalesce(r.remove_time, s.remove_time, now())', 's.remove_time'),
    remove_ip: isRemoved('coalesce(r.remove_ip, s.remove_ip)', 's.remove_ip'),
  };
}

/**
 * Custom fields without those that the staged row, or a default of the import, clears. Few rows clear any, and to look through
 * the fields of each costs a tenth of its merge.
 */
export function withoutNulls(customFields: string, clears: string, { defaults }: SliceMerge): string {
  const stripped = `jsonb_strip_nulls(${customFields})`;
  return hasNulls(defaults) ? stripped : `case when ${clears} then ${stripped} else ${customFields} end`;
}

function hasNulls(defaults: string | null): boolean {
  return defaults !== null && Object.values(JSON.parse(defaults) as Record<string, unknown>).includes(null);
}

function when(applies: boolean, values: Readonly<Record<string, string>>): Change[] {
  return applies ? Object.entries(values).map(([column, value]) => ({ column, value })) : [];
}

/** Whether the fields of existing rows may change. */
export function changesFields({ options, overwrites }: SliceMerge): boolean {
  if (!options.overwrite) return false;
  if (overwrites === null) return options.overwrite_what.custom_fields;
  const { over, under, defaultsOver, defaultsUnder } = overwrites;
  return over.length > 0 || under.length > 0 || defaultsOver !== '{}' || defaultsUnder !== '{}';
}

/**
 * The fields of an existing row by the rules of columns: what counts where nothing is stored, what is stored, what replaces it. Null
 * where no rule says so, or no field may change.
 */
export function storedFieldsSql(merge: SliceMerge, parameter: Parameter): string | null {
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
