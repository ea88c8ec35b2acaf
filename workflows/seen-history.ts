import { proxySinks, workflowInfo } from '@temporalio/workflow';
import type { Sinks, WorkflowInterceptorsFactory } from '@temporalio/workflow';

/** Reports from workflows to their worker. */
export interface HistorySinks extends Sinks {
  readonly history: {
    /** @param length events of the history that the workflow has in memory @param at time of the last one in Unix milliseconds, or a later one */
    seen(length: number, at: number): void;
  };
}

/** Reports after each workflow task how much of its history the workflow has in memory. It adds no command, so histories replay with and without it. */
export const interceptors: WorkflowInterceptorsFactory = () => {
  const { history } = proxySinks<HistorySinks>();
  return {
    internals: [
      {
        concludeActivation: (input, next) => {
          const { historyLength, unsafe } = workflowInfo();
          if (!unsafe.isReplaying && isKept(input.commands)) history.seen(historyLength, Date.now());
          return next(input);
        },
      },
    ],
  };
};

type Commands = Parameters<
  NonNullable<NonNullable<ReturnType<WorkflowInterceptorsFactory>['internals']>[number]['concludeActivation']>
>[0]['commands'];

/** Whether Temporal keeps the task in the history: it does not when the task only rejects an update or answers a query. */
function isKept(commands: Commands): boolean {
  return (
    commands.length === 0 ||
    commands.some(({ respondToQuery, updateResponse }) => !respondToQuery && !updateResponse?.rejected)
  );
}
