import { z } from 'zod/v4';
import type { CustomField } from '../../engine/db/fields/custom-fields.ts';
import type { FieldType } from '../../engine/values/custom-field.ts';
import { FIELD_TYPES } from '../../engine/values/custom-field.ts';
import { renderedTime, whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';

/** A custom field, as the service answered it. */
const customFieldExample = {
  id: 1,
  is_global: false,
  mailing_list_id: 1,
  name: 'City',
  field_type: 'text',
  required: false,
  instructions: '',
  default_string: '',
  minimum_length: null,
  maximum_length: 40,
  interpolation_html_encode: true,
  interpolation_url_encode: true,
};

/** A deleted custom field, as the service answered it. */
const deletedCustomFieldExample = {
  id: 4,
  is_global: false,
  mailing_list_id: 1,
  name: 'Fax',
  field_type: 'text',
  required: false,
  instructions: '',
  default_string: '',
  minimum_length: null,
  maximum_length: null,
  interpolation_html_encode: true,
  interpolation_url_encode: true,
  deleted_at: '2026-03-02T09:30:20Z',
};

/** A field as the API shows it, with the attributes of its type. */
export const customFieldRecord = z
  .object({
    id: whole,
    is_global: z.boolean(),
    mailing_list_id: whole.nullable(),
    name: z.string(),
    field_type: z.enum(FIELD_TYPES),
    required: z.boolean(),
    instructions: z.string().nullable(),
    default_string: z.string().optional(),
    minimum_length: whole.nullish(),
    maximum_length: whole.nullish(),
    interpolation_html_encode: z.boolean().optional(),
    interpolation_url_encode: z.boolean().optional(),
    number_of_rows: whole.optional(),
    interpolation_html_newlines: z.boolean().optional(),
    default_integer: z.number().nullish(),
    number_support_decimal: z.boolean().optional(),
    minimum_value: z.number().nullish(),
    maximum_value: z.number().nullish(),
    default_boolean: z.boolean().optional(),
    options: z.array(z.object({ name: z.string(), id: whole, index: z.int().min(1) })).optional(),
  })
  .meta({ id: 'CustomField', examples: [customFieldExample] });

/** A deleted field as the API shows it. */
export const deletedCustomFieldRecord = customFieldRecord
  .extend({ deleted_at: renderedTime })
  .meta({ id: 'DeletedCustomField', examples: [deletedCustomFieldExample] });

/** Records that depend on a field: the answer when the field cannot be deleted. */
export const fieldDependencies = z.object({ dependencies: z.array(z.object({ type: z.string(), id: whole })) });

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

/** Renders a field for the API. */
export function renderCustomField(field: CustomField): Rendered<typeof customFieldRecord> {
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
