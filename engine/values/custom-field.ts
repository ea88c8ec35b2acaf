export const FIELD_TYPES = [
  'text',
  'text_multiline',
  'number',
  'date',
  'day_of_year',
  'select_single_dropdown',
  'select_single_radio',
  'select_multiple_checkboxes',
  'boolean',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Characters of the name of an option. */
export const OPTION_NAME_CHARACTERS = 255;

export interface FieldOption {
  readonly id: number;
  readonly name: string;
}

/** A word of a file that is no option of its field yet. */
export interface NewOption {
  readonly fieldId: number;
  readonly name: string;
}

/** A custom field as far as its values are concerned; `attributes` are under the specification's names. */
export interface CustomField {
  readonly id: number;
  readonly name: string;
  readonly fieldType: FieldType;
  readonly required: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** In order; empty but for selects. */
  readonly options: readonly FieldOption[];
}

/**
 * A stored value: text -> string, number -> number, boolean -> boolean, date -> `YYYY-MM-DD`, day of year -> `MM-DD`,
 * single select -> option id, checkboxes -> option ids in the field's order. A field without a value is absent.
 */
export type StoredValue = string | number | boolean | readonly number[];

/** A value read from a cell or from JSON, or the sentence saying what is wrong with it. */
export type Parsed<Value> = { readonly value: Value; readonly error?: never } | { readonly error: string };

export type CellParser = (cell: string) => Parsed<StoredValue>;

/** Whether an option can have the name: text of one line that is not too long. */
export function isOptionName(name: string): boolean {
  return name !== '' && name.length <= OPTION_NAME_CHARACTERS && !/\p{Cc}/u.test(name);
}

/** Whether a subscriber must have a value; checkboxes may always be empty, whatever the field says. */
export function isRequired(field: CustomField): boolean {
  return field.required && field.fieldType !== 'select_multiple_checkboxes';
}
