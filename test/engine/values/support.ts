import type { CustomField, FieldType } from '../../../engine/values/custom-field.ts';

/** A field named after its type, unless told otherwise. */
export function field(fieldType: FieldType, settings: Partial<CustomField> = {}): CustomField {
  const options = fieldType.startsWith('select')
    ? ['Red', 'Green, pale', 'Blue'].map((name, index) => ({ id: 31 + index, name }))
    : [];
  return { id: 7, name: fieldType, fieldType, required: false, attributes: {}, options, ...settings };
}
