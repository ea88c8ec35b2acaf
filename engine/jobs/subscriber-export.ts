import type { SubscriberExportInput } from '../../machines/subscriber-export.ts';
import type { StartableExport } from '../db/exports/unfinished.ts';
import type { JobStart } from './start-job.ts';

/** The names of this kind of job, and the commands that its machine takes. */
export const SUBSCRIBER_EXPORT = {
  name: 'subscriber_export',
  workflowType: 'subscriberExport',
  idPrefix: 'subscriber-export',
  commands: ['pause', 'unpause', 'cancel', 'retry', 'fail'],
} as const;

/** The workflow id of an export: one export is one workflow, however often it is started. */
export function subscriberExportWorkflowId(exportId: number, workflowIdPrefix: string): string {
  return `${workflowIdPrefix}${SUBSCRIBER_EXPORT.idPrefix}/${exportId}`;
}

/** Returns the start of an export's workflow, for a row that is committed. */
export function subscriberExportStart(
  { id, jobKey, organizationId, mailingListId }: StartableExport,
  workflowIdPrefix: string,
): JobStart {
  const input: SubscriberExportInput = { exportId: id };
  return {
    workflowType: SUBSCRIBER_EXPORT.workflowType,
    workflowId: subscriberExportWorkflowId(id, workflowIdPrefix),
    jobKey,
    input,
    state: 'idle',
    organizationId,
    mailingListId,
    summary: `Subscriber export ${id} of mailing list ${mailingListId}`,
    details: `Commands: ${SUBSCRIBER_EXPORT.commands.join(', ')}.`,
  };
}
