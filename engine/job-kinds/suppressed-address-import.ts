import { suppressedAddressImportRows } from '../db/suppressed-address-imports/operator.ts';
import { SUPPRESSED_ADDRESS_IMPORT_BOUNDS } from '../domain/suppressed-address-imports.ts';
import { SUPPRESSED_ADDRESS_IMPORT } from '../jobs/suppressed-address-import.ts';
import type { ClientJobKind } from './job-kind.ts';

/** The import of addresses that get no reactions. It has no mailing list. */
export const suppressedAddressImportKind: ClientJobKind = {
  ...SUPPRESSED_ADDRESS_IMPORT,
  ...suppressedAddressImportRows,
  unit: 'rows',
  page: { title: 'Suppression', path: '/suppressions' },
  states: ['idle', 'splitting', 'importing', 'paused'],
  bounds: SUPPRESSED_ADDRESS_IMPORT_BOUNDS,
  tag: { name: 'Suppressed addresses', description: 'Addresses that get no reactions, and imports of them.' },
  loadActivities: () => import('../activities/suppressed-address-import.ts'),
};
