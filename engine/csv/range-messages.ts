import type { EncodedSlice } from './encoded-slice.ts';
import type { RangeRequest, RangeTotals } from './encode-range.ts';

/** A request of a thread that encodes a range: for the next bytes, or to store a slice. */
export type ThreadRequest = { readonly kind: 'bytes' } | { readonly kind: 'slice'; readonly slice: EncodedSlice };

/** A message from a thread to the main thread. */
export type FromThread =
  | (ThreadRequest & { readonly id: number })
  | { readonly kind: 'done'; readonly totals: RangeTotals }
  | { readonly kind: 'failed'; readonly message: string };

/** A message to a thread: a range to encode, or the answer to a request; bytes are null at the end and for a slice. */
export type ToThread =
  | { readonly kind: 'encode'; readonly request: RangeRequest }
  | { readonly kind: 'answer'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> | null }
  | { readonly kind: 'refusal'; readonly id: number };
