import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { findImportState, findSubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import type { SubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import { hasEnded } from '../../engine/domain/job-states.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { withTimeout, TimedOut } from '../../engine/platform/timeouts.ts';
import { subscriberImportStart, subscriberImportWorkflowId } from '../../engine/jobs/subscriber-import.ts';
import type { JobStart } from '../../engine/jobs/start-job.ts';
import { renderImport } from './record.ts';

/**
 * An import in full. An unfinished one is asked itself; when no worker answers, what the database knows is shown.
 * @throws NotFound when it disappears while this runs.
 */
export async function describeImport(
  app: FastifyInstance,
  known: SubscriberImport,
  timeZone: string,
): Promise<Record<string, unknown>> {
  const askedAt = performance.now();
  const row = await whenBegun(app, known);
  if (hasEnded(row.state)) return renderImport(row, timeZone);
  const view = await viewOf(app, row, ANSWER_MS - (performance.now() - askedAt));
  if (view === null || !hasEnded(view.state)) return renderImport(row, timeZone, view);

  // It has ended since the row was read, and the row says when.
  const ended = await readAgain(app, row);
  return renderImport(ended, timeZone, hasEnded(ended.state) ? null : view);
}

const ANSWER_MS = 2_000;
const BEGINNING_MS = 1_500;
const FIRST_LOOK_MS = 40;
const LOOKS_APART = 1.7;

/**
 * Waits while an import is in its first moments. It answers no query before its first workflow task is over, and a small
 * one is over by then: to ask it afterwards is to have its workflow replayed, which takes longer than the import has.
 */
async function whenBegun(app: FastifyInstance, row: SubscriberImport): Promise<SubscriberImport> {
  for (let waitMs = FIRST_LOOK_MS; isBeginning(row); waitMs *= LOOKS_APART) {
    await delay(Math.min(waitMs, BEGINNING_MS - ageOf(row)));
    if ((await findImportState(app.db, row.id)) !== row.state) return readAgain(app, row);
  }
  return row;
}

function isBeginning(row: SubscriberImport): boolean {
  const age = ageOf(row);
  return row.state === 'scheduled' && row.workflowStartedAt !== null && age >= 0 && age < BEGINNING_MS;
}

function ageOf({ beginsAt }: SubscriberImport): number {
  return Date.now() - beginsAt.getTime();
}

/** What the import says of itself, or null when it does not say it within the milliseconds. */
function viewOf(app: FastifyInstance, { id }: SubscriberImport, milliseconds: number) {
  return withTimeout(milliseconds, app.jobs.view(subscriberImportWorkflowId(id))).catch((error: unknown) => {
    if (error instanceof TimedOut) return null;
    throw error;
  });
}

async function readAgain(app: FastifyInstance, { id }: SubscriberImport): Promise<SubscriberImport> {
  const row = await findSubscriberImport(app.db, id, null);
  if (row === null) throw new NotFound('subscriber import');
  return row;
}

/** How the workflow of an import is started. */
export function importStart(row: SubscriberImport, { isSmall = false } = {}): JobStart {
  return subscriberImportStart({ ...row, sourceType: row.options.file_source.type, isSmall });
}
