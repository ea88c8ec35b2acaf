import type { ChunkMerge } from './merge.ts';

/** A column that a merge may change in an existing row, and its new value for the row `s` and the staged row `r`. */
export interface Change {
  readonly column: string;
  readonly value: string;
}

/**
 * What an import may change in existing rows. A column that is not mapped leaves its value alone; a removal is dated
 * once, and becoming active again clears it. `customFields` are the stored values with those of the import put over them.
 */
export function changesOf({ options, list }: ChunkMerge, customFields: string): readonly Change[] {
  const { overwrite, overwrite_what: what, column_mapping: mapping } = options;
  if (!overwrite) return [];
  const isMapped = (entry: string) => mapping.some((mapped) => mapped.trim().toLowerCase() === entry);
  return [
    ...when(list.hasAlternateKey, { email: 'r.email' }),
    ...when(what.status, {
      status: 'r.status',
      remove_time: `case when r.status <> 'active' then coalesce(r.remove_time, s.remove_time, now()) end`,
      remove_ip: `case when r.status <> 'active' then coalesce(r.remove_ip, s.remove_ip) end`,
    }),
    ...when(what.format && list.hasFormat, { email_format: 'r.email_format' }),
    ...when(what.confirmed && list.hasConfirmed, {
      confirmed: 'r.confirmed',
      confirm_time: 'coalesce(r.confirm_time, s.confirm_time)',
    }),
    ...when(isMapped('subscribe_time'), { subscribe_time: 'coalesce(r.subscribe_time, s.subscribe_time)' }),
    ...when(isMapped('subscribe_ip'), { subscribe_ip: 'coalesce(r.subscribe_ip, s.subscribe_ip)' }),
    ...when(what.custom_fields, { custom_fields: `jsonb_strip_nulls(${customFields})` }),
  ];
}

function when(applies: boolean, values: Readonly<Record<string, string>>): Change[] {
  return applies ? Object.entries(values).map(([column, value]) => ({ column, value })) : [];
}
