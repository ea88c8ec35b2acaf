import { BOUNDS } from '../../engine/domain/bounds.ts';
import type { MailingListChange } from '../../engine/lists/mailing-lists.ts';
import type { MailingListContext } from './context.ts';
import type { Attributes } from '../http/attributes.ts';
import { autowinnerInput, readAutowinner } from '../templates/autowinner-input.ts';
import { googleAnalyticsInput, readGoogleAnalytics } from './google-analytics-input.ts';
import { connectionInput, readConnection } from './connection-input.ts';
import { readPreview } from './preview-input.ts';
import { primaryKeyInput, readPrimaryKey } from './primary-key-input.ts';
import { readSenders, sendersInput } from './senders-input.ts';
import { autowinnerSettings, mailingListSettings } from './settings.ts';
import { prefixed, unprefixed } from '../http/prefixed.ts';
import { readSeedListChoice, seedListChoiceInput } from '../seed-lists/choice.ts';
import { flag, hash, nameText, objectOf, text } from '../http/values.ts';

/** Request body of a list. */
export const mailingListInput = objectOf({
  name: nameText(100).describe('Unique among the lists of the organization, ignoring case.'),
  ...sendersInput.shape,
  ...prefixed('d_', seedListChoiceInput.shape),
  ...prefixed('d_', autowinnerInput.shape),
  has_format: flag.nullish(),
  has_confirmed: flag.nullish(),
  custom_headers_enabled: flag.nullish(),
  custom_headers: text.nullish().describe('One header on each line; headers that the service sets are not allowed.'),
  ...primaryKeyInput.shape,
  preview_custom_field_data: hash.nullish().describe('Values by the name of the custom field; null removes a value.'),
  ...connectionInput.shape,
  google_analytics: googleAnalyticsInput.nullish(),
});

type MailingListInput = Attributes<typeof mailingListInput>;

/** Reads a list to create or update; attributes that are not sent keep their value or have their default. @throws ValidationFailed; InvalidRequest */
export async function readMailingList(
  attributes: MailingListInput,
  context: MailingListContext,
): Promise<MailingListChange> {
  const { current, lookups } = context;
  const settings = mailingListSettings.parse(current?.settings ?? {});
  const name = await readName(attributes, context);
  const senders = await readSenders(attributes, settings, lookups);
  const seedListIds = await readSeedListChoice(attributes.as(seedListChoiceInput, 'd_'), lookups.findSeedLists);
  const autowinner = readAutowinner(
    attributes.as(autowinnerInput, 'd_'),
    autowinnerSettings.parse(unprefixed('d_', settings)),
  );
  const hasFormat = attributes.read('has_format', current?.hasFormat ?? false);
  const hasConfirmed = attributes.read('has_confirmed', current?.hasConfirmed ?? false);
  const headers = readCustomHeaders(attributes, settings);
  const primaryKeyCustomFieldId = await readPrimaryKey(attributes, context);
  const preview = readPreview(
    attributes.within('preview_custom_field_data'),
    await lookups.applicableFields(),
    settings.preview_custom_field_data,
  );
  const connection = await readConnection(attributes, context);
  const google_analytics = readGoogleAnalytics(attributes.within('google_analytics'), settings.google_analytics);
  attributes.check();

  const list = {
    name,
    hasFormat,
    hasConfirmed,
    ...connection,
    primaryKeyCustomFieldId,
    seedListIds: seedListIds ?? current?.seedLists.map(({ id }) => id) ?? [],
    settings: {
      ...settings,
      ...senders.settings,
      ...prefixed('d_', autowinner),
      ...headers,
      preview_custom_field_data: preview,
      google_analytics,
    },
  };
  return { list, sendingNames: senders.sendingNames };
}

async function readName(attributes: MailingListInput, { current, lookups }: MailingListContext): Promise<string> {
  if (current !== null && !attributes.has('name')) return current.name;
  const name = attributes.demand('name');
  if (name === null) return '';
  if (await lookups.isNameTaken(name)) attributes.refuse('name', 'has already been taken');
  return name;
}

/** A field of RFC 5322, section 2.2: a name of printable ASCII without a colon, and text of printable ASCII, spaces and tabs. */
const HEADER_LINE = /^([!-9;-~]+):[ \t]*[!-~][\t -~]*$/;

/** Headers that the service writes itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...['from', 'sender', 'reply-to', 'to', 'cc', 'bcc', 'subject', 'date', 'message-id', 'mime-version', 'return-path'],
  ...['received', 'dkim-signature', 'list-unsubscribe', 'list-unsubscribe-post'],
  ...['content-type', 'content-transfer-encoding', 'content-disposition', 'content-id', 'content-description'],
]);

function readCustomHeaders(
  attributes: MailingListInput,
  current: { custom_headers_enabled: boolean; custom_headers: string },
): { custom_headers_enabled: boolean; custom_headers: string } {
  const custom_headers_enabled = attributes.read('custom_headers_enabled', current.custom_headers_enabled);
  const custom_headers = attributes.read('custom_headers', current.custom_headers);
  const lines = custom_headers.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  if (custom_headers_enabled && lines.length === 0) {
    attributes.refuse('custom_headers', 'cannot be blank when custom_headers_enabled is true');
  }
  if (!lines.every((line) => line.length <= BOUNDS.headerLine.max && HEADER_LINE.test(line))) {
    attributes.refuse('custom_headers', 'must have one header on each line, as "Name: text" in printable ASCII');
  }
  const own = lines.map((line) => line.slice(0, line.indexOf(':'))).find((name) => OWN_HEADERS.has(name.toLowerCase()));
  if (own !== undefined) attributes.refuse('custom_headers', `cannot have ${own}, which the service sets itself`);
  return { custom_headers_enabled, custom_headers };
}
