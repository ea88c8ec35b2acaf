import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noteWorkflowStarted } from '../../engine/db/imports/new-imports.ts';
import type { SubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import type { JobStart } from '../../engine/jobs/start-job.ts';
import { subscriberImportStart } from '../../engine/jobs/subscriber-import.ts';

/** Returns the start of the workflow of an import. */
export function startOfImport(
  row: SubscriberImport,
  { isSmall }: { isSmall: boolean },
  workflowIdPrefix: string,
): JobStart {
  return subscriberImportStart({ ...row, sourceType: row.options.file_source.type, isSmall }, workflowIdPrefix);
}

/** Starts the workflow of an import and notes that it runs. @returns false when Temporal cannot be reached */
export async function startImport(
  app: FastifyInstance,
  { db }: FastifyRequest,
  row: SubscriberImport,
  size: { isSmall: boolean },
): Promise<boolean> {
  if (!(await app.jobs.start(startOfImport(row, size, app.config.workflowIdPrefix)))) return false;
  await noteWorkflowStarted(db, row.id);
  return true;
}
