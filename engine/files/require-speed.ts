/** The slowest that a source may be. */
export interface MinimumSpeed {
  readonly bytesPerSecond: number;
  /** Milliseconds of waiting for the source after which its speed is checked. */
  readonly windowMs: number;
  readonly tooSlow: () => Error;
}

/**
 * Yields the chunks of a source while it is fast enough. Counts only the time spent waiting for the source, not the time of
 * the reader; a silent source is the concern of another timeout. @throws what `tooSlow` makes
 */
export async function* requireSpeed(
  source: AsyncIterable<Uint8Array>,
  { bytesPerSecond, windowMs, tooSlow }: MinimumSpeed,
): AsyncGenerator<Uint8Array, void, void> {
  let waitedMs = 0;
  let bytes = 0;
  let requestedAt = performance.now();
  for await (const chunk of source) {
    waitedMs += performance.now() - requestedAt;
    bytes += chunk.byteLength;
    if (waitedMs >= windowMs) {
      if (bytes < (bytesPerSecond * waitedMs) / 1000) throw tooSlow();
      waitedMs = 0;
      bytes = 0;
    }
    yield chunk;
    requestedAt = performance.now();
  }
}
