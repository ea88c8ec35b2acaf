/** Returns the prefix of the keys of an export. */
export function exportPrefix(exportId: number): string {
  return `exports/${exportId}/`;
}

/** Returns the key of a part of an export's file; each snapshot has its own parts. */
export function exportPartKey(exportId: number, snapshot: number, part: number): string {
  return `${exportPrefix(exportId)}${snapshot}/${part}`;
}
