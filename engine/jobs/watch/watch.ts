import { setTimeout as sleep } from 'node:timers/promises';
import { WorkflowIdConflictPolicy } from '@temporalio/common';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Client } from '@temporalio/client';
import type { TemporalClient } from '../temporal-client.ts';
import { readJobsReport } from './jobs-report.ts';
import { toClientPayload } from '../client-payloads.ts';
import type { JobsReport } from './jobs-report.ts';

/** Connections of the watch. */
export interface WatchDeps {
  /** A connection of its own without retries: the watch retries by itself. */
  readonly client: TemporalClient;
  readonly pool: Pool;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Resolves when the namespace is known to belong to the database. @throws as long as it is not */
  readonly own: () => Promise<void>;
}

/**
 * Serves the workflow whose current details list every stuck or stalled job with its cause and remedy. A job's own
 * details need a worker that can run its code; this workflow has no code, so any process with a client can answer its
 * queries.
 * @returns a function that stops serving in this process and resolves when no call is open; the workflow keeps running
 */
export function runWatch(deps: WatchDeps): () => Promise<void> {
  const { client, log } = deps;
  let isEnding = false;
  let failures = 0;
  let round = new AbortController();

  const watch = async () => {
    while (!isEnding) {
      // A signal retains every call that was made with it, so each round has its own.
      round = new AbortController();
      try {
        await client.withAbortSignal(round.signal, () =>
          client.withDeadline(Date.now() + ROUND_TIMEOUT_MS, () => completeNextTask(deps)),
        );
        if (failures >= FAILURES_OF_AN_OUTAGE) log.info('the watch over jobs is running again');
        failures = 0;
      } catch (error) {
        if (isEnding) return;
        failures += 1;
        if (failures === FAILURES_OF_AN_OUTAGE) log.warn({ err: error }, 'the watch over jobs failed; retrying');
        await sleep(failures < FAILURES_OF_AN_OUTAGE ? FIRST_RETRY_MS : RETRY_MS, undefined, {
          signal: round.signal,
        }).catch(() => undefined);
      }
    }
  };

  const ended = watch();
  return () => {
    isEnding = true;
    round.abort();
    return ended;
  };
}

/** Longer than Temporal's long poll of one minute. */
const ROUND_TIMEOUT_MS = 75_000;
const RETRY_MS = 5_000;
/** Temporal makes clients reconnect every five minutes, which interrupts a poll; one failure is no outage. */
const FAILURES_OF_AN_OUTAGE = 2;
const FIRST_RETRY_MS = 100;

/** Starts the workflow if it is not running, and polls up to a minute for a query. */
async function completeNextTask({ client, pool, own }: WatchDeps): Promise<void> {
  await own();
  await client.workflow.start(WATCH_TYPE, {
    workflowId: client.names.watch,
    taskQueue: client.names.watchQueue,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    staticSummary: 'Stuck and stalled jobs',
    staticDetails: 'Its current details are computed when they are queried. It does no other work.',
  });
  const task = await client.workflowService.pollWorkflowTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name: client.names.watchQueue },
    identity: client.options.identity,
  });
  // A poll that times out ends without a task.
  if (task.taskToken.length === 0) return;
  await completeWatchTask(client, task, () => readJobsReport(client, pool).then(watchDetails, watchDetailsOnError));
}

const WATCH_TYPE = 'watch';

type Task = Awaited<ReturnType<Client['workflowService']['pollWorkflowTaskQueue']>>;
type Query = NonNullable<Task['query']>;

/** Number of temporal.api.enums.v1.QueryResultType. */
const RESULTS = { ANSWERED: 1, FAILED: 2 } as const;

/**
 * Completes one workflow task of the watch, which issues no commands and only answers queries.
 * @throws whatever the client throws when Temporal rejects the answer, for instance because the query has timed out
 */
async function completeWatchTask(client: Client, task: Task, details: () => Promise<string>): Promise<void> {
  const { taskToken, query } = task;
  const common = { namespace: client.options.namespace, taskToken };
  if (query) {
    const { resultType, answer, errorMessage } = await queryResult(client, query, details);
    await client.workflowService.respondQueryTaskCompleted({
      ...common,
      completedType: resultType,
      ...(answer === undefined ? { errorMessage } : { queryResult: answer }),
    });
    return;
  }
  const answers = Object.entries(task.queries).map(
    async ([id, each]) => [id, await queryResult(client, each, details)] as const,
  );
  await client.workflowService.respondWorkflowTaskCompleted({
    ...common,
    identity: client.options.identity,
    commands: [],
    queryResults: Object.fromEntries(await Promise.all(answers)),
  });
}

/** The query that the Temporal UI sends; the result is a temporal.api.sdk.v1.WorkflowMetadata. */
const METADATA_QUERY = '__temporal_workflow_metadata';

async function queryResult(client: Client, { queryType }: Query, details: () => Promise<string>) {
  if (queryType !== METADATA_QUERY) {
    return { resultType: RESULTS.FAILED, errorMessage: `The watch supports the query ${METADATA_QUERY} only.` };
  }
  const metadata = { definition: { type: 'watch' }, currentDetails: await details() };
  return { resultType: RESULTS.ANSWERED, answer: { payloads: [await toClientPayload(client, metadata)] } };
}

/** Renders the current details of the watch as Markdown: each stuck or stalled job, its cause and its remedy. */
function watchDetails({ taskQueues, running, stuckOrStalled, unchecked }: JobsReport): string {
  const { workers, backlogs } = taskQueues;
  const waiting = backlogs.map(({ taskQueue, tasks }) => `${tasks} (\`${taskQueue}\`)`).join(', ');
  const lines = [
    stuckOrStalled.length === 0
      ? '**No job is stuck or stalled.**'
      : `**Stuck or stalled: ${stuckOrStalled.length} of ${running} running jobs.**`,
    `Workers that polled within the last minute: ${workers}. Tasks waiting for a worker: ${waiting}.`,
    ...stuckOrStalled.map(
      ({ workflowId, diagnosis: { cause, sentence, remedy } }) =>
        `- \`${workflowId}\`, **${cause}:** ${sentence}\n  What to do: ${remedy}`,
    ),
  ];
  if (unchecked > 0) lines.push(`${unchecked} more running jobs were not checked.`);
  return lines.join('\n\n');
}

/** Renders the current details for a report that could not be read. */
function watchDetailsOnError(error: unknown): string {
  return `**The state of the jobs is unknown:** Temporal did not respond (${error instanceof Error ? error.name : 'unknown'}).`;
}
