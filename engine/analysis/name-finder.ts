import { builtInSynonyms, fieldSynonyms, plainName } from './synonyms.ts';

/** The entry that the name of a column means, and whether that is its name or a usual synonym of it. */
export interface NamedEntry {
  readonly entry: string;
  readonly reason: 'name' | 'synonym';
}

/** Finds the entry that the name of a column means; null for an unknown name. */
export type NameFinder = (name: string) => NamedEntry | null;

/**
 * Creates the finder for the entries of a list. Of several entries that a name means the first one is found. Each entry is
 * read once and each name is looked up, since a file may have thousands of columns and a list a thousand fields.
 */
export function createNameFinder(entries: readonly string[]): NameFinder {
  const byName = firstByKey(entries, (entry) => [entry.toLowerCase()]);
  const byPlainName = firstByKey(entries, (entry) => [plainName(entry)]);
  const byBuiltInSynonym = firstByKey(entries, builtInSynonyms);
  const byFieldSynonym = firstByKey(entries, (entry) => fieldSynonyms(plainName(entry)));
  return (name) => {
    const exact = byName.get(name.trim().toLowerCase());
    if (exact !== undefined) return { entry: exact, reason: 'name' };
    const plain = plainName(name);
    if (plain === '') return null;
    const same = byPlainName.get(plain);
    if (same !== undefined) return { entry: same, reason: 'name' };
    const synonym = byBuiltInSynonym.get(plain) ?? byFieldSynonym.get(plain);
    return synonym === undefined ? null : { entry: synonym, reason: 'synonym' };
  };
}

function firstByKey(entries: readonly string[], keysOf: (entry: string) => readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of entries) {
    for (const key of keysOf(entry)) if (!found.has(key)) found.set(key, entry);
  }
  return found;
}
