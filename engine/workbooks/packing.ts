import { GZIP_HEAD_BYTES, isGzip } from '../files/unpack-gzip.ts';
import { isZip, ZIP_HEAD_BYTES } from './zip-archive.ts';

/** Format in which a source is packed, whatever its name. A workbook is a ZIP archive. */
export type PackingKind = 'gzip' | 'zip';

/** Bytes of the beginning that are compared. */
export const PACKED_HEAD_BYTES = Math.max(GZIP_HEAD_BYTES, ZIP_HEAD_BYTES);

/** Returns the packing of a file that begins with these bytes; null: it is not packed. */
export function packingOf(head: Uint8Array): PackingKind | null {
  if (isZip(head)) return 'zip';
  return isGzip(head) ? 'gzip' : null;
}
