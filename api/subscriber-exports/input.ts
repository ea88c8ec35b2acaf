import { BOUNDS } from '../../engine/domain/bounds.ts';
import type { ListHead } from '../../engine/db/lists/mailing-lists.ts';
import { EXPORT_COLUMNS } from '../../engine/db/exports/options.ts';
import type { ExportOptions } from '../../engine/db/exports/options.ts';
import { SUBSCRIBER_STATUSES } from '../../engine/domain/subscribers.ts';
import type { CustomField } from '../../engine/values/custom-field.ts';
import type { Attributes } from '../http/attributes.ts';
import { fileFormatInput, mark } from '../sources/source-input.ts';
import { arrayOf, objectOf, oneOf, shortText, text, wholeNumber } from '../http/values.ts';

const utf8 = shortText(40).refine((value) => value.toLowerCase() === 'utf-8', 'must be UTF-8');
const exportFormatInput = fileFormatInput.omit({ skip_lines: true, decimal_mark: true }).extend({
  character_set: utf8.nullish().describe('UTF-8.'),
  csv_field_separator: mark([',', '\t', ';'], 'a comma, a tab or a semicolon').nullish(),
});

/** Request body of an export. */
export const subscriberExportInput = objectOf({
  segment_id: wholeNumber(1).nullish().describe('Exports the subscribers of a segment of the list.'),
  statuses: arrayOf(oneOf(SUBSCRIBER_STATUSES), SUBSCRIBER_STATUSES.length)
    .nullish()
    .describe('Exports the subscribers of these statuses.'),
  columns: arrayOf(text, BOUNDS.importColumns.max)
    .nullish()
    .describe('Built-in columns and names of custom fields, in the order of the file. Default: all of them.'),
  file_format: exportFormatInput.nullish(),
});

type ExportInput = Attributes<typeof subscriberExportInput>;

/** List, fields and segments that the rules of an export depend on. */
export interface ExportPlace {
  readonly list: ListHead;
  /** Every field that applies to the list. */
  readonly fields: readonly CustomField[];
  /** The segment of that id, if it is one of the list. */
  readonly findSegment: (id: number) => Promise<ExportOptions['segment']>;
}

/** Reads an export to create. @throws ValidationFailed with every mistake in it */
export async function readExportRequest(attributes: ExportInput, place: ExportPlace): Promise<ExportOptions> {
  const segment = await readSegment(attributes, place);
  const statuses = attributes.find('statuses');
  if (statuses?.length === 0) attributes.refuse('statuses', 'cannot be empty');
  if (statuses !== null && segment !== null) attributes.refuseAs('segment_id and statuses cannot both be given');
  const columns = readColumns(attributes, place);
  const format = attributes.within('file_format');
  format.find('character_set');
  const file_format = {
    csv_has_headers: format.read('csv_has_headers', true),
    csv_field_enclosure: format.read('csv_field_enclosure', '"'),
    csv_field_separator: format.read('csv_field_separator', ','),
    date_format: format.read('date_format', 'mdy'),
  };
  attributes.check();
  return { segment, statuses: statuses === null ? null : [...new Set(statuses)], columns, file_format };
}

async function readSegment(attributes: ExportInput, { findSegment }: ExportPlace): Promise<ExportOptions['segment']> {
  const id = attributes.find('segment_id');
  if (id === null) return null;
  const found = await findSegment(id);
  if (found === null) attributes.refuse('segment_id', 'is not a segment of the list');
  return found;
}

/** The columns asked for, found ignoring case; all that an import of the list could read if none are asked for. */
function readColumns(attributes: ExportInput, { list, fields }: ExportPlace): ExportOptions['columns'] {
  const known = knownColumns(list, fields);
  const asked = attributes.find('columns');
  if (asked === null) {
    return [...known.values()].filter(
      ({ name, fieldId }) => fieldId !== null || name !== 'email_format' || list.hasFormat,
    );
  }
  if (asked.length === 0) attributes.refuse('columns', 'cannot be empty');
  const columns = new Map<string, ExportOptions['columns'][number]>();
  for (const entry of asked) {
    const name = entry.trim().toLowerCase();
    const column = known.get(name);
    if (column === undefined) attributes.refuse('columns', `has an unknown entry: ${entry.trim()}`);
    else if (columns.has(name)) attributes.refuse('columns', `has ${column.name} more than once`);
    else columns.set(name, column);
  }
  return [...columns.values()];
}

/** By name in lower case. As in an import's column_mapping, a built-in column hides a field of its name. */
function knownColumns(
  list: ListHead,
  fields: readonly CustomField[],
): ReadonlyMap<string, ExportOptions['columns'][number]> {
  const builtIn = EXPORT_COLUMNS.filter((name) => list.hasConfirmed || !name.startsWith('confirm'));
  const known = new Map<string, ExportOptions['columns'][number]>();
  for (const name of builtIn) known.set(name, { name, fieldId: null });
  for (const { id, name } of fields) {
    const key = name.toLowerCase();
    if (!known.has(key)) known.set(key, { name, fieldId: id });
  }
  return known;
}
