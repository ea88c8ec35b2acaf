import { parseJsonValue } from '../../engine/values/custom-field-values.ts';
import type { CustomField } from '../../engine/values/custom-field.ts';
import type { Attributes } from '../http/attributes.ts';
import { hash } from '../http/values.ts';

/** Custom field id -> value as it is stored of a subscriber. */
export type PreviewData = Readonly<Record<string, unknown>>;

/** Reads the values mail is previewed with, by field name. They are merged into what is there; null takes one away. */
export function readPreview(sent: Attributes, applicable: readonly CustomField[], current: PreviewData): PreviewData {
  const fields = new Map(applicable.map((field) => [field.name.toLowerCase(), field]));
  const merged = new Map(Object.entries(current));
  for (const name of sent.names()) {
    const field = fields.get(name.toLowerCase());
    if (field === undefined) {
      sent.refuse(name, 'is not a custom field of the list');
      continue;
    }
    const parsed = parseJsonValue({ ...field, required: false }, bareValue(sent.raw(name)));
    if (parsed.error !== undefined) sent.refuseAs(`preview_custom_field_data: ${parsed.error}`);
    else if (parsed.value === null) merged.delete(String(field.id));
    else merged.set(String(field.id), parsed.value);
  }
  return Object.fromEntries(merged);
}

/** A value as it is; of the {name, type, value} that records show, the value alone. */
function bareValue(sent: unknown): unknown {
  const shown = hash.safeParse(sent);
  return shown.success && 'value' in shown.data ? shown.data.value : sent;
}
