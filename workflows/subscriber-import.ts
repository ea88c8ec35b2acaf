import { CancellationScope, continueAsNew, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { createSubscriberImportActivities } from '../engine/activities/subscriber-import.ts';
import { concernsWholeImport } from '../machines/faults.ts';
import type { SubscriberImportInput } from '../machines/subscriber-import-setup.ts';
import { subscriberImportMachine } from '../machines/subscriber-import.ts';
import { subscriberImportView } from '../machines/subscriber-import-view.ts';
import type { SubscriberImportView } from '../machines/subscriber-import-view.ts';
import { createAtOnce } from './at-once.ts';
import { createJobHost, faultOf } from './job-actor.ts';
import type { Carried, JobSnapshot } from './job-actor.ts';
import { DOWNLOADS_QUEUE } from './names.ts';
import { handsOutCleanUp, handsOutCleanUpFromStart } from './patches.ts';
import { subscriberImportDetails } from './subscriber-import-details.ts';

type Activities = ReturnType<typeof createSubscriberImportActivities>;

/** Pieces of one import in flight at once: enough to keep parsing and Postgres busy while one piece commits. */
const PARALLEL_PIECES = 3;

const OPTIONS = {
  startToCloseTimeout: '1h',
  heartbeatTimeout: '10s',
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
} as const;
const BACKOFF = { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '20s' } as const;

/** Work on the whole import waits for the world as long as it takes; faults of the data are not retried anywhere. */
const whole = proxyActivities<Activities>({ ...OPTIONS, retry: BACKOFF });

/** Downloads wait in a queue of their own. Those that were scheduled before it existed are still served by the other one. */
const { downloadSource } = proxyActivities<Activities>({ ...OPTIONS, taskQueue: DOWNLOADS_QUEUE, retry: BACKOFF });

/** A piece is tried for about a quarter of an hour before it is parked, so that the other pieces can go on. */
const PIECE = { ...OPTIONS, retry: { ...BACKOFF, maximumAttempts: 50 } } as const;
const pieces = proxyActivities<Activities>(PIECE);

const { recordImportState, cleanUpImport } = proxyLocalActivities<Activities>({
  startToCloseTimeout: '1m',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '20s' },
});

/** The subscriber import as a durable job; `snapshot` and `carried` bring an earlier run's state into this one. */
export async function subscriberImport(
  input: SubscriberImportInput,
  snapshot?: JobSnapshot,
  carried?: Carried,
): Promise<SubscriberImportView> {
  const { importId } = input;
  const atOnce = input.small === true ? createAtOnce(importId) : null;
  const host = createJobHost<typeof subscriberImportMachine>();
  const isHandedOutFromStart = atOnce === null && handsOutCleanUpFromStart();

  const machine = subscriberImportMachine.provide({
    delays: { untilBegin: () => Math.max(0, (input.beginsAt ?? 0) - Date.now()) },
    actors: {
      reopen: host.work(() => whole.reopenImport({ importId })),
      takeTurn: host.work(() => whole.takeTurn({ importId })),
      download: host.work(() => downloadSource({ importId })),
      scan: host.work(async () => (await atOnce?.attempt()) ?? whole.scanSource({ importId })),
      stageRanges: host.work(({ numbers, total, rows }, report) =>
        eachPiece(numbers, async (number) => {
          const summary = `range ${number}, ${total} in all, about ${rows} rows`;
          const stage = () => pieces.stageRange.executeWithOptions({ ...PIECE, summary }, [{ importId, number }]);
          const outcome = await outcomeOf(atOnce?.take('range') ?? stage());
          report(
            'reason' in outcome
              ? { type: 'RANGE_PARKED', number, ...outcome }
              : { type: 'RANGE_STAGED', number, ...outcome },
          );
        }),
      ),
      skipRange: host.work(async ({ number, reason }, report) => {
        report({ type: 'RANGE_STAGED', number, ...(await whole.skipRange({ importId, number, reason })) });
      }),
      resetStaging: host.work(() => whole.resetStaging({ importId })),
      admit: host.work(async () => (atOnce?.isMerged() === true ? undefined : whole.admitRows({ importId }))),
      mergeChunks: host.work(({ numbers, total, rows }, report) =>
        eachPiece(numbers, async (number) => {
          const summary = `chunk ${number}, ${total} in all, about ${rows} rows`;
          const merge = () => pieces.mergeChunk.executeWithOptions({ ...PIECE, summary }, [{ importId, number }]);
          const outcome = await outcomeOf(atOnce?.take('chunk') ?? merge());
          report(
            'reason' in outcome
              ? { type: 'CHUNK_PARKED', number, ...outcome }
              : { type: 'CHUNK_MERGED', number, ...outcome },
          );
        }),
      ),
      skipChunk: host.work(async ({ number, reason }, report) => {
        report({ type: 'CHUNK_MERGED', number, ...(await whole.skipChunk({ importId, number, reason })) });
      }),
      settle: host.work(() => whole.settleImport({ importId })),
    },
  });

  const view = await host.run({
    machine,
    input,
    snapshot,
    carried,
    view: subscriberImportView,
    details: (current) => subscriberImportDetails(input, current),
    record: async ({ state, error_message }) => {
      // What is done at once is over before anybody could see that it has begun.
      if (state === 'splitting' && (await atOnce?.outcome()) === true) return;
      await recordImportState({ importId, state, errorMessage: error_message });
    },
    continueAsNew: (persisted, carry) => continueAsNew<typeof subscriberImport>(input, persisted, carry),
  });
  // A command is answered when its workflow task is over, and to drop the tables of a large import takes seconds.
  const isHandedOut = isHandedOutFromStart || (atOnce === null && handsOutCleanUp());
  const cleanUp = isHandedOut ? whole.cleanUpImport : cleanUpImport;
  await CancellationScope.nonCancellable(() => cleanUp({ importId }));
  return view;
}

/** Works on the pieces, a few at once; the first error stops new ones, and is thrown when those in flight have ended. */
async function eachPiece(numbers: readonly number[], perform: (number: number) => Promise<void>): Promise<void> {
  const queue = [...numbers];
  const lane = async () => {
    for (let number = queue.shift(); number !== undefined; number = queue.shift()) {
      await perform(number).catch((error: unknown) => {
        queue.length = 0;
        throw error;
      });
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: PARALLEL_PIECES }, lane));
  const broken = lanes.find((result) => result.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
}

async function outcomeOf<Result>(work: Result | Promise<Result>): Promise<Result | { reason: string }> {
  try {
    return await work;
  } catch (error) {
    const fault = faultOf(error);
    // A cancelled piece may end with any failure (a timeout, a lost connection): it is not done, but nothing is wrong.
    if (CancellationScope.current().consideredCancelled) throw error;
    if (fault === undefined || concernsWholeImport(fault)) throw error;
    return { reason: fault.message };
  }
}
