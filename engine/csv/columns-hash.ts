import { createHash } from 'node:crypto';

/** The hash of a file's columns: the same for the same names in the same order. Names can be long, and are not stored. */
export function columnsHash(names: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(names.map((name) => name.trim())))
    .digest('base64url');
}
