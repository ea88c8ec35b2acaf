import { CancellationScope, continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { createSuppressedAddressImportActivities } from '../engine/activities/suppressed-address-import.ts';
import { suppressedAddressImportMachine } from '../machines/suppressed-address-import.ts';
import type { SuppressedAddressImportInput } from '../machines/suppressed-address-import.ts';
import { suppressedAddressImportView } from '../machines/suppressed-address-import-view.ts';
import type { SuppressedAddressImportView } from '../machines/suppressed-address-import-view.ts';
import { createJobHost } from './job-actor.ts';
import type { JobSnapshot } from './job-actor.ts';
import { jobDetails, OR_END_IT } from './job-details.ts';
import type { Carried } from './last-command.ts';
import { downloadsQueueOf } from './names.ts';
import { recordOptions } from './record-options.ts';
import { stateChange } from './state-change.ts';
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
    details: (shown) =>
      jobDetails(shown, {
        notes:
          shown.state === 'idle'
            ? ['Starts automatically when fewer imports of suppressed addresses of its organization are running.']
            : [],
        progress: { done: shown.rows.imported, total: shown.rows.total, unit: 'rows imported' },
        orElse: OR_END_IT,
      }),
    recordsCommands: true,
    record: (changed, commands) => recordSuppressedImportState({ importId, ...stateChange(changed, commands) }),
    continueAsNew: (persisted, carry) => continueAsNew<typeof suppressedAddressImport>(input, persisted, carry),
  });
  await CancellationScope.nonCancellable(() => cleanUpSuppressedImport({ importId }));
  return view;
}

stayOnVersion(suppressedAddressImport);
