import {
  CancellationScope,
  continueAsNew,
  proxyActivities,
  proxyLocalActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { ActivityOptions } from '@temporalio/workflow';
import type { createSubscriberImportActivities } from '../engine/activities/subscriber-import.ts';
import type { Fault } from '../machines/faults.ts';
import type { Batch, ScanResult, SizedReference, TurnTaken } from '../machines/subscriber-import-work.ts';
import type { SubscriberImportInput } from '../machines/subscriber-import-context.ts';
import { subscriberImportMachine } from '../machines/subscriber-import.ts';
import { subscriberImportView } from '../machines/subscriber-import-view.ts';
import type { SubscriberImportView } from '../machines/subscriber-import-view.ts';
import { createJobHost } from './job-actor.ts';
import type { JobSnapshot } from './job-actor.ts';
import { faultOf } from './job-work.ts';
import type { Carried } from './last-command.ts';
import { downloadsQueueOf, smallQueueOf } from './names.ts';
import { recordOptions } from './record-options.ts';
import { stateChange } from './state-change.ts';
import { eachGroup } from './task-groups.ts';
import { BACKOFF, WORK } from './work-options.ts';
import { stayOnVersion } from './worker-version.ts';
import { subscriberImportDetails } from './subscriber-import-details.ts';

type Activities = ReturnType<typeof createSubscriberImportActivities>;

const whole = proxyActivities<Activities>(WORK);

/** A task is retried for about a quarter of an hour before it is parked, so that the other tasks can go on. */
const TASK = { ...WORK, retry: { ...BACKOFF, maximumAttempts: 50 } } as const;
const tasks = proxyActivities<Activities>(TASK);

/** A group is retried for about two minutes, so that it outlives its worker and can be paused; then its tasks are tried one by one. */
const GROUP = { retry: { ...BACKOFF, maximumAttempts: 10 } } as const;

/** Local activities: all messages wait for them, so there is one attempt, of at most a second. What they leave undone is done otherwise. */
const local = proxyLocalActivities<Activities>({ startToCloseTimeout: '1s', retry: { maximumAttempts: 1 } });

/** The one that does an import waits up to two seconds for the turn of its organization before its second. */
const inline = proxyLocalActivities<Activities>({ startToCloseTimeout: '3s', retry: { maximumAttempts: 1 } });

/** The subscriber import as a durable job; `snapshot` and `carried` bring an earlier run's state into this one. */
export async function subscriberImport(
  input: SubscriberImportInput,
  snapshot?: JobSnapshot,
  carried?: Carried,
): Promise<SubscriberImportView> {
  const { importId } = input;
  const { recordImportState, balanceImport } = proxyActivities<Activities>(recordOptions());
  const host = createJobHost<typeof subscriberImportMachine>();
  // Downloads that were scheduled before they had a task queue of their own are still served by the other one.
  const taskQueue = downloadsQueueOf(workflowInfo().taskQueue);
  const { downloadSource } = proxyActivities<Activities>({ ...WORK, taskQueue });
  // One activity less is a tenth of what a small import costs. Not when a command ended it, whose answer waits for the record.
  const isSmall = input.small === true;
  const cleansUp = (state: string) => isSmall && state === 'finished';

  const machine = subscriberImportMachine.provide({
    delays: { untilBegin: () => untilBegin(input) },
    actors: {
      reopen: host.work(() => whole.reopenImport({ importId })),
      takeTurn: host.work((): Promise<TurnTaken> =>
        whole.takeTurn.executeWithOptions({ ...WORK, ...onSmallQueue() }, [{ importId }]),
      ),
      download: host.work(() => downloadSource({ importId })),
      importInline: host.work(
        () => inline.importAtOnce({ importId, fairnessKey: workflowInfo().priority?.fairnessKey }),
        {
          isLocal: true,
        },
      ),
      scan: host.work((reference: SizedReference): Promise<ScanResult> =>
        whole.scanSource.executeWithOptions({ ...WORK, ...queueOf(reference) }, [{ importId }]),
      ),
      stageRanges: host.work((batch, report) => {
        const reference = { importId, ...goingWithSmall(batch) };
        return eachOf(batch, {
          unit: 'range',
          group: (numbers, options) => tasks.stageRanges.executeWithOptions(options, [{ ...reference, numbers }]),
          single: (number, options) => tasks.stageRange.executeWithOptions(options, [{ ...reference, number }]),
          done: (number, result) => report({ type: 'RANGE_STAGED', number, ...result }),
          failed: (number, fault) => report({ type: 'RANGE_FAILED', number, fault }),
        });
      }),
      skipRange: host.work(async ({ number, reason }, report) => {
        report({ type: 'RANGE_STAGED', number, ...(await whole.skipRange({ importId, number, reason })) });
      }),
      resetStaging: host.work(() => whole.resetStaging({ importId })),
      admit: host.work(() => whole.admitRows({ importId })),
      mergeChunks: host.work((batch, report) => {
        const { maxFailed } = batch;
        const reference = { importId, ...(maxFailed !== undefined && { maxFailed }), ...goingWithSmall(batch) };
        return eachOf(batch, {
          unit: 'chunk',
          group: (numbers, options) => tasks.mergeChunks.executeWithOptions(options, [{ ...reference, numbers }]),
          single: (number, options) => tasks.mergeChunk.executeWithOptions(options, [{ ...reference, number }]),
          done: (number, result) => report({ type: 'CHUNK_MERGED', number, ...result }),
          failed: (number, fault) => report({ type: 'CHUNK_FAILED', number, fault }),
        });
      }),
      skipChunk: host.work(async ({ number, reason }, report) => {
        report({ type: 'CHUNK_MERGED', number, ...(await whole.skipChunk({ importId, number, reason })) });
      }),
      countAbsent: host.work(() => whole.countAbsentSubscribers({ importId })),
      settle: host.work(() => whole.settleImport({ importId })),
      balance: host.work(() => balanceImport({ importId })),
    },
  });

  const view = await host.run({
    machine,
    input,
    snapshot,
    carried,
    view: subscriberImportView,
    details: (current) => subscriberImportDetails(input, current),
    recordsCommands: true,
    passesOverBrief: isSmall,
    record: async (changed, commands, mayBeLocal) => {
      const { state, pause_reason } = changed;
      const change: Parameters<Activities['recordImportState']>[0] = {
        importId,
        ...stateChange(changed, commands),
        ...(pause_reason !== undefined && { pauseReason: pause_reason }),
        ...(cleansUp(state) && { cleansUp: true }),
      };
      if (mayBeLocal && (await succeeds(local.recordImportState(change)))) return;
      const answer = await recordImportState(change);
      if (answer === 'finished-already') host.report({ type: 'FOUND_FINISHED' });
    },
    continueAsNew: (persisted, carry) => {
      const begins = input.beginsInMs === undefined ? {} : { beginsInMs: untilBegin(input) };
      return continueAsNew<typeof subscriberImport>({ ...input, ...begins }, persisted, carry);
    },
  });
  if (cleansUp(view.state)) return view;
  await CancellationScope.nonCancellable(() => whole.cleanUpImport({ importId }));
  return view;
}

stayOnVersion(subscriberImport);

/** Milliseconds until the import begins, counted from the start of the run: the clock of Temporal may differ from that of the database. */
function untilBegin({ beginsAt, beginsInMs }: SubscriberImportInput): number {
  const due = beginsInMs === undefined ? (beginsAt ?? 0) : workflowInfo().runStartTime.getTime() + beginsInMs;
  return Math.max(0, due - Date.now());
}

/** Whether an activity succeeds. @throws any error that is no failure of the activity */
async function succeeds(activity: Promise<unknown>): Promise<boolean> {
  try {
    await activity;
    return true;
  } catch (error) {
    if (faultOf(error) === undefined) throw error;
    return false;
  }
}

/** Activities that do the tasks of a batch, and callbacks that their results and faults are reported to. */
interface BatchWork<Result> {
  readonly unit: 'range' | 'chunk';
  readonly group: (numbers: readonly number[], options: ActivityOptions) => Promise<readonly Result[]>;
  readonly single: (number: number, options: ActivityOptions) => Promise<Result>;
  readonly done: (number: number, result: Result) => void;
  /** @returns whether the machine parks the task */
  readonly failed: (number: number, fault: Fault) => boolean;
}

/** Performs the tasks of a batch, in groups. */
function eachOf<Result>(batch: Batch, { unit, group, single, done, failed }: BatchWork<Result>): Promise<void> {
  const options: ActivityOptions = { ...TASK, ...queueOf(batch) };
  const performOne = (number: number) =>
    reported(single(number, { ...options, summary: summaryOf(unit, batch, [number]) }), {
      done: (result) => done(number, result),
      failed: (fault) => failed(number, fault),
    });
  return eachGroup(batch.numbers, {
    group: (numbers) => group(numbers, { ...options, ...GROUP, summary: summaryOf(unit, batch, numbers) }),
    done,
    single: performOne,
  });
}

/** Work of a small import does not wait behind that of large ones. */
function queueOf({ goesWithSmall }: SizedReference): { taskQueue?: string } {
  return goesWithSmall === true ? onSmallQueue() : {};
}

function onSmallQueue(): { taskQueue: string } {
  return { taskQueue: smallQueueOf(workflowInfo().taskQueue) };
}

function goingWithSmall({ goesWithSmall }: Batch): { goesWithSmall?: true } {
  return goesWithSmall === true ? { goesWithSmall } : {};
}

/** Returns the summary of an activity for the Temporal UI. */
function summaryOf(unit: BatchWork<unknown>['unit'], { total, rows }: Batch, numbers: readonly number[]): string {
  const [first] = numbers;
  if (numbers.length === 1) return `${unit} ${first}, ${total} in all, about ${rows} rows`;
  return `${unit}s ${first} to ${numbers.at(-1)}, ${total} in all, about ${rows} rows each`;
}

/**
 * Reports how a task ended. The machine takes the failure of a task that it parks; any other one is thrown, and ends the
 * work on the batch.
 */
async function reported<Result>(
  task: Promise<Result>,
  report: { done(result: Result): void; failed(fault: Fault): boolean },
): Promise<void> {
  try {
    report.done(await task);
  } catch (error) {
    const fault = faultOf(error);
    // A cancelled task may end with any failure (a timeout, a lost connection): it is not done, but nothing is wrong.
    if (CancellationScope.current().consideredCancelled) throw error;
    if (fault === undefined || !report.failed(fault)) throw error;
  }
}
