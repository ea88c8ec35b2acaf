import type { EncodedBatch } from './batch.ts';
import type { RangeOrder, RangeTotals } from './encode-range.ts';

/** What a thread asks while it encodes a range: the next bytes of it, or to have a batch taken. */
export type ThreadRequest = { readonly kind: 'bytes' } | { readonly kind: 'batch'; readonly batch: EncodedBatch };

/** What a thread sends. */
export type FromThread =
  | (ThreadRequest & { readonly id: number })
  | { readonly kind: 'done'; readonly totals: RangeTotals }
  | { readonly kind: 'failed'; readonly message: string };

/** What a thread gets: an order, or the answer to a request; bytes are null at the end, and after a taken batch. */
export type ToThread =
  | { readonly kind: 'order'; readonly order: RangeOrder }
  | { readonly kind: 'answer'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> | null }
  | { readonly kind: 'refusal'; readonly id: number };
