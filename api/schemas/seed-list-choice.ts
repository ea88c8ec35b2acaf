import type { SeedListName } from '../../engine/db/seed-lists.ts';
import { InvalidRequest } from '../../engine/errors.ts';
import type { Attributes } from './attributes.ts';
import { arrayOf, objectOf, text, wholeNumber } from './values.ts';

/** Finds those of the organization's seed lists that have one of the ids or, ignoring case, one of the names. */
export type FindSeedLists = (wanted: {
  ids: readonly number[];
  names: readonly string[];
}) => Promise<readonly SeedListName[]>;

/** What can be sent of the seed lists that a record uses: their ids, their names, or what the answer showed. */
export const seedListChoiceInput = objectOf({
  seed_list_ids: arrayOf(wholeNumber(1)).nullish(),
  seed_list_names: arrayOf(text).nullish(),
  seed_lists: arrayOf(objectOf({ id: wholeNumber(1) })).nullish(),
});

/**
 * Reads which seed lists a record uses. Null when nothing is sent; an attribute that is null takes them all away.
 * @throws InvalidRequest when both ids and names are sent.
 */
export async function readSeedListChoice(
  attributes: Attributes<typeof seedListChoiceInput>,
  find: FindSeedLists,
): Promise<number[] | null> {
  refuseTogether(attributes, ['seed_list_ids', 'seed_list_names']);
  if (attributes.has('seed_list_names')) {
    return chooseByName(attributes, 'seed_list_names', attributes.read('seed_list_names', []), find);
  }
  if (attributes.has('seed_list_ids')) {
    return chooseById(attributes, 'seed_list_ids', attributes.read('seed_list_ids', []), find);
  }
  if (!attributes.has('seed_lists')) return null;
  const shown = attributes.read('seed_lists', []).map(({ id }) => id);
  return chooseById(attributes, 'seed_lists', shown, find);
}

/** What can be sent of the seed lists of a template: one, as clients once did, or several. */
export const templateSeedListInput = objectOf({
  seed_list_id: wholeNumber(1).nullish().meta({ deprecated: true }),
  seed_list_name: text.nullish().meta({ deprecated: true }),
  ...seedListChoiceInput.shape,
});

/** The same for a template. @throws InvalidRequest when more than one attribute is sent. */
export async function readTemplateSeedLists(
  attributes: Attributes<typeof templateSeedListInput>,
  find: FindSeedLists,
): Promise<number[] | null> {
  refuseTogether(attributes, ['seed_list_id', 'seed_list_name', 'seed_list_ids', 'seed_list_names']);
  if (attributes.has('seed_list_id')) {
    const id = attributes.find('seed_list_id');
    return chooseById(attributes, 'seed_list_id', id === null ? [] : [id], find);
  }
  if (attributes.has('seed_list_name')) {
    const name = attributes.find('seed_list_name');
    return chooseByName(attributes, 'seed_list_name', name === null ? [] : [name], find);
  }
  return readSeedListChoice(attributes, find);
}

type Chooser = Pick<Attributes<typeof templateSeedListInput>, 'has' | 'refuse' | 'called'>;
type Name = keyof typeof templateSeedListInput.shape;

function refuseTogether(attributes: Chooser, names: readonly Name[]): void {
  const sent = names.filter((name) => attributes.has(name));
  if (sent.length < 2) return;
  throw new InvalidRequest(`${sent.map((name) => attributes.called(name)).join(' and ')} must not be sent together`);
}

async function chooseById(
  attributes: Pick<Chooser, 'refuse'>,
  name: Name,
  ids: readonly number[],
  find: FindSeedLists,
) {
  const known = new Set((await find({ ids, names: [] })).map(({ id }) => id));
  for (const id of ids) if (!known.has(id)) attributes.refuse(name, `has an unknown seed list: ${id}`);
  return ids.filter((id) => known.has(id));
}

async function chooseByName(
  attributes: Pick<Chooser, 'refuse'>,
  name: Name,
  names: readonly string[],
  find: FindSeedLists,
) {
  const found = await find({ ids: [], names });
  const known = new Map(found.map(({ id, name }) => [name.toLowerCase(), id]));
  return names.flatMap((wanted) => {
    const id = known.get(wanted.toLowerCase());
    if (id === undefined) attributes.refuse(name, `has an unknown seed list: ${wanted}`);
    return id ?? [];
  });
}
