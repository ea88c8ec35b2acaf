/** Returns the key of an import's source in the file store. */
export function sourceKey(importId: number): string {
  return `imports/${importId}/source`;
}

/** Returns the key of a source that is compressed and not unpacked yet. */
export function packedSourceKey(importId: number): string {
  return `imports/${importId}/packed`;
}
