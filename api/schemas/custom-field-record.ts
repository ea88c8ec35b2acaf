import type { CustomField } from '../../engine/db/custom-fields.ts';
import type { FieldType } from '../../engine/subscribers/custom-field.ts';

const TEXT = [
  'default_string',
  'minimum_length',
  'maximum_length',
  'interpolation_html_encode',
  'interpolation_url_encode',
];

/** The attributes of each type, in the order of its record. */
const ATTRIBUTES_OF: Readonly<Record<FieldType, readonly string[]>> = {
  text: TEXT,
  text_multiline: [...TEXT, 'number_of_rows', 'interpolation_html_newlines'],
  number: ['default_integer', 'number_support_decimal', 'minimum_value', 'maximum_value'],
  date: [],
  day_of_year: [],
  select_single_dropdown: [],
  select_single_radio: [],
  select_multiple_checkboxes: [],
  boolean: ['default_boolean'],
};

/** Whether fields of the type have options to choose from. */
export function isSelect(fieldType: FieldType): boolean {
  return fieldType.startsWith('select_');
}

/** A field as the API shows it. */
export function renderCustomField(field: CustomField): Record<string, unknown> {
  const attributes = ATTRIBUTES_OF[field.fieldType].map((name) => [name, field.attributes[name] ?? null] as const);
  return {
    id: field.id,
    is_global: field.mailingListId === null,
    mailing_list_id: field.mailingListId,
    name: field.name,
    field_type: field.fieldType,
    required: field.required,
    instructions: field.instructions,
    ...Object.fromEntries(attributes),
    ...(isSelect(field.fieldType) && {
      options: field.options.map(({ id, name }, at) => ({ name, id, index: at + 1 })),
    }),
  };
}
