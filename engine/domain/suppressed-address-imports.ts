import type { z } from 'zod';
import { importOptions } from './subscriber-imports.ts';
import type { Bound } from './bound.ts';

/** The name of this kind of job, which records about jobs of all kinds hold. */
export const SUPPRESSED_ADDRESS_IMPORT_KIND = 'suppressed_address_import';

/** The states of an import of suppressed addresses; only fixtures load scheduled ones. */
export const SUPPRESSED_ADDRESS_IMPORT_STATES = [
  ...(['idle', 'scheduled', 'splitting', 'importing', 'paused'] as const),
  ...(['finished', 'failed', 'cancelled'] as const),
] as const;

/** Outcomes of its rows: the counters, and the kinds of logs. A duplicate was suppressed before, or by an earlier row. */
export const SUPPRESSION_COUNTERS = ['added', 'failed', 'skipped_duplicate'] as const;
export type SuppressionCounter = (typeof SUPPRESSION_COUNTERS)[number];

/** A validated import as stored, under the names of a subscriber import. `column_mapping` has `email` once. */
export const suppressedAddressImportOptions = importOptions.pick({
  file_source: true,
  file_format: true,
  column_mapping: true,
});
export type SuppressedAddressImportOptions = z.infer<typeof suppressedAddressImportOptions>;

/** Bounds of imports of suppressed addresses; their sources share the bounds of subscriber imports. */
export const SUPPRESSED_ADDRESS_IMPORT_BOUNDS = {
  suppressedAddressImportsPerOrganization: {
    max: 2,
    unit: 'jobs',
    beyond: 'Further imports of suppressed addresses of the organization stay idle and begin in turn.',
  },
} as const satisfies Readonly<Record<string, Bound>>;
