import type { Client } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';

type Task = Awaited<ReturnType<Client['workflowService']['pollWorkflowTaskQueue']>>;
type Query = NonNullable<Task['query']>;

/** Number of temporal.api.enums.v1.QueryResultType. */
const RESULTS = { ANSWERED: 1, FAILED: 2 } as const;

/**
 * Answers one task of a workflow that decides nothing and only has details to tell.
 * @throws whatever the client throws when Temporal does not take the answer, as when who asked has gone
 */
export async function answerWatchTask(client: Client, task: Task, details: () => Promise<string>): Promise<void> {
  const { taskToken, query } = task;
  const common = { namespace: client.options.namespace, taskToken };
  if (query) {
    const { resultType, answer, errorMessage } = await answerOf(query, details);
    await client.workflowService.respondQueryTaskCompleted({
      ...common,
      completedType: resultType,
      ...(answer === undefined ? { errorMessage } : { queryResult: answer }),
    });
    return;
  }
  const answers = Object.entries(task.queries).map(async ([id, each]) => [id, await answerOf(each, details)] as const);
  await client.workflowService.respondWorkflowTaskCompleted({
    ...common,
    identity: client.options.identity,
    commands: [],
    queryResults: Object.fromEntries(await Promise.all(answers)),
  });
}

/** What every SDK answers for the Temporal UI: temporal.api.sdk.v1.WorkflowMetadata. */
const METADATA_QUERY = '__temporal_workflow_metadata';

async function answerOf({ queryType }: Query, details: () => Promise<string>) {
  if (queryType !== METADATA_QUERY) {
    return { resultType: RESULTS.FAILED, errorMessage: `The watch supports the query ${METADATA_QUERY} only.` };
  }
  const metadata = { definition: { type: 'watch' }, currentDetails: await details() };
  return { resultType: RESULTS.ANSWERED, answer: { payloads: [defaultPayloadConverter.toPayload(metadata)] } };
}
