import { z } from 'zod/v4';
import type { CustomField, CustomFieldAttributes } from '../../engine/db/fields/custom-fields.ts';
import { FIELD_TYPES } from '../../engine/values/custom-field.ts';
import type { FieldType } from '../../engine/values/custom-field.ts';
import type { Attributes } from '../http/attributes.ts';
import { fieldOptionsInput, readFieldOptions } from './options-input.ts';
import { isSelect } from './record.ts';
import { overStored } from '../http/stored-attributes.ts';
import type { AttributeReader } from '../http/stored-attributes.ts';
import { flag, nameText, objectOf, oneOf, text, wholeNumber } from '../http/values.ts';

const textInput = objectOf({
  default_string: text.nullish(),
  minimum_length: wholeNumber(0).nullish(),
  maximum_length: wholeNumber(1).nullish(),
  interpolation_html_encode: flag.nullish(),
  interpolation_url_encode: flag.nullish(),
});
const multilineInput = objectOf({
  ...textInput.shape,
  number_of_rows: wholeNumber(1, 1000).nullish(),
  interpolation_html_newlines: flag.nullish(),
});
const decimalsInput = objectOf({ number_support_decimal: flag.nullish() });
const figuresInput = <Figure extends z.ZodType<number, number>>(figure: Figure) =>
  objectOf({ default_integer: figure.nullish(), minimum_value: figure.nullish(), maximum_value: figure.nullish() });
const decimalFigures = figuresInput(z.number('must be a number'));
const wholeFigures = figuresInput(wholeNumber(Number.MIN_SAFE_INTEGER));
const booleanInput = objectOf({ default_boolean: flag.nullish() });

/** Request body of a field; attributes of other types than its own are ignored. */
export const customFieldInput = objectOf({
  name: nameText(49),
  field_type: oneOf(FIELD_TYPES).describe('Cannot be changed.'),
  required: flag.nullish(),
  instructions: text.nullish(),
  ...multilineInput.shape,
  ...decimalsInput.shape,
  ...decimalFigures.shape,
  ...booleanInput.shape,
  ...fieldOptionsInput.partial().shape,
});

type CustomFieldInput = Attributes<typeof customFieldInput>;

/** Names that a field cannot have because a column of an import, or a subscriber's own attribute, has them. */
const BUILT_IN_NAMES: ReadonlySet<string> = new Set([
  'id',
  'email',
  'status',
  'email_format',
  'subscribe_time',
  'subscribe_ip',
  'remove_time',
  'remove_ip',
  'confirmed',
  'confirm_time',
]);

/**
 * Reads a field to create or (`current`) update. What is not sent keeps its value or has the default of its type;
 * attributes of other types are ignored.
 * @throws ValidationFailed
 */
export async function readCustomField(
  attributes: CustomFieldInput,
  current: CustomField | null,
  isNameTaken: (name: string) => Promise<boolean>,
): Promise<CustomFieldAttributes> {
  const name = await readName(attributes, current, isNameTaken);
  const fieldType = readFieldType(attributes, current);
  const field = {
    name,
    fieldType: fieldType ?? 'text',
    required: attributes.has('required') ? attributes.read('required', false) : (current?.required ?? false),
    instructions: attributes.has('instructions')
      ? attributes.find('instructions')
      : current === null
        ? ''
        : current.instructions,
    attributes: fieldType === null ? {} : readTypeAttributes(attributes, fieldType, current),
    options:
      fieldType !== null && isSelect(fieldType) ? readFieldOptions(attributes.as(fieldOptionsInput), current) : [],
  };
  attributes.check();
  return field;
}

async function readName(
  attributes: CustomFieldInput,
  current: CustomField | null,
  isNameTaken: (name: string) => Promise<boolean>,
): Promise<string> {
  if (current !== null && !attributes.has('name')) return current.name;
  const name = attributes.demand('name');
  if (name === null) return '';
  if (BUILT_IN_NAMES.has(name.toLowerCase())) attributes.refuse('name', 'is the name of a built-in field');
  else if (/^data\b/i.test(name)) attributes.refuse('name', 'cannot begin with the word Data');
  else if (await isNameTaken(name)) attributes.refuse('name', 'has already been taken');
  return name;
}

function readFieldType(attributes: CustomFieldInput, current: CustomField | null): FieldType | null {
  if (current === null) return attributes.demand('field_type');
  const fieldType = attributes.read('field_type', current.fieldType);
  if (fieldType !== current.fieldType) attributes.refuse('field_type', 'cannot be changed');
  return current.fieldType;
}

function readTypeAttributes(
  attributes: CustomFieldInput,
  fieldType: FieldType,
  current: CustomField | null,
): Record<string, unknown> {
  const stored = current?.attributes ?? {};
  switch (fieldType) {
    case 'text':
      return readText(overStored(attributes, textInput, stored));
    case 'text_multiline':
      return readMultiline(overStored(attributes, multilineInput, stored));
    case 'number':
      return readNumber(attributes, current);
    case 'boolean':
      return { default_boolean: overStored(attributes, booleanInput, stored).read('default_boolean', false) };
    default:
      return {};
  }
}

function readMultiline(attributes: AttributeReader<typeof multilineInput>) {
  return {
    ...readText(attributes),
    number_of_rows: attributes.read('number_of_rows', 3),
    interpolation_html_newlines: attributes.read('interpolation_html_newlines', true),
  };
}

function readText(attributes: AttributeReader<typeof textInput>) {
  const settings = {
    default_string: attributes.read('default_string', ''),
    minimum_length: attributes.find('minimum_length'),
    maximum_length: attributes.find('maximum_length'),
    interpolation_html_encode: attributes.read('interpolation_html_encode', true),
    interpolation_url_encode: attributes.read('interpolation_url_encode', true),
  };
  checkOrder(attributes, 'minimum_length', settings.minimum_length, 'maximum_length', settings.maximum_length);
  return settings;
}

function readNumber(attributes: CustomFieldInput, current: CustomField | null) {
  const stored = current?.attributes ?? {};
  const number_support_decimal = overStored(attributes, decimalsInput, stored).read('number_support_decimal', false);
  if (current?.attributes.number_support_decimal === true && !number_support_decimal) {
    attributes.refuse('number_support_decimal', 'cannot be disabled');
  }
  const figures = overStored(attributes, number_support_decimal ? decimalFigures : wholeFigures, stored);
  const settings = {
    default_integer: figures.find('default_integer'),
    number_support_decimal,
    minimum_value: figures.find('minimum_value'),
    maximum_value: figures.find('maximum_value'),
  };
  checkOrder(attributes, 'minimum_value', settings.minimum_value, 'maximum_value', settings.maximum_value);
  return settings;
}

function checkOrder(
  attributes: Pick<Attributes, 'refuse'>,
  low: string,
  lowest: number | null,
  high: string,
  highest: number | null,
) {
  if (lowest !== null && highest !== null && lowest > highest) attributes.refuse(low, `cannot be greater than ${high}`);
}
