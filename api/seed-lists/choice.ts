import { BOUNDS } from '../../engine/domain/bounds.ts';
import type { SeedListName } from '../../engine/db/lists/seed-lists.ts';
import { InvalidRequest } from '../../engine/platform/errors.ts';
import type { Attributes } from '../http/attributes.ts';
import { arrayOf, objectOf, shortText, wholeNumber } from '../http/values.ts';

/** Finds those of the organization's seed lists that have one of the ids or, ignoring case, one of the names. */
export type FindSeedLists = (wanted: {
  ids: readonly number[];
  names: readonly string[];
}) => Promise<readonly SeedListName[]>;

/** Request attributes of the seed lists that a record uses: their ids, their names, or the `seed_lists` of the answer. */
export const seedListChoiceInput = objectOf({
  seed_list_ids: arrayOf(wholeNumber(1), BOUNDS.references.max).nullish(),
  seed_list_names: arrayOf(shortText(255), BOUNDS.references.max).nullish(),
  seed_lists: arrayOf(objectOf({ id: wholeNumber(1) }), BOUNDS.references.max).nullish(),
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
  if (isGiven(attributes, 'seed_list_names')) {
    return chooseByName(attributes, 'seed_list_names', attributes.read('seed_list_names', []), find);
  }
  if (isGiven(attributes, 'seed_list_ids')) {
    return chooseById(attributes, 'seed_list_ids', attributes.read('seed_list_ids', []), find);
  }
  const names = ['seed_list_ids', 'seed_list_names', 'seed_lists'] as const;
  if (!isGiven(attributes, 'seed_lists')) return names.some((name) => attributes.has(name)) ? [] : null;
  const shown = attributes.read('seed_lists', []).map(({ id }) => id);
  return chooseById(attributes, 'seed_lists', shown, find);
}

/** Request attributes of the seed lists of a template: one, as clients once sent it, or several. */
export const templateSeedListInput = objectOf({
  seed_list_id: wholeNumber(1).nullish().meta({ deprecated: true }),
  seed_list_name: shortText(255).nullish().meta({ deprecated: true }),
  ...seedListChoiceInput.shape,
});

/** The same for a template. @throws InvalidRequest when more than one attribute is sent. */
export async function readTemplateSeedLists(
  attributes: Attributes<typeof templateSeedListInput>,
  find: FindSeedLists,
): Promise<number[] | null> {
  const { isIdShown, isNameShown } = await shownFirst(attributes, find);
  const one = [...(isIdShown ? [] : ONE_ID), ...(isNameShown ? [] : ONE_NAME)];
  refuseTogether(attributes, [...one, 'seed_list_ids', 'seed_list_names']);
  if (!isIdShown && isGiven(attributes, 'seed_list_id')) {
    const id = attributes.find('seed_list_id');
    return chooseById(attributes, 'seed_list_id', id === null ? [] : [id], find);
  }
  if (!isNameShown && isGiven(attributes, 'seed_list_name')) {
    const name = attributes.find('seed_list_name');
    return chooseByName(attributes, 'seed_list_name', name === null ? [] : [name], find);
  }
  const chosen = await readSeedListChoice(attributes, find);
  return chosen ?? ([...ONE_ID, ...ONE_NAME].some((name) => attributes.has(name)) ? [] : null);
}

const ONE_ID = ['seed_list_id'] as const;
const ONE_NAME = ['seed_list_name'] as const;

/** Whether the id or the name of the one seed list is that of the first of `seed_lists`, as in an answer that is sent back. */
async function shownFirst(attributes: Attributes<typeof templateSeedListInput>, find: FindSeedLists) {
  const [first] = isGiven(attributes, 'seed_lists') ? attributes.read('seed_lists', []) : [];
  if (first === undefined) return { isIdShown: false, isNameShown: false };
  const [known] = await find({ ids: [first.id], names: [] });
  const name = attributes.raw('seed_list_name');
  return {
    isIdShown: attributes.raw('seed_list_id') === first.id,
    isNameShown: typeof name === 'string' && name.trim().toLowerCase() === known?.name.toLowerCase(),
  };
}

type Chooser = Pick<Attributes<typeof templateSeedListInput>, 'has' | 'raw' | 'refuse' | 'called'>;

/** Whether an attribute is sent and not null; next to others, null counts as not sent. */
function isGiven(attributes: Pick<Attributes<typeof seedListChoiceInput>, 'raw'> | Chooser, name: Name): boolean {
  return ((attributes as Chooser).raw(name) ?? null) !== null;
}
type Name = keyof typeof templateSeedListInput.shape;

function refuseTogether(attributes: Chooser, names: readonly Name[]): void {
  const sent = names.filter((name) => isGiven(attributes, name));
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
