/** Where the file store keeps what an import reads. */
export function sourceKey(importId: number): string {
  return `imports/${importId}/source`;
}
