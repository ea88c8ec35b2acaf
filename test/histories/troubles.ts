import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WorkflowHandle } from '@temporalio/client';
import type { MaintenanceState } from '../../workflows/maintenance.ts';
import { diagnosed, signals } from '../../workflows/messages.ts';
import { TASK_QUEUE } from '../../workflows/names.ts';
import type { RecordedImport, Recording } from './recording.ts';

/** Runs to keep by name; '' is the scenario's own. */
export type Runs = Readonly<Record<string, WorkflowHandle>>;

/** Course of a job while its history is recorded; returns the run to keep, or several by name. */
export type Scenario = (recording: Recording) => Promise<Runs>;

/** By the place where the history is kept. */
export type Scenarios = Readonly<Record<string, Scenario>>;

export const FEW_ROWS = 'email\nann@example.com\nbob@example.com\nANN@example.com\nnobody\n';
export const POLL_MS = 50;
const BAD_ADDRESS = 'broken@example.com';

/** Waits for the end of a job. @throws Error when it is another one than expected */
export async function ended(job: RecordedImport, state: string): Promise<Runs> {
  const view = (await job.handle.result()) as { state: string };
  if (view.state !== state) throw new Error(`Import ${job.id} is ${JSON.stringify(view)} instead of ${state}.`);
  return { '': job.handle };
}

/** Waits for the end of a deletion, which has only one. */
export async function finished(handle: WorkflowHandle): Promise<Runs> {
  await handle.result();
  return { '': handle };
}

export async function housekeeping({ client }: Recording, type: 'sweep' | 'purge'): Promise<Runs> {
  const handle = await client.workflow.start(type, { taskQueue: TASK_QUEUE, workflowId: `recorded-${type}` });
  await handle.result();
  return { '': handle };
}

/** Starts a maintenance workflow next to that of the recording's worker. */
export function startMaintenance({ client }: Recording, carried: MaintenanceState) {
  const options = { taskQueue: TASK_QUEUE, workflowId: 'recorded-maintenance', args: [carried] };
  return client.workflow.start('maintenance', options);
}

/** Runs an import that waits for a lock until it is told so, told that it is over, and told so once more. */
export async function whileStuck(recording: Recording): Promise<{ job: RecordedImport; diagnosing: WorkflowHandle }> {
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
export async function whileFailed(recording: Recording, during: (job: RecordedImport) => Promise<Runs>): Promise<Runs> {
  const job = await recording.createImport({ csv: FEW_ROWS });
  await job.whileHeld(async () => {
    await job.until(({ state }) => state === 'importing');
    await job.handle.signal(signals.fail, 'An operator wanted it so.');
    await ended(job, 'failed');
  });
  return during(job);
}

export async function restart(recording: Recording, job: RecordedImport): Promise<WorkflowHandle> {
  const handle = await startRestart(recording, job);
  await handle.result();
  return handle;
}

export function startRestart({ client }: Recording, { id }: RecordedImport): Promise<WorkflowHandle> {
  const options = { taskQueue: TASK_QUEUE, workflowId: `restart-import/${id}`, args: [{ importId: id }] };
  return client.workflow.start('restartImport', options);
}

/** Runs an import of which Postgres refuses a row, so that it stalls. */
export async function whileRefusing(
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

/** Runs an import of which Postgres refuses a range, so that it stalls while it is split. */
export async function whileRefusingRanges(
  recording: Recording,
  during: (job: RecordedImport, accept: () => Promise<unknown>) => Promise<Runs>,
): Promise<Runs> {
  const accept = await refuse(recording, 'before update of chunk_rows on import_ranges', `new.chunk_rows <> '{}'`);
  try {
    const job = await recording.createImport({ csv: FEW_ROWS });
    await job.until(({ health }) => health === 'stalled');
    return await during(job, accept);
  } finally {
    await accept();
  }
}

/** Has Postgres refuse what a trigger sees. @returns what ends that */
export async function refuse({ pool }: Recording, event: string, when = 'true'): Promise<() => Promise<unknown>> {
  await pool.query(`
    create or replace function refuse() returns trigger language plpgsql as $$
      begin
        raise exception 'refused' using errcode = '22000';
      end $$;
    create trigger refusing ${event} for each row when (${when}) execute function refuse()`);
  return () => pool.query('drop function if exists refuse() cascade');
}

/** As many ranges are staged at once before the machine is at a checkpoint. */
export const BATCH_PIECES = 96;

/** Serves rows; no status means no answer at all. */
export async function whileServing(
  statusOf: (request: number) => number | null,
  during: (url: string) => Promise<Runs>,
): Promise<Runs> {
  let requests = 0;
  const server = createServer((_, response) => {
    const status = statusOf(++requests);
    if (status !== null) response.writeHead(status).end(FEW_ROWS);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await during(`http://127.0.0.1:${(server.address() as AddressInfo).port}/subscribers.csv`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
