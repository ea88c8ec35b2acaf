import type { KeptFiles } from '../sources/remove-kept-files.ts';
import { SUPPRESSED_SOURCES } from './scan-suppressed-addresses.ts';

/** Imports of suppressed addresses that have ended: finished and failed ones keep their source for some minutes. None is restarted. */
export const KEPT_SUPPRESSIONS: KeptFiles = {
  table: SUPPRESSED_SOURCES.table,
  isJob: 'organization_id > 0 and options is not null',
  removedTo: 'kept_suppressions_removed_to',
  keepsFiles: `state in ('finished', 'failed')`,
  isStaged: 'false',
  folder: SUPPRESSED_SOURCES.folder,
};
