import type { MailingList, MailingListAttributes } from '../../engine/db/mailing-lists.ts';
import { parseJsonValue, renderValue } from '../../engine/subscribers/custom-field-values.ts';
import type { CustomField } from '../../engine/subscribers/custom-field.ts';
import type { Attributes } from './attributes.ts';
import { readAutowinner } from './autowinner-input.ts';
import { readGoogleAnalytics } from './google-analytics-input.ts';
import { readSenders } from './mailing-list-senders-input.ts';
import { mailingListSettings } from './mailing-list-settings.ts';
import { readSeedListChoice } from './seed-list-choice.ts';
import type { FindSeedLists } from './seed-list-choice.ts';
import { flag, nameText, text, wholeNumber } from './values.ts';

const SEED_LISTS = { ids: 'd_seed_list_ids', names: 'd_seed_list_names', shown: 'd_seed_lists' };

/** What the rules of a list depend on, asked for only where a rule needs it. */
export interface MailingListSurroundings {
  /** The list to update, null for one to create. */
  current: MailingList | null;
  organizationId: number;
  isNameTaken: (name: string) => Promise<boolean>;
  /** The fields that apply to the list. */
  fields: () => Promise<readonly CustomField[]>;
  findSeedLists: FindSeedLists;
  hasSubscribers: () => Promise<boolean>;
}

/** Reads a list to create or update; attributes that are not sent keep their value or have their default. @throws ValidationFailed; InvalidRequest */
export async function readMailingList(
  attributes: Attributes,
  surroundings: MailingListSurroundings,
): Promise<MailingListAttributes> {
  const { current } = surroundings;
  const settings = mailingListSettings.parse(current?.settings ?? {});
  const name = await readName(attributes, surroundings);
  const senders = readSenders(attributes, settings);
  const seedListIds = await readSeedListChoice(attributes, SEED_LISTS, surroundings.findSeedLists);
  const autowinner = readAutowinner(attributes, settings);
  const hasFormat = attributes.read('has_format', flag, current?.hasFormat ?? false);
  const hasConfirmed = attributes.read('has_confirmed', flag, current?.hasConfirmed ?? false);
  const headers = readCustomHeaders(attributes, settings);
  const primaryKeyCustomFieldId = await readPrimaryKey(attributes, surroundings);
  const preview = await readPreview(attributes, surroundings, settings.preview_custom_field_data);
  refuseRemoteness(attributes, surroundings);
  const google_analytics = readGoogleAnalytics(attributes, settings.google_analytics);
  attributes.check();

  return {
    name,
    hasFormat,
    hasConfirmed,
    primaryKeyCustomFieldId,
    seedListIds: seedListIds ?? current?.seedLists.map(({ id }) => id) ?? [],
    settings: {
      ...settings,
      ...senders,
      ...autowinner,
      ...headers,
      preview_custom_field_data: preview,
      google_analytics,
    },
  };
}

async function readName(attributes: Attributes, { current, isNameTaken }: MailingListSurroundings): Promise<string> {
  if (current !== null && !attributes.has('name')) return current.name;
  const name = attributes.demand('name', nameText(100));
  if (name === null) return '';
  if (await isNameTaken(name)) attributes.refuse('name', 'has already been taken');
  return name;
}

const HEADER_LINE = /^(?:X-[\w-]+|List-Help|CFBL-Address|CFBL-Feedback-ID|BIMI-Selector):[ \t]*\S/i;

function readCustomHeaders(
  attributes: Attributes,
  current: { custom_headers_enabled: boolean; custom_headers: string },
): { custom_headers_enabled: boolean; custom_headers: string } {
  const custom_headers_enabled = attributes.read('custom_headers_enabled', flag, current.custom_headers_enabled);
  const custom_headers = attributes.read('custom_headers', text, current.custom_headers);
  const lines = custom_headers.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  if (custom_headers_enabled && lines.length === 0) {
    attributes.refuse('custom_headers', 'cannot be blank when custom_headers_enabled is true');
  }
  if (!lines.every((line) => HEADER_LINE.test(line))) {
    attributes.refuse('custom_headers', 'must have one header on each line, X-… or one of the few others allowed');
  }
  return { custom_headers_enabled, custom_headers };
}

async function readPrimaryKey(attributes: Attributes, surroundings: MailingListSurroundings): Promise<number | null> {
  const name = 'primary_key_custom_field_id';
  const now = surroundings.current?.primaryKeyCustomFieldId ?? null;
  if (!attributes.has(name)) return now;
  const id = attributes.find(name, wholeNumber(1).nullable());
  if (id === now) return now;
  if (surroundings.current === null) attributes.refuse(name, 'can be set by an update only');
  else if (await surroundings.hasSubscribers())
    attributes.refuse(name, 'cannot be changed while the list has subscribers');
  else if (id !== null && !isKeyField((await surroundings.fields()).find((field) => field.id === id))) {
    attributes.refuse(name, 'must be a required text or number field of the list');
  }
  return id;
}

function isKeyField(field: CustomField | undefined): boolean {
  return field !== undefined && field.required && ['text', 'number'].includes(field.fieldType);
}

/** Values are merged into what is there; null takes one away. */
async function readPreview(
  attributes: Attributes,
  { fields }: MailingListSurroundings,
  current: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (!attributes.has('preview_custom_field_data')) return current;
  const sent = attributes.within('preview_custom_field_data');
  const known = new Map((await fields()).map((field) => [field.name.toLowerCase(), field]));
  const merged = { ...current };
  for (const name of sent.names()) {
    const field = known.get(name.toLowerCase());
    if (field === undefined) {
      sent.refuse(name, 'is not a custom field of the list');
      continue;
    }
    const parsed = parseJsonValue({ ...field, required: false }, sent.raw(name));
    if (parsed.error !== undefined) sent.refuseAs(`preview_custom_field_data: ${parsed.error}`);
    else if (parsed.value === null) delete merged[field.name];
    else merged[field.name] = { name: field.name, type: field.fieldType, value: renderValue(field, parsed.value) };
  }
  return merged;
}

function refuseRemoteness(attributes: Attributes, { current, organizationId }: MailingListSurroundings): void {
  const isRemote = attributes.read('is_remote_list', flag, current?.isRemoteList ?? false);
  if (current !== null && isRemote !== current.isRemoteList) attributes.refuse('is_remote_list', 'cannot be changed');
  else if (current === null && isRemote) attributes.refuse('is_remote_list', whyNotRemote(organizationId));
  for (const name of ['database_connection_id', 'database_connection_name']) {
    const sent = attributes.raw(name) ?? null;
    if (sent !== null) attributes.refuse(name, isRemote ? 'is not a known connection' : 'is for remote lists only');
  }
}

function whyNotRemote(organizationId: number): string {
  return organizationId === 1
    ? 'cannot be true: no database connection has been set up'
    : 'can be true on the System Organization only';
}
