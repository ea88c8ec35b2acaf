import type { JobAction } from './job-actions.ts';

const ACTIONS: Readonly<Record<string, JobAction>> = {
  activity_paused: 'unpause',
  lock_wait: 'unblock',
  poison_chunk: 'retry',
  refused_work: 'retry',
};

/** The action that frees a job from a cause; null when the remedy is outside of the job. */
export function remedyAction(cause: string): JobAction | null {
  return ACTIONS[cause] ?? null;
}
