import { failedSubscriberImport } from '../../machines/subscriber-import.ts';
import type { LastCommand } from '../../workflows/messages.ts';
import type { JobStart } from './start-job.ts';
import { subscriberImportInput, subscriberImportStart } from './subscriber-import.ts';
import type { StartableImport } from './subscriber-import.ts';

/** Returns the new start of the workflow of an import that has failed, which reopens it and resumes from the ledger. */
export function subscriberImportRestart(
  job: StartableImport,
  workflowIdPrefix: string,
  command: LastCommand,
): JobStart {
  const snapshot = failedSubscriberImport(subscriberImportInput(job));
  return { ...subscriberImportStart(job, workflowIdPrefix), restart: { snapshot, command } };
}
