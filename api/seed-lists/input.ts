import type { SeedList, SeedListAttributes } from '../../engine/db/lists/seed-lists.ts';
import type { Attributes } from '../http/attributes.ts';
import { arrayOf, emailAddress, nameText, objectOf } from '../http/values.ts';

/** Of addresses that differ in case only the first counts. */
const addressesOnce = arrayOf(emailAddress).transform((addresses): string[] => {
  const first = new Map<string, string>();
  for (const address of addresses) {
    if (!first.has(address.toLowerCase())) first.set(address.toLowerCase(), address);
  }
  return [...first.values()];
});

/** Request body of a seed list. */
export const seedListInput = objectOf({ name: nameText(100), addresses_array: addressesOnce.nullish() });

type SeedListInput = Attributes<typeof seedListInput>;

/** Reads a seed list to create or (`current`) update; what is not sent keeps its value. @throws ValidationFailed */
export async function readSeedList(
  attributes: SeedListInput,
  current: SeedList | null,
  isNameTaken: (name: string) => Promise<boolean>,
): Promise<SeedListAttributes> {
  const name = await readName(attributes, current, isNameTaken);
  const addresses = attributes.has('addresses_array')
    ? attributes.read('addresses_array', [])
    : (current?.addresses ?? []);
  attributes.check();
  return { name, addresses };
}

async function readName(
  attributes: SeedListInput,
  current: SeedList | null,
  isNameTaken: (name: string) => Promise<boolean>,
): Promise<string> {
  if (current !== null && !attributes.has('name')) return current.name;
  const name = attributes.demand('name');
  if (name === null) return '';
  if (await isNameTaken(name)) attributes.refuse('name', 'has already been taken');
  return name;
}
