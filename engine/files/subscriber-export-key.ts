/** What the keys of all that is stored of an export begin with. */
export function exportPrefix(exportId: number): string {
  return `exports/${exportId}/`;
}

/** Where the file store keeps a part of an export's file; another snapshot has parts of its own. */
export function exportPartKey(exportId: number, snapshot: number, part: number): string {
  return `${exportPrefix(exportId)}${snapshot}/${part}`;
}
