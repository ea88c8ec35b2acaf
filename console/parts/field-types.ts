import type { components } from '../../client/index.ts';

type FieldType = components['schemas']['CustomField']['field_type'];

/** A custom field that is to be created. */
export interface NewField {
  readonly name: string;
  readonly type: FieldType;
  /** Of a number. */
  readonly hasDecimals?: boolean;
  /** The choices of a field that has some, in their order. */
  readonly options?: readonly string[];
  readonly isRequired?: boolean;
}

/** A type that is offered: whole numbers and decimals are two. */
type FieldChoice = FieldType | 'decimal';

/** The types of fields that need nothing but a name. */
export const FIELD_CHOICES: readonly { readonly value: FieldChoice; readonly label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'text_multiline', label: 'Text of several lines' },
  { value: 'number', label: 'Whole number' },
  { value: 'decimal', label: 'Number with decimals' },
  { value: 'date', label: 'Date' },
  { value: 'day_of_year', label: 'Day of the year' },
  { value: 'boolean', label: 'Yes or no' },
];

/** The types of fields that need choices. */
export const CHOICE_TYPES: typeof FIELD_CHOICES = [
  { value: 'select_single_dropdown', label: 'One choice' },
  { value: 'select_multiple_checkboxes', label: 'Several choices' },
];

/** The choice that stands for the type of a field. */
export function fieldChoiceOf({ type, hasDecimals }: Pick<NewField, 'type' | 'hasDecimals'>): FieldChoice {
  return type === 'number' && hasDecimals === true ? 'decimal' : type;
}

/** The type that a choice stands for. */
export function fieldOfChoice(choice: string): Pick<NewField, 'type' | 'hasDecimals'> {
  return choice === 'decimal'
    ? { type: 'number', hasDecimals: true }
    : { type: choice as FieldType, hasDecimals: false };
}

/** The name of a type as readers know it. */
export function fieldTypeName(type: FieldType, hasDecimals = false): string {
  const choice = fieldChoiceOf({ type, hasDecimals });
  if (type === 'select_single_radio') return 'One choice';
  return [...FIELD_CHOICES, ...CHOICE_TYPES].find(({ value }) => value === choice)?.label ?? type;
}

/** Whether fields of a type have choices. */
export function hasOptions(type: FieldType): boolean {
  return type.startsWith('select_');
}

/** A custom field as the API takes it. */
export interface FieldInput {
  name: string;
  field_type: FieldType;
  number_support_decimal?: boolean;
  options?: { name: string }[];
  required?: boolean;
}

/** Writes a field as the API takes it. */
export function toFieldInput({ name, type, hasDecimals, options, isRequired }: NewField): FieldInput {
  return {
    name: name.trim(),
    field_type: type,
    ...(type === 'number' && hasDecimals === true && { number_support_decimal: true }),
    ...(hasOptions(type) && { options: (options ?? []).map((option) => ({ name: option })) }),
    ...(isRequired === true && { required: true }),
  };
}
