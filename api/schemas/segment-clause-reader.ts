import type { z } from 'zod/v4';
import type { SegmentSurroundings } from '../../engine/db/segment-surroundings.ts';
import type { Attributes } from './attributes.ts';

/** Where a segment's clauses are read: what they can refer to, and the segment itself when it is there already. */
export interface ClausePlace {
  surroundings: SegmentSurroundings;
  mailingListId: number;
  segmentId: number | null;
}

/** A clause as it was sent, with a way to read its parts; messages carry its place in the tree. */
export interface SentClause {
  raw: (name: string) => unknown;
  refuse: (name: string, message: string) => null;
  /** A part that must be there; null when it is wrong. */
  read: <Value>(name: string, schema: z.ZodType<Value>) => Value | null;
}

/** Opens a clause that stands at a place of the tree. */
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
