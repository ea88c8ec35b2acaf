import { BOUNDS } from '../../engine/domain/bounds.ts';
import type { ListHead } from '../../engine/db/lists/mailing-lists.ts';
import { parseJsonValue } from '../../engine/values/custom-field-values.ts';
import { isRequired } from '../../engine/values/custom-field.ts';
import type { CustomField } from '../../engine/values/custom-field.ts';
import type { Attributes } from '../http/attributes.ts';
import { arrayOf, hash, objectOf, text } from '../http/values.ts';
import { columnRulesInput } from './column-rules-input.ts';
import { isSelect } from '../custom-fields/record.ts';
import type { FieldEntries } from './column-rules-input.ts';

const COLUMNS = ['email', 'status', 'email_format', 'subscribe_time', 'subscribe_ip', 'remove_time', 'remove_ip'];
const CONFIRMATION_COLUMNS = ['confirmed', 'confirm_time'];

/** Entries that a column of any list can be mapped to, apart from its fields. */
export const BUILT_IN_ENTRIES: readonly string[] = [...COLUMNS, ...CONFIRMATION_COLUMNS];

/** In place of a column mapping: the import uses the one that an analysis of its source suggests. */
export const AUTO_MAPPING = 'auto';

/** Request attributes of the mapping of columns. */
export const mappingInput = objectOf({
  column_mapping: arrayOf(text.nullable(), BOUNDS.importColumns.max).describe(
    'For each column a built-in entry, the name of a custom field, or nothing to skip it.',
  ),
  column_rules: columnRulesInput.describe(
    'Extension: rules to read the cells of each column; in the order of column_mapping, null for a column without a rule.',
  ),
  default_custom_fields: hash
    .nullish()
    .describe('Values by the name of the field, for fields that are not mapped or blank.'),
});

/**
 * Reads what each CSV column feeds: a built-in entry, a custom field under its own name (found ignoring case), or the
 * empty string for a column to skip.
 */
export function readColumnMapping(
  attributes: Attributes<typeof mappingInput>,
  list: ListHead,
  fields: readonly CustomField[],
): string[] {
  const entries = attributes.demand('column_mapping');
  return entries === null ? [] : checkColumnMapping(attributes, entries, list, fields);
}

/** Checks a mapping as `readColumnMapping` does one that is sent. */
export function checkColumnMapping(
  attributes: Pick<Attributes, 'refuse'>,
  entries: readonly (string | null)[],
  list: ListHead,
  fields: readonly CustomField[],
): string[] {
  const known = knownEntries(list, fields);
  const columns = entries.map((entry) => {
    const wanted = (entry ?? '').trim();
    const found = wanted === '' ? '' : known.get(wanted.toLowerCase());
    if (found === undefined) attributes.refuse('column_mapping', `has an unknown entry: ${wanted}`);
    return found ?? '';
  });
  refuseRepetition(attributes, columns);
  if (!columns.includes('email')) attributes.refuse('column_mapping', 'must contain email');
  const key = fields.find(({ id }) => id === list.primaryKeyCustomFieldId);
  if (key !== undefined && !columns.includes(key.name)) {
    attributes.refuse('column_mapping', `must contain ${key.name}, the primary key of the list`);
  }
  return columns;
}

/** Reads the values for fields whose column is unmapped or blank, under the fields' own names; null is no default. */
export function readDefaultCustomFields(
  attributes: Attributes<typeof mappingInput>,
  fields: readonly CustomField[],
): Record<string, unknown> {
  const sent = attributes.within('default_custom_fields');
  if (Buffer.byteLength(JSON.stringify(attributes.raw('default_custom_fields') ?? {})) > BOUNDS.importDefaults.max) {
    attributes.refuse('default_custom_fields', `is too large (maximum is ${BOUNDS.importDefaults.max} bytes of JSON)`);
    return {};
  }
  const known = new Map(fields.map((field) => [field.name.toLowerCase(), field]));
  const defaults = new Map<string, unknown>();
  for (const name of sent.names()) {
    const field = known.get(name.trim().toLowerCase());
    const value = sent.raw(name);
    if (field === undefined) sent.refuse(name, 'is not a custom field of the list');
    else if (defaults.has(field.name)) sent.refuse(name, 'is given twice');
    else if (value !== null) {
      const { error } = parseJsonValue(field, value);
      if (error === undefined) defaults.set(field.name, value);
      else attributes.refuseAs(`default_custom_fields: ${error}`);
    }
  }
  return Object.fromEntries(defaults);
}

/** The ids of the fields that a mapping and defaults name, by these names: they count, should a field be renamed before the import begins. */
export function fieldIdsOf(
  mapping: readonly string[],
  defaults: Readonly<Record<string, unknown>>,
  fields: readonly CustomField[],
): Record<string, number> {
  const named = new Set([...mapping, ...Object.keys(defaults)]);
  return Object.fromEntries(fields.filter(({ name }) => named.has(name)).map(({ name, id }) => [name, id]));
}

/** A required field that has neither a column nor a default would fail every row. */
export function checkRequiredFields(
  attributes: Pick<Attributes, 'refuseAs'>,
  fields: readonly CustomField[],
  columns: readonly string[],
  defaults: Readonly<Record<string, unknown>>,
): void {
  const mapped = new Set(columns);
  for (const field of fields) {
    if (isRequired(field) && !mapped.has(field.name) && !Object.hasOwn(defaults, field.name)) {
      attributes.refuseAs(`${field.name} is required: map a column to it or give it a default custom field value`);
    }
  }
}

/** The fields of a list as the rules of columns are checked against them. */
export function fieldEntriesOf(list: ListHead, fields: readonly CustomField[]): FieldEntries {
  const key = fields.find(({ id }) => id === list.primaryKeyCustomFieldId)?.name ?? null;
  const choices = fields.filter(({ fieldType }) => isSelect(fieldType));
  return { names: namesOf(fields), choices: namesOf(choices), key };
}

function namesOf(fields: readonly CustomField[]): ReadonlySet<string> {
  return new Set(fields.map(({ name }) => name));
}

/** Returns the entries that a column can be mapped to: the built-in ones that the list has a use for, and the fields' names. */
export function mappingEntries(list: ListHead, fields: readonly CustomField[]): string[] {
  return [...knownEntries(list, fields).values()];
}

function knownEntries(list: ListHead, fields: readonly CustomField[]): Map<string, string> {
  const builtIn = list.hasConfirmed ? BUILT_IN_ENTRIES : COLUMNS;
  return new Map([
    ...fields.map(({ name }) => [name.toLowerCase(), name] as const),
    ...builtIn.map((name) => [name, name] as const),
  ]);
}

function refuseRepetition(attributes: Pick<Attributes, 'refuse'>, columns: readonly string[]): void {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const entry of columns) {
    if (entry !== '' && seen.has(entry)) repeated.add(entry);
    seen.add(entry);
  }
  for (const entry of repeated) attributes.refuse('column_mapping', `has ${entry} more than once`);
}
