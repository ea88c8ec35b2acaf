import type { SuppressedAddressImportInput } from '../../machines/suppressed-address-import.ts';
import { SUPPRESSED_ADDRESS_IMPORT_KIND } from '../domain/suppressed-address-imports.ts';
import type { StartableSuppressedImport } from '../db/suppressed-address-imports/ledger.ts';
import type { JobStart } from './start-job.ts';

/** The names of this kind of job, and the commands that its machine takes. */
export const SUPPRESSED_ADDRESS_IMPORT = {
  name: SUPPRESSED_ADDRESS_IMPORT_KIND,
  workflowType: 'suppressedAddressImport',
  idPrefix: 'suppressed-address-import',
  commands: ['pause', 'unpause', 'cancel', 'retry', 'fail'],
} as const;

/** Returns the start of an import's workflow, for a row that is committed. */
export function suppressedAddressImportStart(
  { id, jobKey, organizationId, policy }: StartableSuppressedImport,
  workflowIdPrefix: string,
): JobStart {
  const { firstDownloadWaitMs, secondDownloadWaitMs, downloadTimeoutMs } = policy;
  const input: SuppressedAddressImportInput = {
    importId: id,
    policy: { firstDownloadWaitMs, secondDownloadWaitMs, downloadTimeoutMs },
  };
  return {
    workflowType: SUPPRESSED_ADDRESS_IMPORT.workflowType,
    workflowId: `${workflowIdPrefix}${SUPPRESSED_ADDRESS_IMPORT.idPrefix}/${id}`,
    ...{ jobKey, input, state: 'idle', organizationId },
    summary: `Import of suppressed addresses ${id} of organization ${organizationId}`,
    details: `Commands: ${SUPPRESSED_ADDRESS_IMPORT.commands.join(', ')}.`,
  };
}
