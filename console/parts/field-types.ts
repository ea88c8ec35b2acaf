import type { components } from '../../client/index.ts';

type FieldType = components['schemas']['CustomField']['field_type'];

/** A custom field that is to be created. */
export interface NewField {
  readonly name: string;
  readonly type: FieldType;
}

/** The types of fields that need nothing but a name. */
export const FIELD_TYPES: readonly { readonly type: FieldType; readonly label: string }[] = [
  { type: 'text', label: 'Text' },
  { type: 'text_multiline', label: 'Text of several lines' },
  { type: 'number', label: 'Number' },
  { type: 'date', label: 'Date' },
  { type: 'day_of_year', label: 'Day of the year' },
  { type: 'boolean', label: 'Yes or no' },
];

/** The name of a type as readers know it. */
export function fieldTypeName(type: FieldType): string {
  return (
    FIELD_TYPES.find((each) => each.type === type)?.label ??
    (type === 'select_multiple_checkboxes' ? 'Several choices' : 'One choice')
  );
}

/** A custom field as the API takes it. */
export interface FieldInput {
  name: string;
  field_type: FieldType;
}

export function toFieldInput({ name, type }: NewField): FieldInput {
  return { name: name.trim(), field_type: type };
}
