import { COUNTERS } from '../../domain/subscriber-imports.ts';
import { hasEnded } from '../../domain/job-states.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';

/** Writes an import's public state where the lists read it; at the end also its time, its error and its totals. */
export function recordImportState({ pool }: ActivityDeps) {
  return async (change: ImportReference & { state: string; errorMessage: string | null }): Promise<void> => {
    const values = [change.importId, change.state, change.errorMessage];
    if (!hasEnded(change.state)) {
      await pool.query(CHANGE, values);
      return;
    }
    await inTransaction(pool, async (client) => {
      // Waits for a piece that is about to commit; only a statement that begins after that sees it in the ledger.
      await client.query(`select 1 from subscriber_imports where id = $1 for no key update`, [change.importId]);
      await client.query(END, values);
    });
  };
}

const CHANGE = `
  update subscriber_imports
     set state = $2, error_message = $3, workflow_started_at = coalesce(workflow_started_at, now())
   where id = $1 and finished_at is null`;

/** The totals are what the ledger says at this moment: rows that failed by range, all others by chunk. */
const END = `
  update subscriber_imports i
     set state = $2, error_message = $3, finished_at = now(), turn = null,
         workflow_started_at = coalesce(workflow_started_at, now()),
         totals = (
           select jsonb_build_object(${COUNTERS.map((name) => `'${name}', coalesce(sum(${name}), 0)${name === 'failed' ? ' + (select coalesce(sum(failed), 0) from import_ranges r where r.subscriber_import_id = i.id)' : ''}`).join(', ')})
             from import_chunks c where c.subscriber_import_id = i.id)
   where id = $1 and finished_at is null`;
