import { CancellationScope, sleep } from '@temporalio/workflow';

/**
 * Durable timers for an actor. The sandbox's setTimeout keeps the timers of all workflows of a worker in one table, by
 * number, so one workflow's clearTimeout can end another's timer.
 */
export const workflowClock = {
  setTimeout: (ring: () => void, milliseconds: number): CancellationScope => {
    const timer = new CancellationScope();
    void timer.run(() => sleep(Math.max(1, milliseconds))).then(ring, () => undefined);
    return timer;
  },
  clearTimeout: (timer: CancellationScope): void => timer.cancel(),
};
