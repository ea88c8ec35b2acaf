import { readSuppressedImport } from '../../db/suppressed-address-imports/ledger.ts';
import { hasOrganization, insertRedoneSuppressions } from '../../db/suppressed-address-imports/redo.ts';
import { suppressionSettings } from '../../files/suppression-settings.ts';
import type { SuppressionSettings } from '../../files/suppression-settings.ts';
import { SUPPRESSED_ADDRESS_IMPORT, suppressedAddressImportStart } from '../../jobs/suppressed-address-import.ts';
import type { RedoKind } from './redo-kind.ts';

/** Imports of suppressed addresses, of which the organization must be the one that a lost import was created for. */
export const suppressedAddressImportRedo: RedoKind<SuppressionSettings> = {
  name: SUPPRESSED_ADDRESS_IMPORT.name,
  table: 'suppressed_address_imports',
  folder: 'suppressions',
  settings: suppressionSettings,
  organizationOf: ({ organizationId }) => organizationId,
  missingOf: async (pool, { organizationId }, before) =>
    (await hasOrganization(pool, organizationId, before)) ? null : 'Its organization is gone.',
  insert: (pool, job, settings) => insertRedoneSuppressions(pool, { ...settings, ...job }),
  startOf: async (pool, id, workflowIdPrefix) =>
    suppressedAddressImportStart(await readSuppressedImport(pool, id), workflowIdPrefix),
};
