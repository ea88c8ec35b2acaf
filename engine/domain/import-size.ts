import { EXTENSION_BOUNDS } from './extension-bounds.ts';

/** Known size of an import; null: not known yet. */
export interface ImportSize {
  readonly records: number | null;
  /** Of the source. */
  readonly bytes: number | null;
}

/** Whether an import is small: by its records, or by its source before they are counted. One of unknown size is large. */
export function isSmallImport({ records, bytes }: ImportSize): boolean {
  if (records !== null) return records <= EXTENSION_BOUNDS.smallImportRecords.max;
  return bytes !== null && bytes <= EXTENSION_BOUNDS.smallImportBytes.max;
}
