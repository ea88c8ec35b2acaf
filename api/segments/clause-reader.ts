import type { z } from 'zod/v4';
import type { CustomField } from '../../engine/db/fields/custom-fields.ts';
import type { SegmentContext } from '../../engine/db/segments/context.ts';
import type { Attributes } from '../http/attributes.ts';
import { isHash, wholeNumber } from '../http/values.ts';

/** Lists, segments and fields that the clauses of a segment can refer to. */
export interface ClausePlace {
  readonly lists: Referable<{ readonly id: number }>;
  readonly segments: Referable<{ readonly id: number }>;
  readonly fields: Referable<CustomField>;
  /** The segments that refer to the one that is read, its own included; empty for a new one. */
  readonly referring: ReadonlySet<number>;
}

/** Returns the lists, segments and fields that a segment of a list can refer to. */
export function clausePlaceOf(
  { lists, segments, fields }: SegmentContext,
  mailingListId: number,
  referring: ReadonlySet<number>,
): ClausePlace {
  const isApplicable = (field: CustomField) => field.mailingListId === null || field.mailingListId === mailingListId;
  return {
    lists: referable([...lists.values()].filter(({ isRemote }) => !isRemote)),
    segments: referable([...segments.values()].filter((segment) => segment.mailingListId === mailingListId)),
    fields: referable([...fields.values()].filter(isApplicable)),
    referring,
  };
}

/** A clause as it was sent. Error messages name its path in the tree, such as `clause.clauses.0.operator`. */
export interface SentClause {
  raw: (name: string) => unknown;
  refuse: (name: string, message: string) => null;
  /** Reads a required part; null, after a refusal, when it is absent or wrong. */
  read: <Value>(name: string, schema: z.ZodType<Value>) => Value | null;
}

/** Creates the reader of a clause at a path in the tree. */
export function openClause(
  attributes: Pick<Attributes, 'refuse'>,
  path: string,
  sent: Record<string, unknown>,
): SentClause {
  const raw = (name: string) => (Object.hasOwn(sent, name) ? sent[name] : undefined);
  const refuse = (name: string, message: string) => {
    attributes.refuse(`${path}.${name}`, message);
    return null;
  };
  return {
    raw,
    refuse,
    read: (name, schema) => {
      if ((raw(name) ?? null) === null) return refuse(name, 'cannot be blank');
      const parsed = schema.safeParse(raw(name));
      return parsed.success ? parsed.data : refuse(name, parsed.error.issues[0]?.message ?? 'is wrong');
    },
  };
}

const id = wholeNumber(1);

/** Records that clauses can refer to. */
interface Referable<Row> {
  readonly byId: ReadonlyMap<number, Row>;
  /** By name in lower case; of several with one name, the oldest. */
  readonly byName: ReadonlyMap<string, Row>;
}

/** Indexes records, which are sorted by id, by id and by name. */
function referable<Row extends { readonly id: number; readonly name: string }>(rows: readonly Row[]): Referable<Row> {
  const backwards = rows.toReversed();
  return {
    byId: new Map(rows.map((row) => [row.id, row])),
    byName: new Map(backwards.map((row) => [row.name.toLowerCase(), row])),
  };
}

/**
 * Finds the record that a clause names by `<name>_id`, else by `{id}` or `{name}`; refuses an unknown one. Clients that send an answer
 * back send all three and change the first, so the first decides.
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
