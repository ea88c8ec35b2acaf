import type { z } from 'zod';
import type { SegmentSurroundings } from '../../engine/db/segment-surroundings.ts';
import type { Attributes } from './attributes.ts';
import { oneOf, shortText } from './values.ts';

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
  operator: <const Words extends readonly [string, ...string[]]>(words: Words) => Words[number] | null;
  value: <const Words extends readonly [string, ...string[]]>(words?: Words) => string | null;
}

const words = shortText(1000);

/** Opens a clause that stands at a place of the tree. */
export function openClause(attributes: Attributes, path: string, sent: Record<string, unknown>): SentClause {
  const raw = (name: string) => (Object.hasOwn(sent, name) ? sent[name] : undefined);
  const refuse = (name: string, message: string) => {
    attributes.refuse(`${path}.${name}`, message);
    return null;
  };
  const read = <Value extends string>(
    name: string,
    value: unknown,
    schema: z.ZodType<Value, z.ZodTypeDef, unknown>,
  ): Value | null => {
    if ((value ?? null) === null) return refuse(name, 'cannot be blank');
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed.data : refuse(name, parsed.error.issues[0]?.message ?? 'is wrong');
  };
  return {
    raw,
    refuse,
    // Both is_not_in and "is not in" are in use.
    operator: (choices) => {
      const operator = raw('operator');
      return read('operator', typeof operator === 'string' ? operator.replaceAll('_', ' ') : operator, oneOf(choices));
    },
    value: (choices) => {
      const value =
        choices === undefined
          ? read('value', raw('value'), words)
          : read<string>('value', raw('value'), oneOf(choices));
      return value?.trim() === '' ? refuse('value', 'cannot be blank') : value;
    },
  };
}
