import type { ApplicationFailure } from '@temporalio/common';
import type { Pool, PoolClient } from 'pg';
import type { ImportUndoFaultType } from '../../../machines/import-undo.ts';
import { COMMIT_WITHOUT_WAITING } from '../../db/core/disk.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import {
  findNextImage,
  lockUndo,
  noteImage,
  noteReactions,
  noteTotal,
  readUndo,
} from '../../db/import-undos/ledger.ts';
import type { UndoRecord } from '../../db/import-undos/ledger.ts';
import { sliceRefusal, undoRefusal } from '../../db/import-undos/refusal.ts';
import { undoImage } from '../../db/import-undos/undo-image.ts';
import { undoReactions } from '../../db/import-undos/undo-reactions.ts';
import { SubscribersMissed } from '../../db/imports/merge.ts';
import { readJobProgress } from '../../db/jobs/job-progress.ts';
import { holdList, takeList } from '../../db/lists/list-lock.ts';
import type { ActivityDeps } from '../deps.ts';
import { fault } from '../faults.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { waitForDisk } from '../subscriber-import/wait-for-disk.ts';

/** An undo of an import. */
export interface UndoReference {
  readonly undoId: number;
}

/** Slices that one activity undoes before it reports. */
const SLICES = 32;
const TRIES = 5;
/** Reactions that one transaction reads. */
const REACTIONS = 10_000;

/**
 * Undoes the next slices of an import, the last one first, and then its reactions; each in a transaction with its entry in the ledger.
 * Reports how far the undo is; also when it is cancelled half-way. `more` is false when nothing is left.
 * @throws ApplicationFailure UndoEnded, UndoImpossible
 */
export function undoSlices(deps: ActivityDeps, limit = SLICES) {
  const { pool } = deps;
  return ({ undoId }: UndoReference): Promise<{ undone: number; total: number; more: boolean }> =>
    whileHeartbeating(async (signal) => {
      const { importId } = await readUnended(pool, { undoId });
      const readProgress = async () => {
        const { done, total } = await readJobProgress(pool, 'import_undos', undoId);
        return { undone: done, total };
      };
      let more = true;
      try {
        for (let slice = 0; slice < limit && more; slice++) {
          signal.throwIfAborted();
          more = await undoNext(deps, undoId, signal);
        }
      } catch (error) {
        if (!signal.aborted) throw error;
        return { ...(await readProgress()), more: true };
      }
      await waitForDisk(deps, { importId }, signal);
      return { ...(await readProgress()), more };
    });
}

/** Undoes the next slice, again when others wrote its subscribers. @returns whether there was one */
async function undoNext({ pool, logLimits }: ActivityDeps, undoId: number, signal: AbortSignal): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(
        pool,
        async (client) => {
          const record = await takeUndo(client, undoId);
          if (record.total === null) await begin(client, record);
          const { id, importId, mailingListId, isDryRun } = record;
          const number = await findNextImage(client, record);
          if (number !== null) {
            const refusal = await sliceRefusal(client, { undoId: id, importId, mailingListId, number });
            if (refusal !== null) throw undoImpossible(refusal);
            const isLogged = record.logBytesOfOrganization < logLimits.logsOfOrganization;
            const image = { undoId: id, importId, mailingListId, number, isDryRun, isLogged };
            await noteImage(client, record, number, await undoImage(client, image));
            return true;
          }
          return record.hasReactions && (await undoNextReactions(client, record));
        },
        signal,
        COMMIT_WITHOUT_WAITING,
      );
    } catch (error) {
      if (!(error instanceof SubscribersMissed) || attempt === TRIES) throw error;
    }
  }
}

/** Takes the list for itself, unless the undo only counts, and locks the undo. */
async function takeUndo(client: PoolClient, undoId: number): Promise<UndoRecord> {
  const { mailingListId, isDryRun } = await readUndo(client, undoId);
  const list = await (isDryRun ? holdList(client, mailingListId) : takeList(client, mailingListId));
  if (!list.exists) throw fault('ListDeleted', 'The mailing list was deleted.');
  const record = await lockUndo(client, undoId);
  if (record.hasEnded) throw undoEnded();
  return record;
}

async function begin(client: PoolClient, record: UndoRecord): Promise<void> {
  const { id: undoId, importId, mailingListId } = record;
  const refusal = await undoRefusal(client, { importId, mailingListId, undoId });
  if (refusal !== null) throw undoImpossible(refusal);
  await noteTotal(client, record);
}

async function undoNextReactions(
  client: PoolClient,
  { id, importId, mailingListId, doneSubscriberId: afterSubscriberId, isDryRun }: UndoRecord,
): Promise<boolean> {
  if (afterSubscriberId === Number.MAX_SAFE_INTEGER) return false;
  const batch = { importId, mailingListId, afterSubscriberId, limit: REACTIONS, isDryRun };
  await noteReactions(client, id, await undoReactions(client, batch));
  return true;
}

function undoImpossible(refusal: string): ApplicationFailure {
  return fault<ImportUndoFaultType>('UndoImpossible', refusal);
}

function undoEnded(): ApplicationFailure {
  return fault<ImportUndoFaultType>('UndoEnded', 'The undo has ended.');
}

/** Reads an undo that has not ended. @throws ApplicationFailure UndoEnded */
export async function readUnended(pool: Pool, { undoId }: UndoReference): Promise<UndoRecord> {
  const record = await readUndo(pool, undoId);
  if (record.hasEnded) throw undoEnded();
  return record;
}
