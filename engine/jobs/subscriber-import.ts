import { failedSubscriberImport } from '../../machines/subscriber-import.ts';
import type { SubscriberImportInput } from '../../machines/subscriber-import-setup.ts';
import type { LastCommand } from '../../workflows/messages.ts';
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
  /** Known to be small; where it is not known, the import goes the longer way. */
  readonly isSmall?: boolean;
}

/** The names of this kind of job. */
export const SUBSCRIBER_IMPORT = {
  name: 'subscriber_import',
  workflowType: 'subscriberImport',
  idPrefix: 'subscriber-import',
} as const;

/** The workflow id of an import: one import is one workflow, however often it is started. */
export function subscriberImportWorkflowId(importId: number): string {
  return `${SUBSCRIBER_IMPORT.idPrefix}/${importId}`;
}

/** How the workflow of an import is started, once its row is committed. */
export function subscriberImportStart(job: StartableImport): JobStart {
  return startWith(job, inputOf(job));
}

/** How the workflow of an import that has failed is started once more, to reopen it and go on from the ledger. */
export function subscriberImportRestart(job: StartableImport, command: LastCommand): JobStart {
  const input = inputOf(job);
  return { ...startWith(job, input), restart: { snapshot: failedSubscriberImport(input), command } };
}

function inputOf(job: StartableImport): SubscriberImportInput {
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

function startWith(job: StartableImport, input: SubscriberImportInput): JobStart {
  return {
    workflowType: SUBSCRIBER_IMPORT.workflowType,
    workflowId: subscriberImportWorkflowId(job.id),
    input,
    state: 'scheduled',
    organizationId: job.organizationId,
    mailingListId: job.mailingListId,
    attributes: [{ key: SEARCH_ATTRIBUTES.importId, value: job.id }],
    summary: `Subscriber import ${job.id} into mailing list ${job.mailingListId}`,
    details: `Source: ${job.sourceType}. Commands: pause, unpause, cancel, retry, skip_chunk, fail.`,
  };
}
