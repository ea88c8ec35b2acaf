/** Returns the entries with a prefix before their names. */
export function prefixed<Prefix extends string, Entries extends object>(
  prefix: Prefix,
  entries: Entries,
): { [Name in keyof Entries & string as `${Prefix}${Name}`]: Entries[Name] } {
  const renamed = Object.entries(entries).map(([name, value]: [string, unknown]) => [`${prefix}${name}`, value]);
  return Object.fromEntries(renamed) as ReturnType<typeof prefixed<Prefix, Entries>>;
}

/** Returns the entries whose names begin with the prefix, under their names without it. */
export function unprefixed(prefix: string, entries: object): Record<string, unknown> {
  const found = Object.entries(entries).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(found.map(([name, value]: [string, unknown]) => [name.slice(prefix.length), value]));
}
