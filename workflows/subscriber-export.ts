import { CancellationScope, continueAsNew, proxyActivities } from '@temporalio/workflow';
import type { createSubscriberExportActivities } from '../engine/activities/subscriber-export.ts';
import { subscriberExportMachine } from '../machines/subscriber-export.ts';
import type { SubscriberExportInput } from '../machines/subscriber-export.ts';
import { subscriberExportView } from '../machines/subscriber-export-view.ts';
import type { SubscriberExportView } from '../machines/subscriber-export-view.ts';
import { createJobHost } from './job-actor.ts';
import type { JobSnapshot } from './job-actor.ts';
import type { Carried } from './last-command.ts';
import { subscriberExportDetails } from './subscriber-export-details.ts';
import { recordOptions } from './record-options.ts';
import { WORK } from './work-options.ts';
import { stayOnVersion } from './worker-version.ts';

type Activities = ReturnType<typeof createSubscriberExportActivities>;

/** Transient failures are retried without end; a fault of the data fails the export, or stalls it while it writes. */
const { takeExportTurn, takeExportSnapshot, writeExportParts, cleanUpExport } = proxyActivities<Activities>(WORK);

/** The export of subscribers as a durable job; `snapshot` and `carried` bring an earlier run's state into this one. */
export async function subscriberExport(
  input: SubscriberExportInput,
  snapshot?: JobSnapshot,
  carried?: Carried,
): Promise<SubscriberExportView> {
  const { exportId } = input;
  const { recordExportState } = proxyActivities<Activities>(recordOptions());
  const host = createJobHost<typeof subscriberExportMachine>();

  const machine = subscriberExportMachine.provide({
    actors: {
      takeTurn: host.work(() => takeExportTurn({ exportId })),
      takeSnapshot: host.work(() => takeExportSnapshot({ exportId })),
      writeParts: host.work(async (_, report) => {
        const { more, exported, total } = await writeExportParts({ exportId });
        report({ type: 'ROWS_EXPORTED', exported, total });
        return { more };
      }),
    },
  });

  const view = await host.run({
    machine,
    input,
    snapshot,
    carried,
    view: subscriberExportView,
    details: subscriberExportDetails,
    record: ({ state, health, error_message, fault_type }, commands) =>
      recordExportState({
        ...{ exportId, state, errorMessage: error_message },
        ...(fault_type !== undefined && { fault: fault_type }),
        ...(health === 'stalled' && { isStalled: true }),
        ...(commands.length > 0 && { commands }),
      }),
    continueAsNew: (persisted, carry) => continueAsNew<typeof subscriberExport>(input, persisted, carry),
  });
  await CancellationScope.nonCancellable(() => cleanUpExport({ exportId }));
  return view;
}

stayOnVersion(subscriberExport);
