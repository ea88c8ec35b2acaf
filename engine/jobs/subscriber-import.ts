import type { SubscriberImportInput } from '../../machines/subscriber-import-setup.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/names.ts';
import type { JobStart } from './start-job.ts';

/** The row of an import, as far as starting its workflow is concerned. */
export interface StartableImport {
  readonly id: number;
  readonly organizationId: number;
  readonly mailingListId: number;
  readonly sourceType: SubscriberImportInput['source'];
  readonly beginsAt: Date;
  readonly policy: SubscriberImportInput['policy'];
  /** Whether the source is known to be small, so that the import may run inline. */
  readonly isSmall?: boolean;
}

/** The names of this kind of job. */
export const SUBSCRIBER_IMPORT = {
  name: 'subscriber_import',
  workflowType: 'subscriberImport',
  idPrefix: 'subscriber-import',
} as const;

/** The workflow id of an import: one import is one workflow, however often it is started. */
export function subscriberImportWorkflowId(importId: number, workflowIdPrefix: string): string {
  return `${workflowIdPrefix}${SUBSCRIBER_IMPORT.idPrefix}/${importId}`;
}

/** Returns the start of an import's workflow, for a row that is committed. */
export function subscriberImportStart(job: StartableImport, workflowIdPrefix: string): JobStart {
  return {
    workflowType: SUBSCRIBER_IMPORT.workflowType,
    workflowId: subscriberImportWorkflowId(job.id, workflowIdPrefix),
    input: subscriberImportInput(job),
    state: 'scheduled',
    organizationId: job.organizationId,
    mailingListId: job.mailingListId,
    ids: { [SEARCH_ATTRIBUTES.importId.name]: job.id },
    summary: `Subscriber import ${job.id} into mailing list ${job.mailingListId}`,
    details: `Source: ${job.sourceType}. Commands: pause, unpause, cancel, retry, skip_chunk, fail.`,
  };
}

/** What the machine of an import is given. */
export function subscriberImportInput(job: StartableImport): SubscriberImportInput {
  const { firstDownloadWaitMs, secondDownloadWaitMs, downloadTimeoutMs } = job.policy;
  return {
    importId: job.id,
    source: job.sourceType,
    beginsAt: job.beginsAt.getTime() <= Date.now() ? null : job.beginsAt.getTime(),
    policy: { firstDownloadWaitMs, secondDownloadWaitMs, downloadTimeoutMs },
    ...(job.isSmall === true && { small: true }),
    turns: true,
  };
}
