/** Bytes of buffers after which their garbage is collected. */
const COLLECT_BYTES = 16 * 1_048_576;

/**
 * Creates a counter of the bytes that a thread reads into buffers, which collects garbage now and then. V8 collects a heap that
 * hardly grows only when 64 MiB of buffers outside of it are garbage, and each thread has a heap of its own. Does nothing where
 * Node runs without `--expose-gc`.
 */
export function createBufferCollector(): (bytes: number) => void {
  let counted = 0;
  return (bytes) => {
    counted += bytes;
    if (counted < COLLECT_BYTES) return;
    counted = 0;
    void globalThis.gc?.();
  };
}
