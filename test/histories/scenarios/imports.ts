import { signals, updates } from '../../../workflows/messages.ts';
import type { RecordedImport, Recording } from '../recording.ts';
import { BATCH_PIECES, ended, FEW_ROWS, refuse, whileServing } from '../troubles.ts';
import type { Scenarios } from '../troubles.ts';

/** Imports that go their way, are told what to do, or meet a world that is not as they want it. */
export const IMPORTS: Scenarios = {
  'subscriber-import/finished': async (recording) => {
    const job = await recording.createImport({ csv: FEW_ROWS });
    return ended(job, 'finished');
  },

  // Whether its cleaning up is handed out was decided at its start.
  'subscriber-import/cleaned-up': async (recording) => {
    const job = await recording.createImport({ csv: FEW_ROWS });
    return ended(job, 'finished');
  },

  // Its cleaning up was handed out to a slot of the worker, unlike that of earlier ones.
  'subscriber-import/cancelled-while-importing': async (recording) => {
    const job = await recording.createImport({ csv: FEW_ROWS });
    await job.whileHeld(async () => {
      await job.until(({ state }) => state === 'importing');
      await job.handle.executeUpdate(updates.cancel);
    });
    return ended(job, 'cancelled');
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
    const rows = Array.from({ length: 400 }, (_, row) => `user${row}@example.com\n`);
    const job = await recording.createImport({ csv: `email\n${rows.join('')}` });
    const first = await job.handle.describe();
    await ended(job, 'finished');
    const last = await job.handle.describe();
    if (first.runId === last.runId) throw new Error('The import was to continue as new, but did not.');
    const run = (runId: string) => recording.client.workflow.getHandle(job.handle.workflowId, runId);
    return { continued: run(first.runId), continuing: run(last.runId) };
  },

  'subscriber-import/continued-while-splitting': async (recording) => {
    const job = await recording.createImport({ csv: MANY_RANGES });
    const { runId } = await job.handle.describe();
    await ended(job, 'finished');
    return { '': await splittingRun(recording, job, runId) };
  },

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

  // Several ranges and several chunks are done by one activity; Postgres refuses one chunk of a group.
  'subscriber-import/grouped': async (recording) => {
    const accept = await refuse(recording, 'before insert on subscribers', `new.email like '%a7@%'`);
    const job = await recording.createImport({ csv: SOME_CHUNKS });
    await job.until(({ health }) => health === 'stalled');
    await accept();
    await job.handle.signal(signals.retry);
    return ended(job, 'finished');
  },

  // A group was at work when the import was paused, and begins again with what is done of it.
  'subscriber-import/paused-in-a-group': async (recording) => {
    const job = await recording.createImport({ csv: SOME_CHUNKS });
    await job.whileHeld(async () => {
      await job.until(({ state }) => state === 'importing');
      await job.handle.executeUpdate(updates.pause);
    });
    await job.handle.executeUpdate(updates.unpause);
    return ended(job, 'finished');
  },

  'subscriber-import/staging-lost': async (recording) => {
    const job = await recording.createImport({ csv: FEW_ROWS });
    await job.whileHeld(async () => {
      await job.until(({ state }) => state === 'importing');
      await recording.pool.query(`truncate staging.import_${job.id}_0, staging.import_${job.id}_present`);
    });
    return ended(job, 'finished');
  },
};

/** Several ranges and chunks for each of the tasks at the same time. */
const SOME_CHUNKS = longAddresses(200);

/** More ranges than a batch, of a few long addresses each. */
const MANY_RANGES = longAddresses(1_500);

function longAddresses(rows: number): string {
  const domain = `${'b'.repeat(60)}.${'c'.repeat(60)}.com`;
  return `email\n${Array.from({ length: rows }, (_, row) => `${'a'.repeat(60)}${row}@${domain}\n`).join('')}`;
}

/** A run that ended when its first ranges were staged. @throws Error when it went on to other work */
async function splittingRun({ client }: Recording, { handle }: RecordedImport, runId: string) {
  const run = client.workflow.getHandle(handle.workflowId, runId);
  const events = (await run.fetchHistory()).events ?? [];
  const asked = events.flatMap((event) => {
    const { activityType, input } = event.activityTaskScheduledEventAttributes ?? {};
    const { numbers } = JSON.parse(Buffer.from(input?.payloads?.[0]?.data ?? '{}').toString()) as {
      numbers?: unknown[];
    };
    return Array.from({ length: numbers?.length ?? 1 }, () => activityType?.name ?? '');
  });
  const ranges = asked.filter((name) => name.startsWith('stageRange')).length;
  const isContinued = Boolean(events.at(-1)?.workflowExecutionContinuedAsNewEventAttributes);
  if (!isContinued || ranges !== BATCH_PIECES || asked.some((name) => name.startsWith('mergeChunk'))) {
    throw new Error(`The run was to stage ${BATCH_PIECES} ranges and continue as new, but staged ${ranges}.`);
  }
  return run;
}
