import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import { JOB_VIEW } from './names.ts';

/** What any job answers to the query `jobView`; each kind adds its own figures. */
export interface JobView {
  readonly state: string;
  readonly health: 'ok' | 'stalled';
  readonly error_message: string | null;
}

/**
 * The commands every job takes, declared once. Each is offered twice under the same name: as an update (rejected with an
 * ApplicationFailure of type `CommandRejected` before anything is written to history, answered when it holds) and as a
 * signal (fire and forget, for the Temporal UI and `temporal workflow signal`).
 */
export const COMMANDS = ['pause', 'unpause', 'cancel', 'retry', 'skip_chunk', 'fail'] as const;
export type Command = (typeof COMMANDS)[number];

/** Who sends a command, as ids: the key of an API call, the operator at a command line, or a part of this service. */
export type CommandActor =
  | { readonly type: 'api_key' | 'list_deletion'; readonly id: number }
  | { readonly type: 'operator'; readonly name: string }
  | { readonly type: 'maintenance' };

/** What every command may carry, as a signal or an update; the Temporal UI and older clients send none of it. */
export type CommandArguments = [reason?: string | null, by?: CommandActor];

export const updates = {
  pause: defineUpdate<JobView>('pause'),
  unpause: defineUpdate<JobView>('unpause'),
  cancel: defineUpdate<JobView>('cancel'),
  retry: defineUpdate<JobView>('retry'),
  skip_chunk: defineUpdate<JobView>('skip_chunk'),
  fail: defineUpdate<JobView, [reason: string]>('fail'),
} as const;

export const signals = {
  pause: defineSignal('pause'),
  unpause: defineSignal('unpause'),
  cancel: defineSignal('cancel'),
  retry: defineSignal('retry'),
  skip_chunk: defineSignal('skip_chunk'),
  fail: defineSignal<[reason: string]>('fail'),
} as const;

/** A command that a job took; `by` is null when it carried no actor, `at` is ISO 8601. */
export interface LastCommand {
  /** `restart` is no message to a job: it starts the workflow of a failed one again. */
  readonly command: Command | 'restart';
  readonly at: string;
  readonly by: CommandActor | null;
}

/** What the query adds to the view of a job that took a command. */
export interface LastCommandView {
  readonly last_command: LastCommand;
}

export const jobView = defineQuery<JobView & Partial<StuckView> & Partial<LastCommandView>>(JOB_VIEW);

/** What holds a job up from outside, in words for operators. */
export interface Diagnosis {
  readonly cause: string;
  readonly sentence: string;
  /** A command, or what else frees the job. */
  readonly remedy: string;
}

/** What the query adds to the view of a job that was told what it is stuck by. */
export interface StuckView {
  readonly stuck: Diagnosis;
}

/** Tells a job what it is stuck by; null when it no longer is. Sent by the maintenance only. */
export const diagnosed = defineSignal<[diagnosis: Diagnosis | null]>('diagnosed');
