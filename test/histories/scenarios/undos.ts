import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { importUndoStart } from '../../../engine/jobs/import-undo.ts';
import { startJob } from '../../../engine/jobs/start-job.ts';
import { jobView, signals, updates } from '../../../workflows/messages.ts';
import type { Recording } from '../recording.ts';
import { finished, POLL_MS, refuse } from '../troubles.ts';
import type { Scenarios } from '../troubles.ts';

const LOGGED = 'before insert on import_undo_logs';

/** Undos of imports; the recorder makes slices of three rows. */
export const UNDOS: Scenarios = {
  'import-undo/finished': async (recording) => finished(await startUndo(recording, { rows: 5 })),

  'import-undo/paused-and-continued': async (recording) => {
    const handle = await startUndo(recording, { rows: 3_000 });
    const { runId } = await handle.describe();
    await handle.executeUpdate(updates.pause);
    await handle.signal(signals.unpause);
    await handle.result();
    return { '': recording.client.workflow.getHandle(handle.workflowId, runId), continued: handle };
  },

  'import-undo/stalled-retried': async (recording) => {
    const accept = await refuse(recording, LOGGED);
    const handle = await startUndo(recording, { rows: 5 });
    while ((await handle.query(jobView)).health !== 'stalled') await delay(POLL_MS);
    await accept();
    await handle.signal(signals.retry);
    return finished(handle);
  },

  'import-undo/cancelled-from-outside': async (recording) => {
    const accept = await refuse(recording, LOGGED);
    const handle = await startUndo(recording, { rows: 5 });
    while ((await handle.query(jobView)).health !== 'stalled') await delay(POLL_MS);
    await handle.cancel();
    await handle.result();
    await accept();
    return { '': handle };
  },

  'import-undo/impossible': async (recording) =>
    finished(await startUndo(recording, { rows: 5, options: { undo: false } })),

  'import-undo/ended-with-its-list': async (recording) =>
    finished(await startUndo(recording, { rows: 5, change: `, finished_at = now(), state = 'cancelled'` })),
};

interface WantedUndo {
  /** Rows of the import. */
  readonly rows: number;
  /** Options of the import. */
  readonly options?: { readonly undo?: false };
  /** Change of the row of the undo before it starts. */
  readonly change?: string;
}

/** Starts the undo of an import that has ended. */
async function startUndo(
  recording: Recording,
  { rows: n, options = {}, change = '' }: WantedUndo,
): Promise<WorkflowHandle> {
  const { client, pool } = recording;
  const csv = `email\n${Array.from({ length: n }, (_, i) => `p${i}@example.com\n`).join('')}`;
  const job = await recording.createImport({ csv, options });
  await job.handle.result();
  const { rows } = await pool.query<{ id: number }>(
    `insert into import_undos (organization_id, mailing_list_id, subscriber_import_id, options, log_retention_ms)
     values (1, $1, $2, '{"dry_run": false}', 86400000) returning id`,
    [job.listId, job.id],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('Postgres did not return the new undo.');
  await pool.query(`update import_undos set updated_at = now() ${change} where id = $1`, [row.id]);
  const undo = { ...row, jobKey: null, organizationId: 1, mailingListId: job.listId, importId: job.id };
  const start = importUndoStart(undo, '');
  await startJob(client, start);
  return client.workflow.getHandle(start.workflowId);
}
