import { columnName } from './column-name.ts';
import type { OpenColumn } from './open-consent.ts';

/** A field of the list, as far as a mapping depends on it. */
interface Field {
  readonly name: string;
  readonly required: boolean;
}

/** Problems that prevent the import of a mapping, as sentences; empty when there are none. */
export function problemsOf(
  mapping: readonly string[],
  fields: readonly Field[],
  defaults: Readonly<Record<string, string>>,
  consent: readonly OpenColumn[] = [],
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
    ...consent
      .filter(({ isLeftOut }) => !isLeftOut)
      .map(({ column }) => `Decide what ${columnName(column)} means for the people of the file.`),
  ];
}
