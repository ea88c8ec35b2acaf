import { z } from 'zod/v4';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import type { CustomField, NewFieldOption } from '../../engine/db/fields/custom-fields.ts';
import { OPTION_NAME_CHARACTERS } from '../../engine/values/custom-field.ts';
import type { Attributes } from '../http/attributes.ts';
import { arrayOf, nameText, objectOf, wholeNumber } from '../http/values.ts';

/** An option as a client sends it; without an id it is new. */
export interface SentOption {
  id: number | null;
  name: string;
}

/** An option, sent as a hash with a name or as the name alone. */
const option = z
  .preprocess(
    (sent) => (typeof sent === 'string' ? { name: sent } : withName(sent)),
    objectOf({ id: wholeNumber(1).nullish(), name: nameText(OPTION_NAME_CHARACTERS) }),
  )
  .transform(({ id = null, name }): SentOption => ({ id, name }))
  .meta({ type: ['object', 'string'], maxLength: OPTION_NAME_CHARACTERS });

/** Request body of the options of a field. */
export const fieldOptionsInput = objectOf({ options: arrayOf(option, BOUNDS.fieldOptions.max) });

/**
 * Reads options, which come as names or as hashes with a name, in their order. Those of a field that has some already are
 * told apart by id, else by name ignoring case; of the ids sent for a new field nothing is kept.
 */
export function readFieldOptions(
  attributes: Attributes<typeof fieldOptionsInput>,
  current: CustomField | null,
): readonly NewFieldOption[] {
  if (current !== null && !attributes.has('options')) return current.options;
  const sent = attributes.demand('options');
  if (sent === null) return [];
  if (sent.length === 0) attributes.refuse('options', 'must have at least one option');
  const distinct = new Set(sent.map(({ name }) => name.toLowerCase()));
  if (distinct.size < sent.length) attributes.refuse('options', 'cannot have the same name twice');
  if (current === null) return sent.map(({ name }) => ({ id: null, name }));
  return matchOptions(attributes, sent, current);
}

function matchOptions(
  attributes: Pick<Attributes, 'refuse'>,
  sent: readonly SentOption[],
  { options }: CustomField,
): NewFieldOption[] {
  const known = new Set(options.map(({ id }) => id));
  const named = new Set<number>();
  for (const { id } of sent) {
    if (id === null) continue;
    if (!known.has(id)) attributes.refuse('options', `has an unknown id: ${id}`);
    else if (named.has(id)) attributes.refuse('options', `has the id ${id} twice`);
    named.add(id);
  }
  // An option that is renamed by its id leaves its name free for another.
  const byName = new Map(
    options.filter(({ id }) => !named.has(id)).map(({ id, name }) => [name.toLowerCase(), id] as const),
  );
  return sent.map(({ id, name }) => ({ id: id ?? byName.get(name.toLowerCase()) ?? null, name }));
}

/** An option without a name has a blank one, unlike an option whose name has a wrong type. */
function withName(sent: unknown): unknown {
  return typeof sent === 'object' && sent !== null && !Array.isArray(sent) && !('name' in sent && sent.name !== null)
    ? { ...sent, name: '' }
    : sent;
}
