import { CancellationScope, continueAsNew, proxyActivities } from '@temporalio/workflow';
import type { createSubscriberExportActivities } from '../engine/activities/subscriber-export.ts';
import { subscriberExportMachine } from '../machines/subscriber-export.ts';
import type { SubscriberExportInput } from '../machines/subscriber-export.ts';
import { subscriberExportView } from '../machines/subscriber-export-view.ts';
import type { SubscriberExportView } from '../machines/subscriber-export-view.ts';
import { createJobHost } from './job-actor.ts';
import type { JobSnapshot } from './job-actor.ts';
import { jobDetails, OR_END_IT } from './job-details.ts';
import type { Carried } from './last-command.ts';
import { recordOptions } from './record-options.ts';
import { stateChange } from './state-change.ts';
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
    details: (shown) =>
      jobDetails(shown, {
        notes:
          shown.state === 'idle' ? ['Starts automatically when fewer exports of its organization are running.'] : [],
        progress: { done: shown.subscribers.exported, total: shown.subscribers.total, unit: 'subscribers exported' },
        orElse: OR_END_IT,
      }),
    record: (changed, commands) => recordExportState({ exportId, ...stateChange(changed, commands) }),
    continueAsNew: (persisted, carry) => continueAsNew<typeof subscriberExport>(input, persisted, carry),
  });
  await CancellationScope.nonCancellable(() => cleanUpExport({ exportId }));
  return view;
}

stayOnVersion(subscriberExport);
