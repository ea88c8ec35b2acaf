import type { WorkbookFacts } from '../domain/workbooks.ts';
import type { UnpackOptions } from './unpack.ts';

/** The workerData of a thread that unpacks: a file of so many bytes, which the main thread reads for it. */
export interface UnpackWork {
  readonly bytes: number;
  readonly options: UnpackOptions;
}

/** A message to a thread that unpacks: bytes that it asked for, or that the next block of the content is wanted. */
export type ToUnpackThread =
  { readonly kind: 'bytes'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> } | { readonly kind: 'next' };

/** A message from a thread that unpacks. `failed` comes once, in place of all that was to follow; `isOfFile`: at every attempt. */
export type FromUnpackThread =
  | { readonly kind: 'read'; readonly id: number; readonly start: number; readonly end: number }
  | { readonly kind: 'opened'; readonly workbook: WorkbookFacts | null; readonly entry: string | null }
  | { readonly kind: 'block'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly isOfFile: boolean; readonly message: string };
