import type { EncodedSlice } from '../../csv/encoded-slice.ts';
import type { RangeTotals } from '../../csv/encode-range.ts';

/** Stores a slice; resolves when the next one may be passed. */
export type TakeSlice = (slice: EncodedSlice) => Promise<void>;

/** Rows that are encoded before the transaction that stores them begins. */
export interface EncodedAhead {
  /** Resolves when all rows are encoded, or as many as may be kept in memory. @throws what encoding failed with */
  readonly ready: Promise<unknown>;
  /** Passes to `take` what is encoded, then the rest as it comes. @returns the totals */
  drainInto(take: TakeSlice): Promise<RangeTotals>;
  /** Stops encoding, if it has not ended. Resolves when it has stopped; the slices are dropped. */
  stop(reason: Error): Promise<void>;
}

/** Of encoded rows that wait for their transaction: enough for a range of a usual size. */
const MOST_BYTES_AHEAD = 3_145_728;

/**
 * Starts to encode, so that the transaction is not open while a thread parses: at a low priority, on busy processors, that takes longer
 * than storing the rows.
 */
export function encodeAhead(
  encode: (take: TakeSlice, signal: AbortSignal) => Promise<RangeTotals>,
  signal: AbortSignal,
): EncodedAhead {
  const stopping = new AbortController();
  let waiting: EncodedSlice[] = [];
  let bytes = 0;
  let noteStored: (stored: Promise<unknown>) => void = () => undefined;
  let noteFull: () => void = () => undefined;
  let store: TakeSlice | null = null;
  const stored = new Promise<unknown>((resolve) => (noteStored = resolve));
  const full = new Promise<void>((resolve) => (noteFull = resolve));
  const stopped = new Promise<never>((_, reject) => {
    const stop = () => reject(reasonOf(stopping.signal));
    stopping.signal.addEventListener('abort', stop, { once: true });
  });
  for (const promise of [stopped, stored]) promise.catch(() => undefined);

  const take: TakeSlice = async (slice) => {
    if (store !== null) return store(slice);
    waiting.push(slice);
    bytes += sizeOf(slice);
    if (bytes < MOST_BYTES_AHEAD) return;
    noteFull();
    await Promise.race([stored, stopped]);
  };
  const totals = encode(take, AbortSignal.any([signal, stopping.signal]));
  totals.catch(() => undefined);
  return {
    ready: Promise.race([totals, full]),
    drainInto: async (next) => {
      const storing = Promise.all(waiting.map(next));
      waiting = [];
      store = next;
      noteStored(storing);
      await storing;
      return totals;
    },
    stop: async (reason) => {
      stopping.abort(reason);
      waiting = [];
      await totals.catch(() => undefined);
    },
  };
}

function sizeOf({ text, failures, blanks, presentKeys }: EncodedSlice): number {
  const ofLines = [failures, blanks].map((lines) => lines.reduce((total, { line }) => total + line.length, 0));
  return [...ofLines, ...presentKeys.map(({ length }) => length)].reduce((total, more) => total + more, text.length);
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
