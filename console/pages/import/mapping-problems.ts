/** A field of the list, as far as a mapping depends on it. */
interface Field {
  readonly name: string;
  readonly required: boolean;
}

/** What keeps a mapping from being imported, as sentences. */
export function problemsOf(
  mapping: readonly string[],
  fields: readonly Field[],
  defaults: Readonly<Record<string, string>>,
): string[] {
  const used = mapping.filter((entry) => entry !== '');
  const doubled = [...new Set(used.filter((entry, at) => used.indexOf(entry) !== at))];
  const missing = fields.filter(
    ({ name, required }) => required && !used.includes(name) && (defaults[name] ?? '') === '',
  );
  return [
    ...(used.includes('email') ? [] : ['Choose the column that has the addresses.']),
    ...doubled.map((entry) => `Two columns go to ${entry}: choose one of them.`),
    ...missing.map(({ name }) => `The list requires ${name}: choose its column, or give a default in the rules.`),
  ];
}
