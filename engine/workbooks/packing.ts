import { GZIP_HEAD_BYTES, isGzip } from '../files/unpack-gzip.ts';
import { isZip, ZIP_HEAD_BYTES } from './zip-archive.ts';

/** How a source is packed, whatever its name. A workbook is a ZIP archive. */
export type PackingKind = 'gzip' | 'zip';

/** Bytes of the beginning that are compared. */
export const PACKED_HEAD_BYTES = Math.max(GZIP_HEAD_BYTES, ZIP_HEAD_BYTES);

/** How a file is packed that begins with these bytes; null: it is not. */
export function packingOf(head: Uint8Array): PackingKind | null {
  if (isZip(head)) return 'zip';
  return isGzip(head) ? 'gzip' : null;
}
