import { isHash, wholeNumber } from '../http/values.ts';
import type { SentClause } from './clause-reader.ts';

const id = wholeNumber(1);

/** Records that clauses can refer to. */
export interface Referable<Row> {
  readonly byId: ReadonlyMap<number, Row>;
  /** By name in lower case; the first one made, if several have it. */
  readonly byName: ReadonlyMap<string, Row>;
}

/** Makes records, given in the order of their ids, ready to be referred to. */
export function referable<Row extends { readonly id: number; readonly name: string }>(
  rows: readonly Row[],
): Referable<Row> {
  const backwards = rows.toReversed();
  return {
    byId: new Map(rows.map((row) => [row.id, row])),
    byName: new Map(backwards.map((row) => [row.name.toLowerCase(), row])),
  };
}

/**
 * The record a clause refers to by `<name>_id`, else as `{id}` or `{name}`; refused when unknown. A clause that is sent
 * back as it was answered has all three, of which a caller changes the first.
 */
export function findReference<Row>(
  clause: SentClause,
  name: 'mailing_list' | 'segment' | 'custom_field',
  known: Referable<Row>,
): Row | null {
  const target = clause.raw(name);
  const hash: { id?: unknown; name?: unknown } = isHash(target) ? target : {};
  const sentId = clause.raw(`${name}_id`) ?? hash.id ?? null;
  const wantedId = id.safeParse(sentId);
  const wantedName = typeof hash.name === 'string' ? hash.name.trim().toLowerCase() : null;
  const found = wantedId.success
    ? known.byId.get(wantedId.data)
    : sentId === null && wantedName !== null
      ? known.byName.get(wantedName)
      : undefined;
  return found ?? clause.refuse(name, `must be the id or the name of a ${name.replaceAll('_', ' ')}`);
}
