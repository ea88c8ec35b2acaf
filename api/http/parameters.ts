import { BOUNDS } from '../../engine/domain/bounds.ts';
import { InvalidRequest, NotFound } from '../../engine/platform/errors.ts';

/** Query string as Fastify parses it. */
type Query = Readonly<Record<string, string | string[] | undefined>>;

/** The id in a path segment. @throws NotFound when no record can have it. */
export function idOf(segment: string, what: string): number {
  const id = parseId(segment);
  if (id === null) throw new NotFound(what);
  return id;
}

/** A whole number as ids are written, null for any other text. */
export function parseId(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** A query parameter, null when absent or blank. @throws InvalidRequest when it is repeated, too long or holds a NUL character. */
export function textOf(query: unknown, name: string): string | null {
  const value = (query as Query)[name];
  if (value === undefined) return null;
  if (typeof value === 'string' && value.trim() === '') return null;
  if (typeof value !== 'string') throw new InvalidRequest(`${name} must be given once`);
  if (value.length > BOUNDS.queryText.max) {
    throw new InvalidRequest(`${name} is too long (maximum is ${BOUNDS.queryText.max} characters)`);
  }
  if (value.includes('\0')) throw new InvalidRequest(`${name} cannot contain a NUL character`);
  return value;
}
