import type { Client } from '@temporalio/client';
import { toClientPayload } from '../client-payloads.ts';

type Task = Awaited<ReturnType<Client['workflowService']['pollWorkflowTaskQueue']>>;
type Query = NonNullable<Task['query']>;

/** Number of temporal.api.enums.v1.QueryResultType. */
const RESULTS = { ANSWERED: 1, FAILED: 2 } as const;

/**
 * Completes one workflow task of the watch, which issues no commands and only answers queries.
 * @throws whatever the client throws when Temporal rejects the answer, for instance because the query has timed out
 */
export async function completeWatchTask(client: Client, task: Task, details: () => Promise<string>): Promise<void> {
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
