import { QueueFull } from '../../engine/platform/fair-queue.ts';
import { TooManyCalls } from './errors.ts';

/** Answer to calls for which a queue has no place. */
export interface FullQueue {
  /** Says what there is too much of, as "too many analyses of this organization wait". */
  readonly reason: string;
  readonly retrySeconds: number;
}

/** Runs work that waits in a queue. @throws TooManyCalls when the queue is full; whatever the work throws */
export async function refuseFullQueue<Result>(
  { reason, retrySeconds }: FullQueue,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof QueueFull ? new TooManyCalls(reason, retrySeconds) : error;
  }
}
