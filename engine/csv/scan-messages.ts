import type { Scan } from './scan.ts';
import type { FileFormat } from './splitter.ts';

/** A message to the thread of scans: a scan to begin, its next bytes (null at the end), or a scan to give up. */
export type ToScanThread =
  | { readonly kind: 'begin'; readonly scan: number; readonly format: FileFormat; readonly rangeBytes: number }
  | { readonly kind: 'bytes'; readonly scan: number; readonly bytes: Uint8Array<ArrayBuffer> | null }
  | { readonly kind: 'give_up'; readonly scan: number };

/** A message from the thread of scans: a request for the next bytes, or the end of a scan. */
export type FromScanThread =
  | { readonly kind: 'next'; readonly scan: number }
  | { readonly kind: 'done'; readonly scan: number; readonly result: Scan }
  | { readonly kind: 'failed'; readonly scan: number; readonly message: string };

/** The workerData of the thread of scans; threads of ranges have the memory of their progress. */
export const SCANS = 'scans';
