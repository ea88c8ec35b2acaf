import type { AutoresponderReference } from '../../engine/db/autoresponders.ts';
import type { MailingList } from '../../engine/db/mailing-lists.ts';
import { EMAIL_FORMATS, SUBSCRIBER_STATUSES } from '../../engine/db/subscriber-import-options.ts';
import type { ImportOptions } from '../../engine/db/subscriber-import-options.ts';
import type { CustomField } from '../../engine/subscribers/custom-field.ts';
import type { Attributes } from './attributes.ts';
import { checkRequiredFields, readColumnMapping, readDefaultCustomFields } from './subscriber-import-mapping-input.ts';
import { checkContent, readFileFormat, readFileSource } from './subscriber-import-source-input.ts';
import { parseTime } from './times.ts';
import { flag, hash, oneOf, text, wholeNumber } from './values.ts';

/** What the rules of an import depend on. */
export interface ImportSurroundings {
  list: MailingList;
  /** Every field that applies to the list. */
  fields: readonly CustomField[];
  findAutoresponder: (reference: { id: number | null; name: string | null }) => Promise<AutoresponderReference | null>;
  /** @throws ValidationFailed when it is no name of a file. */
  uploadExists: (filename: string) => Promise<boolean>;
}

/** An import as asked for; `content` is the CSV text of one that brings it along. */
export interface ImportRequest {
  beginsAt: Date;
  options: ImportOptions;
  content: string | null;
}

/** Reads an import to create. @throws ValidationFailed with every mistake in it. */
export async function readImport(attributes: Attributes, surroundings: ImportSurroundings): Promise<ImportRequest> {
  const { list, fields } = surroundings;
  const beginsAt = readBeginsAt(attributes);
  const flags = {
    overwrite: attributes.read('overwrite', flag, false),
    deactivate_subscribers_not_in_import: attributes.read('deactivate_subscribers_not_in_import', flag, false),
  };
  const autoresponders = await readAutoresponders(attributes.within('autoresponders'), surroundings);
  const overwrite_what = readFlags(attributes.within('overwrite_what'), OVERWRITE_WHAT);
  const overwrite_when_status = readFlags(attributes.within('overwrite_when_status'), OVERWRITE_WHEN_STATUS);
  const column_mapping = readColumnMapping(attributes, list, fields);
  const default_custom_fields = readDefaultCustomFields(attributes, fields);
  checkRequiredFields(attributes, fields, column_mapping, default_custom_fields);
  const subscriber_defaults = readSubscriberDefaults(attributes.within('subscriber_defaults'), list);
  const { file_source, content } = await readFileSource(attributes, surroundings.uploadExists);
  const file_format = readFileFormat(attributes.within('file_format'));
  if (content !== null) checkContent(attributes, content, file_format);
  attributes.check();

  const options = {
    ...flags,
    autoresponders,
    overwrite_what,
    overwrite_when_status,
    column_mapping,
    default_custom_fields,
    file_source,
    file_format,
    subscriber_defaults,
  };
  return { beginsAt, options, content };
}

const OVERWRITE_WHAT = { custom_fields: true, confirmed: false, format: false, status: false };
const OVERWRITE_WHEN_STATUS = { active: true, unsubscribed: false, bounced: false, deactivated: false, scomp: false };

function readBeginsAt(attributes: Attributes): Date {
  const asked = attributes.find('begins_at', text);
  if (asked === null || asked === 'now') return new Date();
  const time = parseTime(asked);
  if (time === null) attributes.refuse('begins_at', 'must be "now" or an ISO 8601 time with an offset');
  return time ?? new Date();
}

function readFlags<Name extends string>(
  attributes: Attributes,
  defaults: Record<Name, boolean>,
): Record<Name, boolean> {
  const names = Object.keys(defaults) as Name[];
  const read = names.map((name) => [name, attributes.read(name, flag, defaults[name])] as const);
  return Object.fromEntries(read) as Record<Name, boolean>;
}

async function readAutoresponders(
  attributes: Attributes,
  surroundings: ImportSurroundings,
): Promise<ImportOptions['autoresponders']> {
  const subscription = attributes.within('subscription');
  const api = attributes.within('api');
  return {
    subscription: readFlags(subscription, { trigger: false, also_trigger_on_updated_subscribers: false }),
    api: {
      trigger_new: await readAutoresponder(api, 'trigger_new', surroundings),
      trigger_updated: await readAutoresponder(api, 'trigger_updated', surroundings),
    },
  };
}

async function readAutoresponder(attributes: Attributes, name: string, { findAutoresponder }: ImportSurroundings) {
  if (attributes.find(name, hash) === null) return null;
  const wanted = attributes.within(name);
  const reference = { id: wanted.find('id', wholeNumber(1)), name: wanted.find('name', text) };
  const found = await findAutoresponder(reference);
  if (found === null) attributes.refuse(name, 'is not an autoresponder of the list');
  return found;
}

function readSubscriberDefaults(attributes: Attributes, list: MailingList): ImportOptions['subscriber_defaults'] {
  return {
    status: attributes.read('status', oneOf(SUBSCRIBER_STATUSES), 'active'),
    ...(list.hasConfirmed && { confirmed: attributes.read('confirmed', flag, false) }),
    ...(list.hasFormat && { format: attributes.read('format', oneOf(EMAIL_FORMATS), 'html') }),
  };
}
