import { CancellationScope, continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { createSuppressedAddressImportActivities } from '../engine/activities/suppressed-address-import.ts';
import { suppressedAddressImportMachine } from '../machines/suppressed-address-import.ts';
import type { SuppressedAddressImportInput } from '../machines/suppressed-address-import.ts';
import { suppressedAddressImportView } from '../machines/suppressed-address-import-view.ts';
import type { SuppressedAddressImportView } from '../machines/suppressed-address-import-view.ts';
import { createJobHost } from './job-actor.ts';
import type { JobSnapshot } from './job-actor.ts';
import type { Carried } from './last-command.ts';
import { downloadsQueueOf } from './names.ts';
import { recordOptions } from './record-options.ts';
import { suppressedAddressImportDetails } from './suppressed-address-import-details.ts';
import { WORK } from './work-options.ts';
import { stayOnVersion } from './worker-version.ts';

type Activities = ReturnType<typeof createSuppressedAddressImportActivities>;

const { takeSuppressionTurn, scanSuppressedAddresses, importSuppressedRanges, cleanUpSuppressedImport } =
  proxyActivities<Activities>(WORK);

/** The import of suppressed addresses as a durable job; `snapshot` and `carried` bring an earlier run's state into this one. */
export async function suppressedAddressImport(
  input: SuppressedAddressImportInput,
  snapshot?: JobSnapshot,
  carried?: Carried,
): Promise<SuppressedAddressImportView> {
  const { importId } = input;
  const { recordSuppressedImportState } = proxyActivities<Activities>(recordOptions());
  const { fetchSuppressedAddresses } = proxyActivities<Activities>({
    ...WORK,
    taskQueue: downloadsQueueOf(workflowInfo().taskQueue),
  });
  const host = createJobHost<typeof suppressedAddressImportMachine>();

  const machine = suppressedAddressImportMachine.provide({
    actors: {
      takeTurn: host.work(() => takeSuppressionTurn({ importId })),
      fetchSource: host.work(() => fetchSuppressedAddresses({ importId })),
      scan: host.work(() => scanSuppressedAddresses({ importId })),
      importRanges: host.work(async (_, report) => {
        const { more, imported, total } = await importSuppressedRanges({ importId });
        report({ type: 'ROWS_IMPORTED', imported, total });
        return { more };
      }),
    },
  });

  const view = await host.run({
    machine,
    input,
    snapshot,
    carried,
    view: suppressedAddressImportView,
    details: suppressedAddressImportDetails,
    recordsCommands: true,
    record: ({ state, health, error_message, fault_type }, commands) =>
      recordSuppressedImportState({
        ...{ importId, state, errorMessage: error_message },
        ...(fault_type !== undefined && { fault: fault_type }),
        ...(health === 'stalled' && { isStalled: true }),
        ...(commands.length > 0 && { commands }),
      }),
    continueAsNew: (persisted, carry) => continueAsNew<typeof suppressedAddressImport>(input, persisted, carry),
  });
  await CancellationScope.nonCancellable(() => cleanUpSuppressedImport({ importId }));
  return view;
}

stayOnVersion(suppressedAddressImport);
