import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { StateValue } from 'xstate';
import type { JobView } from '../machines/job-view.ts';
import { JOB_VIEW } from './names.ts';

export type { JobView };

/**
 * The commands every job takes, declared once. Each is offered twice under the same name: as an update (rejected with an
 * ApplicationFailure of type `CommandRejected` before anything is written to history, answered when it holds) and as a
 * signal (fire and forget, for the Temporal UI and `temporal workflow signal`).
 */
export const COMMANDS = ['pause', 'unpause', 'cancel', 'retry', 'skip_chunk', 'fail'] as const;
export type Command = (typeof COMMANDS)[number];

/** The sender of a command, as ids: an API key, a user, an operator at a command line, or a part of this service. */
export type CommandActor =
  | { readonly type: 'api_key' | 'user' | 'list_deletion'; readonly id: number }
  | { readonly type: 'operator'; readonly name: string }
  | { readonly type: 'maintenance' };

/** The arguments of every command, as a signal or an update; the Temporal UI and older clients send none. */
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

/** The part of the view that shows the last command. */
export interface LastCommandView {
  readonly last_command: LastCommand;
}

/** The part of the view that shows the state of the machine. */
export interface MachineStateView {
  readonly machine_state: {
    /** As XState writes it: a name, or an object of names for states inside others. */
    readonly value: StateValue;
    /** The state to which UNPAUSE leads back, its names joined with dots; null while the job takes no UNPAUSE. */
    readonly returns_to: string | null;
  };
}

/** The query for the view of any job; each kind adds its own figures. */
export const jobView = defineQuery<JobView & Partial<StuckView> & Partial<LastCommandView> & Partial<MachineStateView>>(
  JOB_VIEW,
);

/** Diagnosis of a job that is blocked from outside, in words for operators. */
export interface Diagnosis {
  readonly cause: string;
  readonly sentence: string;
  /** The command, or the action, that frees the job. */
  readonly remedy: string;
}

/** The part of the view that shows the diagnosis of a stuck job. */
export interface StuckView {
  readonly stuck: Diagnosis;
}

/** Sets the diagnosis of a job; null clears it. Sent by the maintenance workflow only. */
export const diagnosed = defineSignal<[diagnosis: Diagnosis | null]>('diagnosed');
