import { leavingNames } from '../../analysis/leaving-name.ts';
import { readImport } from '../../db/imports/record.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import type { SourceKind } from '../sources/source-record.ts';

/** Subscriber imports as jobs that read a source. */
export const IMPORT_SOURCES: SourceKind<ImportRecord> = {
  table: 'subscriber_imports',
  folder: 'imports',
  read: readImport,
  noticesOfName: ({ options }, name) => leavingNames([name], options),
};
