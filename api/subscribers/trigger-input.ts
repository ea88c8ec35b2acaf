import type { z } from 'zod/v4';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { InvalidRequest } from '../../engine/platform/errors.ts';
import type { FieldCase, TriggerRequest } from '../../engine/subscribers/trigger-autoresponders.ts';
import { attributesOfBody } from '../http/attributes.ts';
import type { Attributes } from '../http/attributes.ts';
import { arrayOf, flag, hash, objectOf, recordOf, text, shortText, wholeNumber } from '../http/values.ts';

/** A hash of custom field values that applies whatever the case, and one for each case. */
const FIELD_CASES = ['for_all', 'for_new', 'for_active', 'for_reactivated'] as const satisfies readonly FieldCase[];

const fieldCases = objectOf({
  for_all: hash.nullish(),
  for_new: hash.nullish(),
  for_active: hash.nullish(),
  for_reactivated: hash.nullish(),
} satisfies Record<FieldCase, z.ZodType>);

/** Request body to trigger autoresponders; either names or ids must be sent. */
export const triggerInput = objectOf({
  create_missing_subscriber: flag.nullish(),
  reactivate_subscriber: flag.nullish(),
  skip_subscription_autoresponders: flag.nullish(),
  autoresponder_names: arrayOf(shortText(255), BOUNDS.references.max)
    .nullish()
    .describe('Patterns for names; * matches any text.'),
  autoresponder_ids: arrayOf(wholeNumber(1), BOUNDS.references.max).nullish(),
  content_replacement_fields: recordOf(text, BOUNDS.references.max)
    .nullish()
    .describe('Texts that replace %%api:name%% in the mail, by name.'),
  custom_fields: fieldCases.nullish().describe('Custom field values, by the case that they apply to.'),
});

/**
 * Reads the request as far as it says something by itself.
 * @throws InvalidRequest for both or neither kind of wanted ones, and for bad keys; ValidationFailed for wrong types.
 */
export function readTrigger(body: unknown): TriggerRequest {
  const attributes = attributesOfBody(body ?? {}, triggerInput);
  const asked = {
    createMissing: attributes.read('create_missing_subscriber', false),
    reactivate: attributes.read('reactivate_subscriber', false),
    skipSubscription: attributes.read('skip_subscription_autoresponders', false),
    names: attributes.find('autoresponder_names'),
    ids: attributes.find('autoresponder_ids'),
    texts: attributes.find('content_replacement_fields'),
    customFields: readCases(attributes.within('custom_fields')),
  };
  attributes.check();
  if (asked.texts !== null) checkTextNames(Object.keys(asked.texts));
  return { ...asked, wanted: wantedOf(asked) };
}

const LONGEST_NAME = 50;

function readCases(sent: Attributes<typeof fieldCases>): TriggerRequest['customFields'] {
  const unknown = sent.names().find((name) => !FIELD_CASES.some((known) => known === name));
  if (unknown !== undefined)
    throw new InvalidRequest(`custom_fields must have the keys ${FIELD_CASES.join(', ')} only`);
  const cases = FIELD_CASES.map((name) => [name, sent.find(name) ?? {}] as const);
  return Object.fromEntries(cases) as TriggerRequest['customFields'];
}

function wantedOf({ names, ids }: { names: readonly string[] | null; ids: readonly number[] | null }) {
  if (names !== null && ids !== null) {
    throw new InvalidRequest('only one of autoresponder_names and autoresponder_ids can be given');
  }
  if ((names ?? ids ?? []).length === 0) {
    throw new InvalidRequest('one of autoresponder_names and autoresponder_ids must name an autoresponder');
  }
  return names === null ? { ids: ids ?? [] } : { names };
}

/** Mail refers to them as %%api:name%%, with an underscore for white space. */
function checkTextNames(names: readonly string[]): void {
  const refuse = (message: string) => new InvalidRequest(`content_replacement_fields ${message}`);
  const seen = new Set<string>();
  for (const name of names) {
    if (name.trim() === '') throw refuse('cannot have a blank key');
    if (!/[A-Za-z0-9]/.test(name)) throw refuse(`must have a letter or digit in each key, unlike ${name}`);
    if (name.length > 2 * LONGEST_NAME || [...name].length > LONGEST_NAME)
      throw refuse(`cannot have a key of more than ${LONGEST_NAME} characters`);
    if (!text.safeParse(name).success) throw refuse('has a key with characters that cannot be stored');
    const reference = name.toLowerCase().replaceAll(/\s/g, '_');
    if (seen.has(reference)) throw refuse(`has the key ${name} twice`);
    seen.add(reference);
  }
}
