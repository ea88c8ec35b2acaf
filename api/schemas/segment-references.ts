import { wholeNumber } from './values.ts';
import type { SentClause } from './segment-clause-reader.ts';

const id = wholeNumber(1);

/** The record a clause refers to, as `{id}` or `{name}` (the id wins) or by the older `<name>_id`; refused when unknown. */
export function findReference<Row extends { readonly id: number; readonly name: string }>(
  clause: SentClause,
  name: 'mailing_list' | 'segment' | 'custom_field',
  known: readonly Row[],
): Row | null {
  const target = clause.raw(name);
  const hash = typeof target === 'object' && target !== null ? (target as { id?: unknown; name?: unknown }) : {};
  const wantedId = id.safeParse(hash.id ?? (hash.name === undefined ? clause.raw(`${name}_id`) : undefined));
  const wantedName = typeof hash.name === 'string' ? hash.name.trim().toLowerCase() : null;
  const found = wantedId.success
    ? known.find((row) => row.id === wantedId.data)
    : (hash.id ?? null) === null && wantedName !== null
      ? known.find((row) => row.name.toLowerCase() === wantedName)
      : undefined;
  return found ?? clause.refuse(name, `must be the id or the name of a ${name.replaceAll('_', ' ')}`);
}
