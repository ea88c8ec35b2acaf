import { createHash } from 'node:crypto';
import type { QueryConfig } from 'pg';

const names = new Map<string, string>();

/**
 * A statement that each connection parses once and, after a few times, plans no more: half of what the short statements of a small
 * import cost Postgres. Connections keep it, so its text must be one of a few: values are parameters, and no name holds an id.
 */
export function prepared(text: string, values: readonly unknown[]): QueryConfig {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = createHash('sha256').update(text).digest('base64url')));
  return { name, text, values: [...values] };
}
