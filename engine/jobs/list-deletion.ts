import type { ListDeletionInput } from '../../machines/list-deletion.ts';
import type { DeletedList } from '../db/lists/list-deletions.ts';
import type { JobStart } from './start-job.ts';

/** The names of this kind of job, and the commands that its machine takes. */
export const LIST_DELETION = {
  name: 'list_deletion',
  workflowType: 'listDeletion',
  idPrefix: 'list-deletion',
  commands: ['pause', 'unpause', 'retry'],
} as const;

/** The workflow id of a list's deletion: a list is deleted once, however often it is started. */
export function listDeletionWorkflowId(mailingListId: number, workflowIdPrefix: string): string {
  return `${workflowIdPrefix}${LIST_DELETION.idPrefix}/${mailingListId}`;
}

/** Returns the start of a deletion's workflow, for a list that is marked as deleted. */
export function listDeletionStart(
  { mailingListId, jobKey, organizationId }: DeletedList,
  workflowIdPrefix: string,
): JobStart {
  const input: ListDeletionInput = { mailingListId };
  return {
    workflowType: LIST_DELETION.workflowType,
    workflowId: listDeletionWorkflowId(mailingListId, workflowIdPrefix),
    jobKey,
    input,
    state: 'cancelling_jobs',
    organizationId,
    mailingListId,
    summary: `Deletion of mailing list ${mailingListId}`,
    details: `The list is already marked as deleted. Commands: ${LIST_DELETION.commands.join(', ')}.`,
  };
}
