import type { SubscriberImportInput } from '../../machines/subscriber-import-context.ts';
import { IMPORT_KIND } from '../domain/subscriber-imports.ts';
import type { ImportOptions } from '../domain/subscriber-imports.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/names.ts';
import type { JobStart } from './start-job.ts';

/** The row of an import, as far as starting its workflow is concerned. */
export interface StartableImport {
  readonly id: number;
  readonly jobKey: string | null;
  readonly organizationId: number;
  readonly mailingListId: number;
  readonly sourceType: SubscriberImportInput['source'];
  readonly beginsAt: Date;
  /** Milliseconds until then by the clock of the database, when the row was read. */
  readonly beginsInMs: number;
  readonly policy: SubscriberImportInput['policy'];
  /** Whether the source is known to be small, so that the import may run inline. */
  readonly isSmall?: boolean;
  readonly options: Pick<ImportOptions, 'dry_run' | 'max_failed_records' | 'max_deactivated'>;
}

/** The names of this kind of job, and the commands that its machine takes. */
export const SUBSCRIBER_IMPORT = {
  name: IMPORT_KIND,
  workflowType: 'subscriberImport',
  idPrefix: 'subscriber-import',
  commands: ['pause', 'unpause', 'cancel', 'retry', 'skip_chunk', 'fail'],
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
    jobKey: job.jobKey,
    input: subscriberImportInput(job),
    state: 'scheduled',
    organizationId: job.organizationId,
    mailingListId: job.mailingListId,
    ids: { [SEARCH_ATTRIBUTES.importId.name]: job.id },
    summary: `Subscriber import ${job.id}${job.options.dry_run === true ? ' (dry run)' : ''} into mailing list ${job.mailingListId}`,
    details: `Source: ${job.sourceType}. Commands: ${SUBSCRIBER_IMPORT.commands.join(', ')}.`,
  };
}

/** Returns the input of the machine of an import. */
export function subscriberImportInput(job: StartableImport): SubscriberImportInput & typeof READ_BY_OLDER_WORKERS {
  const { firstDownloadWaitMs, secondDownloadWaitMs, downloadTimeoutMs } = job.policy;
  const { dry_run, max_failed_records: maxFailedRecords, max_deactivated: maxDeactivated } = job.options;
  const guards = {
    ...(maxFailedRecords !== undefined && { maxFailedRecords }),
    ...(maxDeactivated !== undefined && { maxDeactivated }),
  };
  const begins =
    job.beginsInMs <= 0 ? { beginsAt: null } : { beginsAt: job.beginsAt.getTime(), beginsInMs: job.beginsInMs };
  return {
    importId: job.id,
    source: job.sourceType,
    ...begins,
    policy: { firstDownloadWaitMs, secondDownloadWaitMs, downloadTimeoutMs },
    // What is done inline is done before a limit is checked.
    ...(job.isSmall === true && maxFailedRecords === undefined && { small: true }),
    turns: true,
    checks: true,
    ...READ_BY_OLDER_WORKERS,
    ...(dry_run === true && { dryRun: true }),
    ...(Object.keys(guards).length > 0 && { guards }),
  };
}

/** Flags that workers of 0.2.0 read, which may run the imports of this version during an upgrade (workflows/patches.ts). */
const READ_BY_OLDER_WORKERS = { recordsCommands: true, groups: true, shortHistory: true };
