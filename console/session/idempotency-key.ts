/** A key for one call that creates a record: 128 random bits. */
export function newIdempotencyKey(): string {
  // crypto.randomUUID exists on pages with https and of localhost only.
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
