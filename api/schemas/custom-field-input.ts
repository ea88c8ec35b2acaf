import { z } from 'zod';
import type { CustomField, CustomFieldAttributes } from '../../engine/db/custom-fields.ts';
import { FIELD_TYPES } from '../../engine/subscribers/custom-field.ts';
import type { FieldType } from '../../engine/subscribers/custom-field.ts';
import type { Attributes } from './attributes.ts';
import { readFieldOptions } from './custom-field-options-input.ts';
import { isSelect } from './custom-field-record.ts';
import { overStored } from './stored-attributes.ts';
import type { AttributeReader } from './stored-attributes.ts';
import { flag, nameText, oneOf, text, wholeNumber } from './values.ts';

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
  attributes: Attributes,
  current: CustomField | null,
  isNameTaken: (name: string) => Promise<boolean>,
): Promise<CustomFieldAttributes> {
  const name = await readName(attributes, current, isNameTaken);
  const fieldType = readFieldType(attributes, current);
  const sent = overStored(attributes, current?.attributes ?? {});
  const field = {
    name,
    fieldType: fieldType ?? 'text',
    required: attributes.has('required') ? attributes.read('required', flag, false) : (current?.required ?? false),
    instructions: attributes.has('instructions')
      ? attributes.find('instructions', text.nullable())
      : current === null
        ? ''
        : current.instructions,
    attributes: fieldType === null ? {} : readTypeAttributes(sent, fieldType, current),
    options: fieldType !== null && isSelect(fieldType) ? readFieldOptions(attributes, current) : [],
  };
  attributes.check();
  return field;
}

async function readName(
  attributes: Attributes,
  current: CustomField | null,
  isNameTaken: (name: string) => Promise<boolean>,
): Promise<string> {
  if (current !== null && !attributes.has('name')) return current.name;
  const name = attributes.demand('name', nameText(49));
  if (name === null) return '';
  if (BUILT_IN_NAMES.has(name.toLowerCase())) attributes.refuse('name', 'is the name of a built-in field');
  else if (/^data\b/i.test(name)) attributes.refuse('name', 'cannot begin with the word Data');
  else if (await isNameTaken(name)) attributes.refuse('name', 'has already been taken');
  return name;
}

function readFieldType(attributes: Attributes, current: CustomField | null): FieldType | null {
  if (current === null) return attributes.demand('field_type', oneOf(FIELD_TYPES));
  const fieldType = attributes.read('field_type', oneOf(FIELD_TYPES), current.fieldType);
  if (fieldType !== current.fieldType) attributes.refuse('field_type', 'cannot be changed');
  return current.fieldType;
}

function readTypeAttributes(
  attributes: AttributeReader,
  fieldType: FieldType,
  current: CustomField | null,
): Record<string, unknown> {
  switch (fieldType) {
    case 'text':
      return readText(attributes);
    case 'text_multiline':
      return {
        ...readText(attributes),
        number_of_rows: attributes.read('number_of_rows', wholeNumber(1, 1000), 3),
        interpolation_html_newlines: attributes.read('interpolation_html_newlines', flag, true),
      };
    case 'number':
      return readNumber(attributes, current);
    case 'boolean':
      return { default_boolean: attributes.read('default_boolean', flag, false) };
    default:
      return {};
  }
}

function readText(attributes: AttributeReader) {
  const settings = {
    default_string: attributes.read('default_string', text, ''),
    minimum_length: attributes.find('minimum_length', wholeNumber(0)),
    maximum_length: attributes.find('maximum_length', wholeNumber(1)),
    interpolation_html_encode: attributes.read('interpolation_html_encode', flag, true),
    interpolation_url_encode: attributes.read('interpolation_url_encode', flag, true),
  };
  checkOrder(attributes, 'minimum_length', settings.minimum_length, 'maximum_length', settings.maximum_length);
  return settings;
}

function readNumber(attributes: AttributeReader, current: CustomField | null) {
  const number_support_decimal = attributes.read('number_support_decimal', flag, false);
  if (current?.attributes.number_support_decimal === true && !number_support_decimal) {
    attributes.refuse('number_support_decimal', 'cannot be disabled');
  }
  const figure = number_support_decimal
    ? z.number({ invalid_type_error: 'must be a number' })
    : wholeNumber(Number.MIN_SAFE_INTEGER);
  const settings = {
    default_integer: attributes.find('default_integer', figure),
    number_support_decimal,
    minimum_value: attributes.find('minimum_value', figure),
    maximum_value: attributes.find('maximum_value', figure),
  };
  checkOrder(attributes, 'minimum_value', settings.minimum_value, 'maximum_value', settings.maximum_value);
  return settings;
}

function checkOrder(
  attributes: AttributeReader,
  low: string,
  lowest: number | null,
  high: string,
  highest: number | null,
) {
  if (lowest !== null && highest !== null && lowest > highest) attributes.refuse(low, `cannot be greater than ${high}`);
}
