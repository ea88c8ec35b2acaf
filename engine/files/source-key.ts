/** Returns the key of an import's source in the file store. */
export function sourceKey(importId: number): string {
  return `imports/${importId}/source`;
}
