import type { FastifyRequest } from 'fastify';
import { UniqueIntegrityConstraintViolationError } from 'slonik';
import { countUnfinishedUndos, importUndos, insertImportUndo } from '../../engine/db/import-undos/import-undos.ts';
import type { ImportUndo, NewImportUndo } from '../../engine/db/import-undos/import-undos.ts';
import { undoRefusal } from '../../engine/db/import-undos/refusal.ts';
import type { SubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import type { KeyClaim } from '../../engine/db/idempotency/key-claim.ts';
import { IMPORT_UNDO_BOUNDS } from '../../engine/domain/import-undos.ts';
import type { ImportUndoOptions } from '../../engine/domain/import-undos.ts';
import { importUndoKind } from '../../engine/job-kinds/import-undo.ts';
import { importUndoStart } from '../../engine/jobs/import-undo.ts';
import { NotFound, ValidationFailed } from '../../engine/platform/errors.ts';
import { startJob } from '../jobs/start-job.ts';

/**
 * Creates an undo of an import: its row is stored, then its workflow is started.
 * @throws ValidationFailed with the reason when the import cannot be undone; KeyClaimed
 */
export async function createUndo(
  request: FastifyRequest,
  undone: SubscriberImport,
  options: ImportUndoOptions,
  claim: KeyClaim | null,
): Promise<ImportUndo> {
  const { server: app, caller, db } = request;
  const { policy, workflowIdPrefix } = app.config;
  await requireUndoable(request, undone);
  const { max } = IMPORT_UNDO_BOUNDS.unfinishedUndos;
  if ((await countUnfinishedUndos(db, undone.organizationId)) >= max)
    throw new ValidationFailed(`the organization has ${max} unfinished undos: wait for their end, or cancel some`);
  const id = await insert(request, undone, {
    ...{ importId: undone.id, options, claim, by: caller.by },
    logRetentionMs: policy.logRetentionMs,
  });
  const created = await importUndos.find(db, id, null);
  if (created === null) throw new NotFound('import');
  const start = importUndoStart(created, workflowIdPrefix);
  await startJob(request, importUndoKind, { id, start, createdBy: caller.by });
  return created;
}

/** Inserts the row. What a call decides by may have changed before: then the reason is read again. */
async function insert(request: FastifyRequest, undone: SubscriberImport, row: NewImportUndo): Promise<number> {
  try {
    const id = await insertImportUndo(request.db, row);
    if (id !== null) return id;
  } catch (error) {
    if (!(error instanceof UniqueIntegrityConstraintViolationError)) throw error;
  }
  await requireUndoable(request, undone);
  throw new ValidationFailed(`Import ${undone.id} was changed at the same time: send the call again.`);
}

/** @throws ValidationFailed */
async function requireUndoable(
  { pool }: FastifyRequest,
  { id: importId, mailingListId }: SubscriberImport,
): Promise<void> {
  const refusal = await undoRefusal(pool, { importId, mailingListId });
  if (refusal !== null) throw new ValidationFailed(refusal);
}
