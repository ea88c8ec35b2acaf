import { readFile } from 'node:fs/promises';
import { defaultPayloadConverter, TypedSearchAttributes } from '@temporalio/common';
import { encodeUnifiedSearchAttributes } from '@temporalio/common/lib/converter/payload-search-attributes.js';
import proto from '@temporalio/proto';
import type { coresdk, temporal } from '@temporalio/proto';
import { parseWorkflowCode } from '@temporalio/worker/lib/worker.js';
import { ReusableVMWorkflowCreator } from '@temporalio/worker/lib/workflow/reusable-vm.js';
import { SdkFlags } from '@temporalio/workflow/lib/flags.js';
import { createSubscriberImportActivities } from '../../engine/activities/subscriber-import.ts';
import type { ActivityDeps } from '../../engine/activities/deps.ts';
import { bundleWorkflows } from '../../engine/roles/workflow-bundle.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/names.ts';

// The SDK's own sandbox with the bundle of the workflows, as a worker runs it, without the SDK's connection to a server. What
// is imported from `lib` is not public: an upgrade of the SDK may need changes here.

/** A job of an activation as plain data; numbers stand for Longs. */
export type Job = Readonly<Record<string, object>>;
export type Command = coresdk.workflow_commands.IWorkflowCommand;
export type Payload = temporal.api.common.v1.IPayload;
export type Failure = temporal.api.failure.v1.IFailure;

/** One run of a workflow. */
export interface Run {
  readonly workflowType: string;
  readonly workflowId: string;
  readonly runId: string;
  readonly taskQueue: string;
  readonly arguments: readonly Payload[];
}

/** Time and length of the history at the start of an activation. */
export interface Moment {
  /** Seconds. */
  readonly now: number;
  readonly historyLength: number;
  readonly isReplaying?: boolean;
  readonly suggestsContinueAsNew?: boolean;
}

/** A run of a workflow in memory. */
export interface LiveRun {
  /** Runs the workflow until it waits again. @throws Error when the workflow task fails, as by a bug */
  activate(jobs: readonly Job[], moment: Moment): Promise<readonly Command[]>;
  dispose(): Promise<void>;
}

/** The workflows of the engine. */
export interface Sandbox {
  /** Loads a run that has not begun; its first job is `beginning(run)`. */
  load(run: Run, moment: Moment): Promise<LiveRun>;
  close(): Promise<void>;
}

/** Loads the workflows of the engine. @throws Error when the bundle cannot be made */
export async function openSandbox(): Promise<Sandbox> {
  const bundle = await bundleWorkflows();
  const code = 'codePath' in bundle ? await readFile(bundle.codePath, 'utf8') : bundle.code;
  const creator = await ReusableVMWorkflowCreator.create(parseWorkflowCode(code), MOST_MS, ACTIVITIES);
  return {
    load: async (run, moment) => {
      const workflow = await creator.createWorkflow({
        info: infoOf(run, moment) as never,
        randomnessSeed: [...Buffer.from(run.runId)],
        now: moment.now * 1000,
        showStackTraceSources: false,
      });
      return {
        activate: async (jobs, { now, historyLength, isReplaying = false, suggestsContinueAsNew = false }) => {
          const completion = await workflow.activate(
            proto.coresdk.workflow_activation.WorkflowActivation.fromObject({
              runId: run.runId,
              timestamp: timestampOf(now),
              historyLength,
              historySizeBytes: 0,
              isReplaying,
              continueAsNewSuggested: suggestsContinueAsNew,
              // A worker of this version has written the history.
              availableInternalFlags: isReplaying ? SDK_FLAGS : [],
              jobs,
            }),
          );
          await workflow.getAndResetSinkCalls();
          if (!completion.successful) throw new Error(`${run.workflowId}: ${completion.failed?.failure?.message}`);
          return completion.successful.commands ?? [];
        },
        dispose: () => workflow.dispose(),
      };
    },
    close: () => creator.destroy(),
  };
}

const SDK_FLAGS = Object.values(SdkFlags).map(({ id }) => id);

const ACTIVITIES = new Set(Object.keys(createSubscriberImportActivities({} as ActivityDeps)));

/** A workflow may run for so long between two waits. */
const MOST_MS = 60_000;

/** The job that begins a run. */
export function beginning(run: Run, now: number): Job {
  return {
    initializeWorkflow: {
      searchAttributes: { indexedFields: encodeUnifiedSearchAttributes(undefined, ATTRIBUTES) },
      workflowType: run.workflowType,
      workflowId: run.workflowId,
      arguments: [...run.arguments],
      randomnessSeed: 1,
      attempt: 1,
      startTime: timestampOf(now),
    },
  };
}

/** A value as it travels between a server, workflows and activities. */
export function payloadOf(value: unknown): Payload {
  return defaultPayloadConverter.toPayload(value);
}

/** The value of a payload; undefined for none. */
export function valueOf(payload: Payload | null | undefined): unknown {
  return payload ? defaultPayloadConverter.fromPayload(payload) : undefined;
}

/** Reads a duration; undefined when there is none. */
export function secondsOf(duration: { seconds?: unknown; nanos?: number | null } | null | undefined) {
  return duration ? Number(duration.seconds ?? 0) + (duration.nanos ?? 0) / 1e9 : undefined;
}

/** Virtual time begins at a round moment, so that no run depends on when it is made. */
const EPOCH_SECONDS = 1_800_000_000;

function timestampOf(seconds: number) {
  const whole = Math.floor(seconds);
  return { seconds: EPOCH_SECONDS + whole, nanos: Math.round((seconds - whole) * 1e9) };
}

function infoOf({ workflowType, workflowId, runId, taskQueue }: Run, { now, historyLength }: Moment) {
  const startTime = new Date((EPOCH_SECONDS + now) * 1000);
  return {
    ...{ workflowType, workflowId, runId, taskQueue, historyLength },
    ...{ firstExecutionRunId: runId, originalExecutionRunId: runId, namespace: 'default' },
    ...{ searchAttributes: {}, typedSearchAttributes: NO_ATTRIBUTES, startTime, runStartTime: startTime },
    ...{ taskTimeoutMs: 10_000, attempt: 1, historySize: 0, continueAsNewSuggested: false },
    unsafe: { isReplaying: false, isReplayingHistoryEvents: false },
  };
}

const NO_ATTRIBUTES = { get: () => undefined };

/** The attribute by which a job knows that it is to keep all of them up to date. */
const ATTRIBUTES = new TypedSearchAttributes([{ key: SEARCH_ATTRIBUTES.jobState, value: 'scheduled' }]);
