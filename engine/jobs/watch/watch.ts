import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { WorkflowIdConflictPolicy } from '@temporalio/common';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { answerWatchTask } from './answer-task.ts';
import { WATCH } from '../../../workflows/names.ts';
import { watchDetails, watchDetailsWithout } from './details.ts';
import { readTroubles } from './troubles.ts';

export interface WatchDeps {
  /** Its connection is the watch's own, and tries nothing twice: what fails is tried again here. */
  readonly client: Client;
  readonly pool: Pool;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Keeps a workflow in Temporal whose current details name every stuck or stalled job, its cause and its remedy. The
 * details of a job are answered by a worker, so without one, or with one that cannot run the job's code, it
 * cannot tell by itself; this workflow does nothing but answer, and any process with a client can answer for it.
 * @returns what ends the watch in this process and resolves when nothing is asked any more; the workflow goes on
 */
export function keepWatch(deps: WatchDeps): () => Promise<void> {
  const { client, log } = deps;
  let isEnding = false;
  let failures = 0;
  let giving = new AbortController();

  const watch = async () => {
    while (!isEnding) {
      // A signal keeps hold of every call that was made with it, so each round has its own.
      giving = new AbortController();
      try {
        await client.withAbortSignal(giving.signal, () =>
          client.withDeadline(Date.now() + ROUND_MS, () => answerNext(deps)),
        );
        if (failures >= FAILURES_OF_AN_OUTAGE) log.info('the watch over jobs is running again');
        failures = 0;
      } catch (error) {
        if (isEnding) return;
        failures += 1;
        if (failures === FAILURES_OF_AN_OUTAGE) log.warn({ err: error }, 'the watch over jobs failed; retrying');
        await sleep(failures < FAILURES_OF_AN_OUTAGE ? SOON_MS : RETRY_MS, undefined, { signal: giving.signal }).catch(
          () => undefined,
        );
      }
    }
  };

  const ended = watch();
  return () => {
    isEnding = true;
    giving.abort();
    return ended;
  };
}

/** Temporal lets a poll wait for a minute. */
const ROUND_MS = 75_000;
const RETRY_MS = 5_000;
/** Temporal has clients reconnect every five minutes, for which a poll breaks off. */
const FAILURES_OF_AN_OUTAGE = 2;
const SOON_MS = 100;

/** Waits up to a minute for a question, after making sure that the workflow runs. */
async function answerNext({ client, pool }: WatchDeps): Promise<void> {
  await client.workflow.start(WATCH_TYPE, {
    workflowId: WATCH,
    taskQueue: WATCH,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    staticSummary: 'Stuck and stalled jobs',
    staticDetails: 'Its current details are computed when they are queried. It does no other work.',
  });
  const task = await client.workflowService.pollWorkflowTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name: WATCH },
    identity: client.options.identity,
  });
  // A poll that times out ends without a task.
  if (task.taskToken.length === 0) return;
  await answerWatchTask(client, task, () => readTroubles(client, pool).then(watchDetails, watchDetailsWithout));
}

const WATCH_TYPE = 'watch';
