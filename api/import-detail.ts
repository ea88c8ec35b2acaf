import type { FastifyInstance } from 'fastify';
import { findSubscriberImport } from '../engine/db/subscriber-imports.ts';
import type { SubscriberImport } from '../engine/db/subscriber-imports.ts';
import { NotFound } from '../engine/errors.ts';
import { subscriberImportStart, subscriberImportWorkflowId } from '../engine/jobs/subscriber-import.ts';
import type { JobStart } from '../engine/jobs/start-job.ts';
import { renderImport } from './schemas/subscriber-import-record.ts';

/** Whether an import in that state will never change again. */
export function hasEnded(state: string): boolean {
  return ['finished', 'failed', 'cancelled'].includes(state);
}

/**
 * An import in full. An unfinished one is asked itself; when nobody answers, what the database knows is shown.
 * @throws NotFound when it disappears meanwhile.
 */
export async function describeImport(
  app: FastifyInstance,
  row: SubscriberImport,
  timeZone: string,
): Promise<Record<string, unknown>> {
  if (hasEnded(row.state)) return renderImport(row, timeZone);
  const view = await app.jobs.view(subscriberImportWorkflowId(row.id));
  if (view === null || !hasEnded(view.state)) return renderImport(row, timeZone, view);

  // It has ended since the row was read, and the row says when.
  const ended = await findSubscriberImport(app.db, row.id, null);
  if (ended === null) throw new NotFound('subscriber import');
  return renderImport(ended, timeZone, hasEnded(ended.state) ? null : view);
}

/** How the workflow of an import is started. */
export function importStart(row: SubscriberImport): JobStart {
  return subscriberImportStart({ ...row, sourceType: row.options.file_source.type });
}
