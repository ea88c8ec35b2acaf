import { setTimeout as delay } from 'node:timers/promises';
import { jobView, signals, updates } from '../../workflows/messages.ts';
import type { Recording } from './recording.ts';
import {
  FEW_ROWS,
  POLL_MS,
  ended,
  finished,
  housekeeping,
  refuse,
  restart,
  startRestart,
  whileFailed,
  whileRefusing,
  whileRefusingRanges,
  whileServing,
  whileStuck,
} from './troubles.ts';
import type { Runs } from './troubles.ts';

/** What happens to a job while its history is recorded; answers the run to keep, or several by name. */
type Scenario = (recording: Recording) => Promise<Runs>;

/** By the place where the history is kept. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'subscriber-import/finished': async (recording) => {
    const job = await recording.createImport({ csv: FEW_ROWS });
    return ended(job, 'finished');
  },

  'subscriber-import/paused': async (recording) => {
    const job = await recording.createImport({ csv: FEW_ROWS });
    await job.whileHeld(async () => {
      await job.until(({ state }) => state === 'importing');
      await job.handle.executeUpdate(updates.pause);
    });
    await job.handle.executeUpdate(updates.unpause);
    return ended(job, 'finished');
  },

  // Each command comes before the work that the one before it stopped has ended.
  'subscriber-import/overtaken': async (recording) => {
    const job = await recording.createImport({ csv: FEW_ROWS });
    await job.whileHeld(async () => {
      await job.until(({ state }) => state === 'importing');
      for (const signal of [signals.pause, signals.unpause, signals.pause]) await job.handle.signal(signal);
      await job.until(({ state }) => state === 'paused');
    });
    await job.handle.executeUpdate(updates.unpause);
    return ended(job, 'finished');
  },

  'subscriber-import/cancelled-while-scheduled': async (recording) => {
    const job = await recording.createImport({ csv: FEW_ROWS, beginsAt: new Date(Date.now() + 3_600_000) });
    await job.until(({ state }) => state === 'scheduled');
    await job.handle.executeUpdate(updates.cancel);
    return ended(job, 'cancelled');
  },

  'subscriber-import/cancelled-from-outside': async (recording) => {
    const job = await recording.createImport({ csv: FEW_ROWS });
    await job.whileHeld(async () => {
      await job.until(({ state }) => state === 'importing');
      await Promise.all([job.handle.signal(signals.pause), job.handle.cancel()]);
      await job.until(({ state }) => state === 'cancelled');
    });
    return ended(job, 'cancelled');
  },

  'subscriber-import/download-failed': (recording) =>
    whileServing(
      () => 503,
      async (url) => ended(await recording.createImport({ url }), 'failed'),
    ),

  'subscriber-import/downloaded-at-last': (recording) =>
    whileServing(
      (request) => (request < 3 ? 503 : 200),
      async (url) => ended(await recording.createImport({ url }), 'finished'),
    ),

  'subscriber-import/continued': async (recording) => {
    const rows = Array.from({ length: 100 }, (_, row) => `user${row}@example.com\n`);
    const job = await recording.createImport({ csv: `email\n${rows.join('')}` });
    const first = await job.handle.describe();
    await ended(job, 'finished');
    const last = await job.handle.describe();
    if (first.runId === last.runId) throw new Error('The import was to continue as new, but did not.');
    const run = (runId: string) => recording.client.workflow.getHandle(job.handle.workflowId, runId);
    return { continued: run(first.runId), continuing: run(last.runId) };
  },

  'subscriber-import/stalled-retried': (recording) =>
    whileRefusing(recording, async (job, accept) => {
      await accept();
      await job.handle.signal(signals.retry);
      return ended(job, 'finished');
    }),

  'subscriber-import/stalled-skipped': (recording) =>
    whileRefusing(recording, async (job) => {
      await job.handle.signal(signals.skip_chunk);
      return ended(job, 'finished');
    }),

  'subscriber-import/stalled-failed': (recording) =>
    whileRefusing(recording, async (job) => {
      await job.handle.executeUpdate(updates.fail, { args: ['The customer sends another file.'] });
      return ended(job, 'failed');
    }),

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

  'subscriber-import/stuck': async (recording) => {
    const { job } = await whileStuck(recording);
    return ended(job, 'finished');
  },

  'diagnose/finds-a-stuck-import': async (recording) => {
    const { job, diagnosing } = await whileStuck(recording);
    await ended(job, 'finished');
    return { '': diagnosing };
  },

  // More ranges than a batch, of a few long addresses each.
  'subscriber-import/continued-while-splitting': async (recording) => {
    const rows = Array.from(
      { length: 400 },
      (_, row) => `${'a'.repeat(60)}${row}@${'b'.repeat(60)}.${'c'.repeat(60)}.com\n`,
    );
    const job = await recording.createImport({ csv: `email\n${rows.join('')}` });
    const { runId } = await job.handle.describe();
    await ended(job, 'finished');
    return { '': recording.client.workflow.getHandle(job.handle.workflowId, runId) };
  },

  'subscriber-import/range-stalled-retried': (recording) =>
    whileRefusingRanges(recording, async (job, accept) => {
      await accept();
      await job.handle.signal(signals.retry);
      return ended(job, 'finished');
    }),

  'subscriber-import/range-stalled-skipped': (recording) =>
    whileRefusingRanges(recording, async (job) => {
      await job.handle.signal(signals.skip_chunk);
      return ended(job, 'finished');
    }),

  'subscriber-import/download-timed-out': (recording) =>
    whileServing(
      () => null,
      async (url) => ended(await recording.createImport({ url, policy: { downloadTimeoutMs: 500 } }), 'failed'),
    ),

  'subscriber-import/paused-while-downloading': (recording) =>
    whileServing(
      (request) => (request === 1 ? null : 200),
      async (url) => {
        const job = await recording.createImport({ url });
        await job.until(({ state }) => state === 'downloading');
        await job.handle.executeUpdate(updates.pause);
        await job.handle.executeUpdate(updates.unpause);
        return ended(job, 'finished');
      },
    ),

  'subscriber-import/paused-while-scheduled': async (recording) => {
    const job = await recording.createImport({ csv: FEW_ROWS, beginsAt: new Date(Date.now() + 2_000) });
    await job.handle.executeUpdate(updates.pause);
    await job.handle.executeUpdate(updates.unpause);
    return ended(job, 'finished');
  },

  'subscriber-import/list-deleted': async (recording) => {
    const job = await recording.createImport({ csv: FEW_ROWS });
    await job.whileHeld(async (list) => {
      await job.until(({ state }) => state === 'importing');
      await list.query('update mailing_lists set deleted_at = now() where id = $1', [job.listId]);
      await list.query('commit');
    });
    return ended(job, 'cancelled');
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

  'subscriber-import/limited': async (recording) => {
    const limit = (rows: number | null) =>
      recording.pool.query('update organizations set subscriber_limit = $1 where id = 1', [rows]);
    await limit(1);
    try {
      return await ended(await recording.createImport({ csv: FEW_ROWS }), 'finished');
    } finally {
      await limit(null);
    }
  },

  'subscriber-import/staging-lost': async (recording) => {
    const job = await recording.createImport({ csv: FEW_ROWS });
    await job.whileHeld(async () => {
      await job.until(({ state }) => state === 'importing');
      await recording.pool.query(`truncate staging.import_${job.id}_0, staging.import_${job.id}_present`);
    });
    return ended(job, 'finished');
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
};
