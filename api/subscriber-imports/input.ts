import { z } from 'zod/v4';
import type { AutoresponderReference } from '../../engine/db/subscribers/autoresponders.ts';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import type { ListHead } from '../../engine/db/lists/mailing-lists.ts';
import { DEFAULT_FORMAT, EMAIL_FORMATS, SUBSCRIBER_STATUSES } from '../../engine/domain/subscribers.ts';
import type { Notice } from '../../engine/domain/notices.ts';
import { LIMIT_PERCENTAGE } from '../../engine/domain/subscriber-imports.ts';
import type { ImportOptions } from '../../engine/domain/subscriber-imports.ts';
import type { CustomField } from '../../engine/values/custom-field.ts';
import type { Attributes } from '../http/attributes.ts';
import { readAutoCharacterSet, readAutoMapping } from './auto-mapping.ts';
import type { Analyze } from './auto-mapping.ts';
import { beginsAtInput, readBeginsAt } from './begins-at.ts';
import { readColumnRules, rulesInput } from './column-rules-input.ts';
import {
  AUTO_MAPPING,
  checkRequiredFields,
  fieldEntriesOf,
  fieldIdsOf,
  mappingInput,
  readColumnMapping,
  readDefaultCustomFields,
} from './mapping-input.ts';
import { readSavedRules, savedRulesInput, withSavedRules } from './saved-rules.ts';
import type { FindRuleSet } from './saved-rules.ts';
import {
  detectedFormatInput,
  detectsCharacterSet,
  fileSourceInput,
  readFileFormat,
  readFileSource,
  readSentFormat,
} from '../sources/source-input.ts';
import type { SourceFiles } from '../sources/source-input.ts';
import { flag, hash, objectOf, oneOf, text, wholeNumber } from '../http/values.ts';

const flagInput = flag.nullish();
const overwriteWhat = objectOf({
  custom_fields: flagInput,
  confirmed: flagInput,
  format: flagInput,
  status: flagInput,
});
const overwriteWhenStatus = objectOf({
  active: flagInput,
  unsubscribed: flagInput,
  bounced: flagInput,
  deactivated: flagInput,
  scomp: flagInput,
});
const onSubscription = objectOf({ trigger: flagInput, also_trigger_on_updated_subscribers: flagInput });
const autoresponder = objectOf({ id: wholeNumber(1).nullish(), name: text.nullish() });
const throughApi = objectOf({ trigger_new: autoresponder.nullish(), trigger_updated: autoresponder.nullish() });
const autoresponders = objectOf({ subscription: onSubscription.nullish(), api: throughApi.nullish() });
const subscriberDefaults = objectOf({
  status: oneOf(SUBSCRIBER_STATUSES).nullish(),
  confirmed: flagInput,
  format: oneOf(EMAIL_FORMATS).nullish(),
});

/** Limit above which an import pauses. */
const importLimit = z
  .union([wholeNumber(0), z.string().max(BOUNDS.limitPercentage.max).regex(LIMIT_PERCENTAGE)], {
    error: 'must be a whole number, or a percentage from "0%" to "100%" such as "2.5%"',
  })
  .nullish();

/** Request body of an import. */
export const subscriberImportInput = objectOf({
  ...beginsAtInput.shape,
  overwrite: flagInput,
  deactivate_subscribers_not_in_import: flagInput,
  dry_run: flagInput.describe('Extension: does everything except writing subscribers.'),
  undo: flagInput.describe('Extension: false keeps no before-images, so the import cannot be undone. Default: true.'),
  skip_suppressed: flagInput.describe('Extension: whether rows with a suppressed address fail.'),
  max_failed_records: importLimit.describe(
    'Extension: pauses the import before it writes if more records have failed.',
  ),
  max_deactivated: importLimit.describe('Extension: pauses the import before it deactivates more subscribers.'),
  autoresponders: autoresponders.nullish(),
  overwrite_what: overwriteWhat.nullish(),
  overwrite_when_status: overwriteWhenStatus.nullish(),
  ...mappingInput.shape,
  column_mapping: z
    .union([mappingInput.shape.column_mapping, z.literal(AUTO_MAPPING)])
    .describe(
      'For each column a built-in entry, the name of a custom field, or null or "" to skip it; "auto" uses the mapping that an analysis suggests.',
    ),
  ...savedRulesInput.shape,
  subscriber_defaults: subscriberDefaults.nullish(),
  file_source: fileSourceInput,
  file_format: detectedFormatInput.nullish(),
});

type ImportInput = Attributes<typeof subscriberImportInput>;

/** List, fields and look-ups that the rules of an import depend on. */
export interface ImportContext {
  list: ListHead;
  /** Time zone of the list's organization, in which times without an offset are. */
  timeZone: string;
  /** Every field that applies to the list. */
  fields: readonly CustomField[];
  findAutoresponder: (reference: { id: number | null; name: string | null }) => Promise<AutoresponderReference | null>;
  findRuleSet: FindRuleSet;
  files: SourceFiles;
  analyze: Analyze;
}

/** An import as asked for; `content` is the CSV text of one that brings it along. */
export interface ImportRequest {
  beginsAt: Date | null;
  options: ImportOptions;
  content: string | null;
  /** Notices of an analysis of the source; none without one. */
  notices: readonly Notice[];
}

/** Reads an import to create. @throws ValidationFailed with every mistake in it. */
export async function readImportRequest(attributes: ImportInput, context: ImportContext): Promise<ImportRequest> {
  const { list, fields, timeZone } = context;
  const beginsAt = readBeginsAt(attributes.as(beginsAtInput), timeZone);
  const flags = {
    overwrite: attributes.read('overwrite', false),
    deactivate_subscribers_not_in_import: attributes.read('deactivate_subscribers_not_in_import', false),
    ...readPreview(attributes),
  };
  const autoresponders = await readAutoresponders(attributes.within('autoresponders'), context);
  const overwrite_what = readFlags(attributes.within('overwrite_what'), OVERWRITE_WHAT);
  const overwrite_when_status = readFlags(attributes.within('overwrite_when_status'), OVERWRITE_WHEN_STATUS);
  const isAuto = attributes.raw('column_mapping') === AUTO_MAPPING;
  const sentMapping = isAuto ? [] : readColumnMapping(attributes.as(mappingInput), list, fields);
  const ownRules = isAuto
    ? null
    : readColumnRules(attributes.as(rulesInput), sentMapping, fieldEntriesOf(list, fields));
  if (isAuto && attributes.find('column_rules') !== null) {
    attributes.refuse('column_rules', 'needs a column_mapping: "auto" finds both');
  }
  const savedRules = await readSavedRules(attributes.as(savedRulesInput), context);
  const default_custom_fields = readDefaultCustomFields(attributes.as(mappingInput), fields);
  if (!isAuto) checkRequiredFields(attributes, fields, sentMapping, default_custom_fields);
  const isStatusSent = attributes.within('subscriber_defaults').find('status') !== null;
  const subscriber_defaults = readSubscriberDefaults(attributes.within('subscriber_defaults'), list);
  const { file_source, content } = await readFileSource(attributes, context.files);
  const format = attributes.within('file_format');
  const sentFormat = readFileFormat(format);
  const source = { file_source, content };
  attributes.check();
  const { column_mapping, column_rules, file_format, notices } = isAuto
    ? await readAutoMapping(attributes, context, {
        source,
        sentFormat: readSentFormat(format),
        defaults: default_custom_fields,
        savedRules,
        isStatusSent,
      })
    : {
        column_mapping: sentMapping,
        ...(detectsCharacterSet(format)
          ? await readAutoCharacterSet(context.analyze, { source, format, savedRules })
          : { file_format: sentFormat, notices: [] }),
        column_rules: withSavedRules(ownRules, sentMapping, savedRules) ?? undefined,
      };

  const options = {
    ...flags,
    autoresponders,
    overwrite_what,
    overwrite_when_status,
    column_mapping,
    ...(column_rules !== undefined && { column_rules }),
    default_custom_fields,
    field_ids: fieldIdsOf(column_mapping, default_custom_fields, fields),
    file_source,
    file_format,
    subscriber_defaults,
    default_status_sent: isStatusSent,
    date_format_sent: format.find('date_format') !== null,
  };
  return { beginsAt, options, content, notices };
}

/** A dry run and limits; without them the options are those of a plain import. */
function readPreview(
  attributes: ImportInput,
): Pick<ImportOptions, 'dry_run' | 'undo' | 'skip_suppressed' | 'max_failed_records' | 'max_deactivated'> {
  const maxFailed = attributes.find('max_failed_records');
  const maxDeactivated = attributes.find('max_deactivated');
  if (maxDeactivated !== null && attributes.find('deactivate_subscribers_not_in_import') !== true) {
    attributes.refuse('max_deactivated', 'limits deactivate_subscribers_not_in_import: set that to true, too');
  }
  return {
    ...(attributes.read('dry_run', false) && { dry_run: true }),
    ...(!attributes.read('undo', true) && { undo: false }),
    ...(attributes.read('skip_suppressed', false) && { skip_suppressed: true }),
    ...(maxFailed !== null && { max_failed_records: maxFailed }),
    ...(maxDeactivated !== null && { max_deactivated: maxDeactivated }),
  };
}

const OVERWRITE_WHAT = { custom_fields: true, confirmed: false, format: false, status: false };
const OVERWRITE_WHEN_STATUS = { active: true, unsubscribed: false, bounced: false, deactivated: false, scomp: false };

function readFlags<Name extends string>(
  attributes: Attributes<z.ZodObject<Record<Name, typeof flagInput>>>,
  defaults: Record<Name, boolean>,
): Record<Name, boolean> {
  const names = Object.keys(defaults) as Name[];
  const read = names.map((name) => [name, attributes.find(name) ?? defaults[name]] as const);
  return Object.fromEntries(read) as Record<Name, boolean>;
}

async function readAutoresponders(
  attributes: Attributes<typeof autoresponders>,
  context: ImportContext,
): Promise<ImportOptions['autoresponders']> {
  const subscription = attributes.within('subscription');
  const api = attributes.within('api');
  return {
    subscription: readFlags(subscription, { trigger: false, also_trigger_on_updated_subscribers: false }),
    api: {
      trigger_new: await readAutoresponder(api, 'trigger_new', context),
      trigger_updated: await readAutoresponder(api, 'trigger_updated', context),
    },
  };
}

async function readAutoresponder(
  attributes: Attributes<typeof throughApi>,
  name: 'trigger_new' | 'trigger_updated',
  { findAutoresponder }: ImportContext,
) {
  const wanted = attributes.within(name);
  if (!hash.safeParse(attributes.raw(name)).success) return null;
  const reference = { id: wanted.find('id'), name: wanted.find('name') };
  const found = await findAutoresponder(reference);
  if (found === null) attributes.refuse(name, 'is not an autoresponder of the list');
  return found;
}

function readSubscriberDefaults(
  attributes: Attributes<typeof subscriberDefaults>,
  list: ListHead,
): ImportOptions['subscriber_defaults'] {
  return {
    status: attributes.read('status', 'active'),
    ...(list.hasConfirmed && { confirmed: attributes.read('confirmed', false) }),
    ...(list.hasFormat && { format: attributes.read('format', DEFAULT_FORMAT) }),
  };
}
