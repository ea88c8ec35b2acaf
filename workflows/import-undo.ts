import { CancellationScope, continueAsNew, proxyActivities } from '@temporalio/workflow';
import type { createImportUndoActivities } from '../engine/activities/import-undo.ts';
import { importUndoMachine } from '../machines/import-undo.ts';
import type { ImportUndoInput } from '../machines/import-undo.ts';
import { importUndoView } from '../machines/import-undo-view.ts';
import type { ImportUndoView } from '../machines/import-undo-view.ts';
import { createJobHost } from './job-actor.ts';
import type { JobSnapshot } from './job-actor.ts';
import { jobDetails, OR_END_IT } from './job-details.ts';
import type { Carried } from './last-command.ts';
import { recordOptions } from './record-options.ts';
import { stateChange } from './state-change.ts';
import { WORK } from './work-options.ts';
import { stayOnVersion } from './worker-version.ts';

type Activities = ReturnType<typeof createImportUndoActivities>;

const { takeUndoTurn, undoSlices, cleanUpImportUndo } = proxyActivities<Activities>(WORK);

/** The undo of an import as a durable job; `snapshot` and `carried` bring an earlier run's state into this one. */
export async function importUndo(
  input: ImportUndoInput,
  snapshot?: JobSnapshot,
  carried?: Carried,
): Promise<ImportUndoView> {
  const { undoId } = input;
  const { recordUndoState } = proxyActivities<Activities>(recordOptions());
  const host = createJobHost<typeof importUndoMachine>();

  const machine = importUndoMachine.provide({
    actors: {
      takeTurn: host.work(() => takeUndoTurn({ undoId })),
      undoSlices: host.work(async (_, report) => {
        const { more, undone, total } = await undoSlices({ undoId });
        report({ type: 'SUBSCRIBERS_UNDONE', undone, total });
        return { more };
      }),
    },
  });

  const view = await host.run({
    machine,
    input,
    snapshot,
    carried,
    view: importUndoView,
    details: (shown) =>
      jobDetails(shown, {
        notes: shown.state === 'idle' ? ['Starts automatically when fewer undos of its organization are running.'] : [],
        progress: { done: shown.subscribers.undone, total: shown.subscribers.total, unit: 'subscribers undone' },
        orElse: OR_END_IT,
      }),
    recordsCommands: true,
    record: (changed, commands) => recordUndoState({ undoId, ...stateChange(changed, commands) }),
    continueAsNew: (persisted, carry) => continueAsNew<typeof importUndo>(input, persisted, carry),
  });
  await CancellationScope.nonCancellable(() => cleanUpImportUndo({ undoId }));
  return view;
}

stayOnVersion(importUndo);
