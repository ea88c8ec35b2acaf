import type { FastifyRequest } from 'fastify';
import type { SubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import { subscriberImportKind } from '../../engine/job-kinds/subscriber-import.ts';
import type { JobStart } from '../../engine/jobs/start-job.ts';
import { subscriberImportStart } from '../../engine/jobs/subscriber-import.ts';
import { startJob } from '../jobs/start-job.ts';

/** About a thousand rows, which are parsed and merged in some twenty milliseconds: so many characters, or bytes, are imported at once. */
export const SMALL_SOURCE = 65_536;

/** Whether a stored source is imported at once. */
export function isSmallFile({ isPacked, bytes }: { readonly isPacked: boolean; readonly bytes: number }): boolean {
  return !isPacked && bytes <= SMALL_SOURCE;
}

/** Returns the start of the workflow of an import. */
export function startOfImport(
  row: SubscriberImport,
  { isSmall }: { isSmall: boolean },
  workflowIdPrefix: string,
): JobStart {
  return subscriberImportStart({ ...row, sourceType: row.options.file_source.type, isSmall }, workflowIdPrefix);
}

/** Starts the workflow of an import and notes that it runs. @returns false when Temporal cannot be reached */
export function startImport(
  request: FastifyRequest,
  row: SubscriberImport,
  size: { isSmall: boolean },
): Promise<boolean> {
  const start = startOfImport(row, size, request.server.config.workflowIdPrefix);
  return startJob(request, subscriberImportKind, { id: row.id, start, createdBy: request.caller.by });
}
