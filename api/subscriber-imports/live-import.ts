import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findImportState, findSubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import type { SubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import { hasEnded } from '../../engine/domain/job-states.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { withTimeout, TimedOut } from '../../engine/platform/timeouts.ts';
import { subscriberImportWorkflowId } from '../../engine/jobs/subscriber-import.ts';
import type { SubscriberImportView } from '../../machines/subscriber-import-view.ts';

/**
 * An import as it is now: its row and, of one that runs, its view; null when no worker answered in time, and when the view has an end
 * that the row does not have.
 */
export interface LiveImport {
  readonly row: SubscriberImport;
  readonly view: SubscriberImportView | null;
}

/**
 * Reads an import as a client is shown it: one that reads or merges rows from its row and ledger, any other one as `readLiveImport`
 * does. A query costs Temporal alone some 7 ms of processor time (measured), and clients poll; a command completes only after
 * the row has the new state.
 * @throws NotFound when the import can no longer be read
 */
export function readShownImport(
  app: FastifyInstance,
  request: FastifyRequest,
  known: SubscriberImport,
): Promise<LiveImport> {
  return READS_ROWS.has(known.state)
    ? Promise.resolve({ row: known, view: null })
    : readLiveImport(app, request, known);
}

const READS_ROWS: ReadonlySet<string> = new Set(['splitting', 'importing']);

/**
 * Reads an import as it is now. An unfinished one is queried; the call takes two seconds at most.
 * @throws NotFound when the import can no longer be read
 */
export async function readLiveImport(
  app: FastifyInstance,
  request: FastifyRequest,
  known: SubscriberImport,
): Promise<LiveImport> {
  const askedAt = performance.now();
  const row = await whenBegun(request, known);
  if (hasEnded(row.state)) return { row, view: null };
  const view = await viewOf(app, row, ANSWER_MS - (performance.now() - askedAt));
  if (view === null || !hasEnded(view.state)) return { row, view };

  // It has ended since the row was read, and the row says when; a moment later, since an activity writes it. If not, the database
  // was set back to before the end: the import will be started again from its ledger, so that end is void.
  return { row: await whenWritten(request, row, ANSWER_MS - (performance.now() - askedAt)), view: null };
}

const ANSWER_MS = 2_000;
const BEGINNING_MS = 1_500;
const FIRST_LOOK_MS = 40;
const LOOKS_APART = 1.7;

/**
 * Waits while an import is in its first moments. No query is answered before its first workflow task ends, and a small
 * import has ended by then: a query after that replays its workflow, which takes longer than the import did.
 */
async function whenBegun(request: FastifyRequest, row: SubscriberImport): Promise<SubscriberImport> {
  const readAt = performance.now();
  const age = () => performance.now() - readAt - row.beginsInMs;
  for (let waitMs = FIRST_LOOK_MS; isBeginning(row, age()); waitMs *= LOOKS_APART) {
    await delay(Math.min(waitMs, BEGINNING_MS - age()));
    if ((await findImportState(request.db, row.id)) !== row.state) return readAgain(request, row);
  }
  return row;
}

/** Waits until the row says that the import has ended, for so many milliseconds at most. */
async function whenWritten(request: FastifyRequest, row: SubscriberImport, mostMs: number): Promise<SubscriberImport> {
  const until = performance.now() + mostMs;
  for (let waitMs = FIRST_LOOK_MS; ; waitMs *= LOOKS_APART) {
    const now = await readAgain(request, row);
    const restMs = until - performance.now();
    if (hasEnded(now.state) || restMs <= 0) return now;
    await delay(Math.min(waitMs, restMs));
  }
}

/** @param age milliseconds since it was due */
function isBeginning({ state, workflowStartedAt }: SubscriberImport, age: number): boolean {
  return state === 'scheduled' && workflowStartedAt !== null && age >= 0 && age < BEGINNING_MS;
}

/** The view of the import; null when no worker answers within the milliseconds. */
function viewOf(app: FastifyInstance, { id, jobKey }: SubscriberImport, milliseconds: number) {
  const workflowId = subscriberImportWorkflowId(id, app.config.workflowIdPrefix);
  return withTimeout(milliseconds, app.jobs.view({ workflowId, jobKey })).catch((error: unknown) => {
    if (error instanceof TimedOut) return null;
    throw error;
  });
}

async function readAgain({ pool }: FastifyRequest, { id }: SubscriberImport): Promise<SubscriberImport> {
  const row = await findSubscriberImport(pool, id, null);
  if (row === null) throw new NotFound('subscriber import');
  return row;
}
