import { CancellationScope, sleep } from '@temporalio/workflow';

/**
 * Durable timers for an actor. The sandbox's own setTimeout looks its timers up by their number in a table that all
 * workflows of a worker share, so that one workflow's clearTimeout ends another's timer.
 */
export const workflowClock = {
  setTimeout: (ring: () => void, milliseconds: number): CancellationScope => {
    const timer = new CancellationScope();
    void timer.run(() => sleep(Math.max(1, milliseconds))).then(ring, () => undefined);
    return timer;
  },
  clearTimeout: (timer: CancellationScope): void => timer.cancel(),
};
