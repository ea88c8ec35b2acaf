import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import type { WorkflowHandle } from '@temporalio/client';
import { TASK_QUEUE, diagnosed, signals, updates } from '../../workflows/messages.ts';
import { startRecording } from './recording.ts';
import type { RecordedImport, Recording } from './recording.ts';
import { scrub, tracesIn } from './scrub.ts';

/** What happens to a job while its history is recorded; answers the run to keep, or several by name. */
type Scenario = (recording: Recording) => Promise<Runs>;
type Runs = Readonly<Record<string, WorkflowHandle>>;

const FEW_ROWS = 'email\nann@example.com\nbob@example.com\nANN@example.com\nnobody\n';
const BAD_ADDRESS = 'broken@example.com';
const FOLDER = fileURLToPath(new URL('.', import.meta.url));

const SCENARIOS: Readonly<Record<string, Scenario>> = {
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

const only = process.argv.slice(2);
const recording = await startRecording();
try {
  for (const [place, scenario] of Object.entries(SCENARIOS)) {
    if (only.length > 0 && !only.includes(place)) continue;
    const runs = await scenario(recording);
    for (const [name, handle] of Object.entries(runs)) await keep(name === '' ? place : sibling(place, name), handle);
  }
} finally {
  await recording.stop();
}

/** Waits for the end of a job. @throws Error when it is another one than expected */
async function ended(job: RecordedImport, state: string): Promise<Runs> {
  const view = (await job.handle.result()) as { state: string };
  if (view.state !== state) throw new Error(`Import ${job.id} is ${JSON.stringify(view)} instead of ${state}.`);
  return { '': job.handle };
}

/** Waits for the end of a deletion, which has only one. */
async function finished(handle: WorkflowHandle): Promise<Runs> {
  await handle.result();
  return { '': handle };
}

async function housekeeping({ client }: Recording, type: 'sweep' | 'purge'): Promise<Runs> {
  const handle = await client.workflow.start(type, { taskQueue: TASK_QUEUE, workflowId: `recorded-${type}` });
  await handle.result();
  return { '': handle };
}

/** Runs an import that waits for a lock until it is told so, told that it is over, and told so once more. */
async function whileStuck(recording: Recording): Promise<{ job: RecordedImport; diagnosing: WorkflowHandle }> {
  const job = await recording.createImport({ csv: FEW_ROWS });
  const diagnose = () =>
    recording.client.workflow.start('diagnose', { taskQueue: TASK_QUEUE, workflowId: 'recorded-diagnose' });
  let diagnosing = await diagnose();
  await job.whileHeld(async () => {
    while (((await diagnosing.result()) as { stuck: number }).stuck === 0) diagnosing = await diagnose();
    await job.until((view) => 'stuck' in view);
    await job.handle.signal(diagnosed, null);
    await job.until((view) => !('stuck' in view));
    await (await diagnose()).result();
    await job.until((view) => 'stuck' in view);
  });
  return { job, diagnosing: recording.client.workflow.getHandle('recorded-diagnose', diagnosing.firstExecutionRunId) };
}

/** Runs an import that an operator fails half-way. */
async function whileFailed(recording: Recording, during: (job: RecordedImport) => Promise<Runs>): Promise<Runs> {
  const job = await recording.createImport({ csv: FEW_ROWS });
  await job.whileHeld(async () => {
    await job.until(({ state }) => state === 'importing');
    await job.handle.signal(signals.fail, 'An operator wanted it so.');
    await ended(job, 'failed');
  });
  return during(job);
}

async function restart(recording: Recording, job: RecordedImport): Promise<WorkflowHandle> {
  const handle = await startRestart(recording, job);
  await handle.result();
  return handle;
}

function startRestart({ client }: Recording, { id }: RecordedImport): Promise<WorkflowHandle> {
  const options = { taskQueue: TASK_QUEUE, workflowId: `restart-import/${id}`, args: [{ importId: id }] };
  return client.workflow.start('restartImport', options);
}

/** Runs an import of which Postgres refuses a row, so that it stalls. */
async function whileRefusing(
  recording: Recording,
  during: (job: RecordedImport, accept: () => Promise<unknown>) => Promise<Runs>,
): Promise<Runs> {
  const accept = () => recording.pool.query('alter table subscribers drop constraint if exists refusing');
  await recording.pool.query(
    `alter table subscribers add constraint refusing check (email <> '${BAD_ADDRESS}') not valid`,
  );
  try {
    const job = await recording.createImport({ csv: `email\nann@example.com\n${BAD_ADDRESS}\n` });
    await job.until(({ health }) => health === 'stalled');
    return await during(job, accept);
  } finally {
    await accept();
  }
}

async function whileServing(
  statusOf: (request: number) => number,
  during: (url: string) => Promise<Runs>,
): Promise<Runs> {
  let requests = 0;
  const server = createServer((_, response) => {
    response.writeHead(statusOf(++requests)).end(FEW_ROWS);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await during(`http://127.0.0.1:${(server.address() as AddressInfo).port}/subscribers.csv`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function keep(place: string, handle: WorkflowHandle): Promise<void> {
  const history = scrub(JSON.parse(historyToJSON(await handle.fetchHistory())) as { events: unknown[] });
  // One line per event: small, and a change of one shows as such.
  const text = `{"events":[\n${history.events.map((event) => JSON.stringify(event)).join(',\n')}\n]}\n`;
  const traces = tracesIn(text);
  if (traces.length > 0) throw new Error(`The history ${place} still names ${traces.join(', ')}.`);
  await mkdir(`${FOLDER}${place.split('/')[0] ?? ''}`, { recursive: true });
  await writeFile(`${FOLDER}${place}.json`, text);
  process.stdout.write(`${place}: ${history.events.length} events, ${Math.ceil(text.length / 1024)} kB\n`);
}

function sibling(place: string, name: string): string {
  return place.replace(/[^/]+$/, name);
}
