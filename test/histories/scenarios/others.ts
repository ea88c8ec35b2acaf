import { setTimeout as delay } from 'node:timers/promises';
import { jobView, signals, updates } from '../../../workflows/messages.ts';
import { maintenanceState } from '../../../workflows/maintenance.ts';
import {
  ended,
  FEW_ROWS,
  finished,
  housekeeping,
  POLL_MS,
  refuse,
  restart,
  startMaintenance,
  startRestart,
  whileFailed,
} from '../troubles.ts';
import type { Scenarios } from '../troubles.ts';

/** Restarts, deletions of lists, and the housekeeping. */
export const OTHERS: Scenarios = {
  'restart-import/restarts': (recording) =>
    whileFailed(recording, async (job) => {
      const handle = await restart(recording, job);
      await ended(job, 'finished');
      return { '': handle };
    }),

  'restart-import/refused': async (recording) => {
    const job = await recording.createImport({ csv: FEW_ROWS });
    await ended(job, 'finished');
    const handle = await startRestart(recording, job);
    await handle.result().catch(() => undefined);
    return { '': handle };
  },

  'list-deletion/stalled-retried': async (recording) => {
    const job = await recording.createImport({ csv: FEW_ROWS });
    await ended(job, 'finished');
    await recording.pool.query('delete from subscriber_counts where mailing_list_id = $1', [job.listId]);
    const accept = await refuse(recording, 'before delete on subscribers');
    const handle = await recording.deleteList(job.listId, 7);
    while (((await handle.query(jobView)) as { health: string }).health !== 'stalled') await delay(POLL_MS);
    await accept();
    await handle.signal(signals.retry);
    return finished(handle);
  },

  'sweep/fails-an-import': async (recording) => {
    const job = await recording.createImport({ csv: FEW_ROWS, beginsAt: new Date(Date.now() + 3_600_000) });
    await job.until(({ state }) => state === 'scheduled');
    await job.handle.terminate('recorded');
    return housekeeping(recording, 'sweep');
  },

  'list-deletion/finished': async (recording) => {
    const job = await recording.createImport({ csv: FEW_ROWS, beginsAt: new Date(Date.now() + 3_600_000) });
    await job.until(({ state }) => state === 'scheduled');
    return finished(await recording.deleteList(job.listId, 7));
  },

  // More subscribers than one report takes; the pause and the cancellation come while the first batches are at work.
  'list-deletion/paused-and-cancelled-from-outside': async (recording) => {
    const job = await recording.createImport({ csv: FEW_ROWS });
    const { listId } = job;
    await ended(job, 'finished');
    await recording.pool.query('delete from subscriber_counts where mailing_list_id = $1', [listId]);
    const handle = await recording.deleteList(listId, 250_000);
    await handle.cancel();
    await handle.executeUpdate(updates.pause);
    await handle.signal(signals.unpause);
    return finished(handle);
  },

  'sweep/starts-an-import': async (recording) => {
    const job = await recording.createImport({ csv: FEW_ROWS, starts: false });
    const runs = await housekeeping(recording, 'sweep');
    await ended(job, 'finished');
    return runs;
  },

  'purge/purges-an-import': async (recording) => {
    const job = await recording.createImport({ csv: FEW_ROWS });
    await ended(job, 'finished');
    await recording.pool.query(`update subscriber_imports set finished_at = now() - interval '8 days' where id = $1`, [
      job.id,
    ]);
    return housekeeping(recording, 'purge');
  },

  'purge/purges-pending-subscribers': (recording) => housekeeping(recording, 'purge'),

  // Each part by signal and by update, one that fails, one that is paused and resumed, and periodic runs.
  'maintenance/runs-its-parts': async (recording) => {
    const handle = await startMaintenance(recording, {});
    await handle.signal('reconcile');
    await handle.executeUpdate('purge');
    await handle.signal('pause', 'purge');
    await recording.pool.query('alter table pending_subscribers rename column expires_at to expired_at');
    await handle.executeUpdate('purge').catch(() => undefined);
    await recording.pool.query('alter table pending_subscribers rename column expired_at to expires_at');
    const diagnosed = async () => (await handle.query(maintenanceState)).diagnose?.last?.at;
    for (const before = await diagnosed(); (await diagnosed()) === before;) await delay(POLL_MS);
    await handle.signal('unpause', 'purge');
    await handle.executeUpdate('diagnose');
    await handle.terminate('recorded');
    // The recorder's server suggests early to continue as new.
    return { '': recording.client.workflow.getHandle(handle.workflowId, handle.firstExecutionRunId) };
  },

  'maintenance/continued': async (recording) => {
    const last = { at: '2026-11-22T10:00:00.000Z', result: { purged: 1 }, failure: null };
    const dueAt = Date.now() + 3_600_000;
    const handle = await startMaintenance(recording, {
      reconcile: { dueAt, isPaused: true, last: null, failures: 0 },
      purge: { dueAt, isPaused: false, last, failures: 0 },
    });
    await handle.executeUpdate('reconcile');
    await handle.cancel();
    await handle.result().catch(() => undefined);
    return { '': handle };
  },

  'subscriber-import/restarted': (recording) =>
    whileFailed(recording, async (job) => {
      await restart(recording, job);
      return ended(job, 'finished');
    }),

  // The workflow is started again all right, but the import cannot be reopened.
  'subscriber-import/restart-refused': (recording) =>
    whileFailed(recording, async (job) => {
      await recording.pool.query('update subscriber_imports set purged_at = now() where id = $1', [job.id]);
      await recording.startAgain(job.id);
      return ended(job, 'failed');
    }),
};
