import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noteWorkflowStarted } from '../../engine/db/imports/new-imports.ts';
import type { SubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import { subscriberImportStart } from '../../engine/jobs/subscriber-import.ts';

/** Starts the workflow of an import and notes that it runs. @returns false when Temporal cannot be reached */
export async function startImport(
  app: FastifyInstance,
  { db }: FastifyRequest,
  row: SubscriberImport,
  { isSmall }: { isSmall: boolean },
): Promise<boolean> {
  const job = { ...row, sourceType: row.options.file_source.type, isSmall };
  const start = subscriberImportStart(job, app.config.workflowIdPrefix);
  if (!(await app.jobs.start(start))) return false;
  await noteWorkflowStarted(db, row.id);
  return true;
}
