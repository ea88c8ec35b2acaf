import type { Worker } from '@temporalio/worker';

/** The workers of one process: that of the workflows, which may be replaced, and those that have activities alone. */
export interface ProcessWorkers {
  /** Whether all of them take tasks, or one is being replaced. */
  isRunning(): boolean;
  /** Runs them until all have stopped; the end of one stops the others. */
  run(): Promise<void>;
  /** Drops every workflow from memory: another worker takes the place of theirs, and reads their histories from Temporal. */
  forgetWorkflows(): void;
  /** Ends them: they take no new tasks. */
  shutDown(): void;
}

/** Creates them. @param createWorkflows creates the worker of the workflows; called again for each that takes its place */
export async function createProcessWorkers(
  createWorkflows: () => Promise<Worker>,
  others: readonly Worker[],
): Promise<ProcessWorkers> {
  let workflows = await createWorkflows();
  let isReplacing = false;
  let isStopping = false;

  const shutDown = () => {
    isStopping = true;
    for (const worker of [workflows, ...others]) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  const runWorkflows = async () => {
    for (;;) {
      const run = workflows.run();
      isReplacing = false;
      // Asked to stop while it was created.
      if (isStopping) workflows.shutdown();
      await run;
      // Of `forgetWorkflows`, which is called during the run.
      if (!(isReplacing as boolean) || isStopping) return;
      workflows = await createWorkflows();
    }
  };

  return {
    isRunning: () =>
      others.every((worker) => worker.getState() === 'RUNNING') && (isReplacing || workflows.getState() === 'RUNNING'),
    run: async () => {
      const runs = [runWorkflows(), ...others.map((worker) => worker.run())];
      const ended = await Promise.allSettled(runs.map((run) => run.finally(shutDown)));
      const failed = ended.find((end) => end.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
    forgetWorkflows: () => {
      if (workflows.getState() !== 'RUNNING') return;
      isReplacing = true;
      workflows.shutdown();
    },
    shutDown,
  };
}
