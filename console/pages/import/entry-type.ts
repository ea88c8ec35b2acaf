import type { components } from '../../../client/index.ts';

/** A custom field of the list. */
export type Field = components['schemas']['CustomField'];

/** Type that the cells of a column are parsed as. */
export type EntryType = Field['field_type'] | 'email' | 'status' | 'email_format' | 'time' | 'ip';

/** Mapping entries that need no custom field. */
export const BUILT_IN: readonly { readonly name: string; readonly label: string; readonly type: EntryType }[] = [
  { name: 'email', label: 'Address', type: 'email' },
  { name: 'status', label: 'Status', type: 'status' },
  { name: 'email_format', label: 'Format of mails', type: 'email_format' },
  { name: 'confirmed', label: 'Confirmed', type: 'boolean' },
  { name: 'subscribe_time', label: 'Time of subscription', type: 'time' },
  { name: 'subscribe_ip', label: 'IP of subscription', type: 'ip' },
  { name: 'confirm_time', label: 'Time of confirmation', type: 'time' },
  { name: 'remove_time', label: 'Time of removal', type: 'time' },
  { name: 'remove_ip', label: 'IP of removal', type: 'ip' },
];

/** The type of an entry of the mapping; null for one that is not known here. */
export function entryTypeOf(entry: string, fields: readonly Field[]): EntryType | null {
  return (
    BUILT_IN.find(({ name }) => name === entry)?.type ?? fields.find(({ name }) => name === entry)?.field_type ?? null
  );
}
