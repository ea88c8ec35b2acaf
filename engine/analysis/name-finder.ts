import { isConsentEntry } from '../domain/subscribers.ts';
import { isOfOtherChannel } from './consent-names.ts';
import { builtInSynonyms, fieldSynonyms, halfOfName, plainName } from './synonyms.ts';

/** The entry that the name of a column means, and whether that is its name or a usual synonym of it. */
export interface NamedEntry {
  readonly entry: string;
  readonly reason: 'name' | 'synonym';
  /** The name without its remarks; absent where the whole name means the entry. */
  readonly spoken?: string;
}

/** Finds the entry that the name of a column means; null for an unknown name. */
export type NameFinder = (name: string) => NamedEntry | null;

/**
 * Creates the finder for the entries of a list and the names of the columns of a file. Of several entries that a name means the
 * first one is found. Remarks of a name are left out where no other column means the entry, and never for consent. Each entry is read once and each name is looked up, since a file may have thousands of columns and a list
 * a thousand fields.
 */
export function createNameFinder(entries: readonly string[], columns: readonly (string | null)[]): NameFinder {
  const plainColumns = withoutAdvertisements(new Set(columns.map((name) => plainName(name ?? ''))));
  const plainEntries = withoutAdvertisements(new Set(entries.map(plainName)));
  const byName = firstByKey(entries, (entry) => [entry.toLowerCase()]);
  const byPlainName = firstByKey(entries, (entry) => [plainName(entry)]);
  const byBuiltInSynonym = firstByKey(entries, builtInSynonyms);
  const byFieldSynonym = firstByKey(entries, (entry) =>
    plainEntries.has(plainName(entry)) ? fieldSynonyms(plainName(entry)) : [],
  );
  const find = (name: string): NamedEntry | null => {
    const exact = byName.get(name.trim().toLowerCase());
    if (exact !== undefined) return { entry: exact, reason: 'name' };
    const plain = plainName(name);
    if (plain === '') return null;
    const same = byPlainName.get(plain);
    if (same !== undefined) return { entry: same, reason: 'name' };
    const half = halfOfName(plain, plainColumns);
    const ofHalf = half === null ? undefined : byFieldSynonym.get(half);
    if (ofHalf !== undefined) return { entry: ofHalf, reason: 'synonym' };
    if (plain === TURKISH_NAME && !plainColumns.has(plain)) return null;
    const synonym = byBuiltInSynonym.get(plain) ?? byFieldSynonym.get(plain);
    return synonym === undefined ? null : { entry: synonym, reason: 'synonym' };
  };
  const columnsOf = new Map<string, number>();
  const countEntry = (found: NamedEntry | null) => {
    if (found !== null) columnsOf.set(found.entry, (columnsOf.get(found.entry) ?? 0) + 1);
  };
  const findWithoutRemarks = (name: string): NamedEntry | null => {
    const spoken = withoutRemarks(name);
    const found = spoken === null ? null : find(spoken);
    if (found === null || spoken === null) return null;
    const { entry } = found;
    return isConsentEntry(entry) || entry === 'confirmed' ? null : { entry, reason: 'synonym', spoken };
  };
  for (const name of columns) if (name !== null) countEntry(find(name) ?? findWithoutRemarks(name));
  return (name) => {
    const found = find(name);
    if (found !== null) return found;
    const spoken = findWithoutRemarks(name);
    // Of two columns with one name, such as Phone (old) and Phone (new), nothing says which one is meant.
    return spoken !== null && (columnsOf.get(spoken.entry) ?? 0) > 1 ? null : spoken;
  };
}

/** A first name in Turkish, and an advertisement in English: the former where there is a last name in Turkish, too. */
const TURKISH_NAME = 'ad';

function withoutAdvertisements(names: Set<string>): Set<string> {
  if (!names.has('soyad')) names.delete(TURKISH_NAME);
  return names;
}

/** Longer names have no remarks. */
const NAME_CHARACTERS = 200;
/** Remarks of a form: `Birthday [DD/MM/YYYY]`, `City (optional)`. */
const REMARK = /\[[^[\]]*\]|\([^()]*\)/g;
/** Remarks that name another way to reach people than mail. */
const OF_PAPER = /post|brief|letter|print|paper|poste|correo postal|郵送|電話|почт|телеф/i;

/** A name without its remarks; null without any, where they are the whole name, and where they speak of other channels. */
function withoutRemarks(name: string): string | null {
  const text = name.slice(0, NAME_CHARACTERS);
  const remarks = text.match(REMARK) ?? [];
  if (remarks.length === 0 || isOfOtherChannel(name) || remarks.some((remark) => OF_PAPER.test(remark))) return null;
  const spoken = text.replaceAll(REMARK, ' ');
  return spoken.trim() === '' ? null : spoken;
}

function firstByKey(entries: readonly string[], keysOf: (entry: string) => readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of entries) {
    for (const key of keysOf(entry)) if (!found.has(key)) found.set(key, entry);
  }
  return found;
}
