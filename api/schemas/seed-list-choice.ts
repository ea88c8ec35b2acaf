import { z } from 'zod';
import type { SeedListName } from '../../engine/db/seed-lists.ts';
import { InvalidRequest } from '../../engine/errors.ts';
import type { Attributes } from './attributes.ts';
import { arrayOf, text, wholeNumber } from './values.ts';

/** Finds those of the organization's seed lists that have one of the ids or, ignoring case, one of the names. */
export type FindSeedLists = (wanted: {
  ids: readonly number[];
  names: readonly string[];
}) => Promise<readonly SeedListName[]>;

const ids = arrayOf(wholeNumber(1));
const names = arrayOf(text);

/**
 * Reads which seed lists a record uses, from an attribute of ids or one of names; what the answer showed may be sent
 * back as well. Null when nothing is sent; an attribute that is null takes them all away.
 * @throws InvalidRequest when both ids and names are sent.
 */
export async function readSeedListChoice(
  attributes: Attributes,
  called: { ids: string; names: string; shown: string },
  find: FindSeedLists,
): Promise<number[] | null> {
  if (attributes.has(called.ids) && attributes.has(called.names)) {
    throw new InvalidRequest(`${called.ids} and ${called.names} must not be sent together`);
  }
  if (attributes.has(called.names)) {
    const wanted = attributes.read(called.names, names, []);
    const found = await find({ ids: [], names: wanted });
    const known = new Map(found.map(({ id, name }) => [name.toLowerCase(), id]));
    return wanted.flatMap((name) => known.get(name.toLowerCase()) ?? refuse(attributes, called.names, name));
  }
  const sent = attributes.has(called.ids) ? called.ids : called.shown;
  if (!attributes.has(sent)) return null;
  const wanted = sent === called.ids ? attributes.read(sent, ids, []) : attributes.read(sent, shown, []);
  const known = new Set((await find({ ids: wanted, names: [] })).map(({ id }) => id));
  return wanted.flatMap((id) => (known.has(id) ? id : refuse(attributes, sent, id)));
}

/** Seed lists as records show them, of which the id tells which one is meant. */
const shown = arrayOf(z.object({ id: wholeNumber(1) }, { invalid_type_error: 'must be a JSON object' })).transform(
  (lists): number[] => lists.map(({ id }) => id),
);

function refuse(attributes: Attributes, name: string, unknown: string | number): [] {
  attributes.refuseAs(`${name} has an unknown seed list: ${unknown}`);
  return [];
}
