import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { startJob } from '../../../engine/jobs/start-job.ts';
import { subscriberExportStart } from '../../../engine/jobs/subscriber-export.ts';
import { jobView, signals, updates } from '../../../workflows/messages.ts';
import type { Recording } from '../recording.ts';
import { finished, POLL_MS, refuse } from '../troubles.ts';
import type { Scenarios } from '../troubles.ts';

/** Exports of more rows than one activity writes; the recorder makes a part of each page of the snapshot. */
export const EXPORTS: Scenarios = {
  'subscriber-export/finished': async (recording) => finished(await startExport(recording, 2)),

  'subscriber-export/paused-and-continued': async (recording) => {
    const handle = await startExport(recording, 60_000);
    const { runId } = await handle.describe();
    await handle.executeUpdate(updates.pause);
    await handle.signal(signals.unpause);
    await handle.result();
    return { '': recording.client.workflow.getHandle(handle.workflowId, runId), continued: handle };
  },

  'subscriber-export/cancelled-from-outside': async (recording) => {
    const accept = await refuse(recording, 'before update of written_at on export_parts');
    const handle = await startExport(recording, 10);
    while ((await healthOf(handle)) !== 'stalled') await delay(POLL_MS);
    await handle.cancel();
    await handle.result();
    await accept();
    return { '': handle };
  },

  'subscriber-export/stalled-retried': async (recording) => {
    const accept = await refuse(recording, 'before update of written_at on export_parts');
    const handle = await startExport(recording, 10);
    while ((await healthOf(handle)) !== 'stalled') await delay(POLL_MS);
    await accept();
    await handle.signal(signals.retry);
    return finished(handle);
  },

  // What a crash of Postgres does to the snapshot, while the job is stalled.
  'subscriber-export/snapshot-lost': async (recording) => {
    const accept = await refuse(recording, 'before update of written_at on export_parts');
    const handle = await startExport(recording, 10);
    while ((await healthOf(handle)) !== 'stalled') await delay(POLL_MS);
    await accept();
    await recording.pool.query(`truncate staging.export_${handle.workflowId.split('/')[1] ?? ''}`);
    await handle.signal(signals.retry);
    return finished(handle);
  },

  'subscriber-export/ended-with-its-list': async (recording) => {
    const handle = await startExport(recording, 2, `, finished_at = now(), state = 'cancelled'`);
    return finished(handle);
  },
};

async function healthOf(handle: WorkflowHandle): Promise<string> {
  return (await handle.query(jobView)).health;
}

/** Starts the export of a list of its own; `change` is made to its row before. */
async function startExport({ client, pool }: Recording, subscribers: number, change = ''): Promise<WorkflowHandle> {
  const { rows } = await pool.query<{ id: number; listId: number }>(INSERT, [OPTIONS]);
  const [row] = rows;
  if (row === undefined) throw new Error('Postgres did not return the new export.');
  await pool.query(
    `insert into subscribers (mailing_list_id, key, email)
     select $1, i || '@example.com', i || '@example.com' from generate_series(1, $2::integer) i`,
    [row.listId, subscribers],
  );
  await pool.query(`update subscriber_exports set updated_at = now() ${change} where id = $1`, [row.id]);
  const start = subscriberExportStart({ id: row.id, jobKey: null, organizationId: 1, mailingListId: row.listId }, '');
  await startJob(client, start);
  return client.workflow.getHandle(start.workflowId);
}

const OPTIONS = {
  statuses: null,
  segment: null,
  columns: [{ name: 'email', fieldId: null }],
  file_format: {
    csv_has_headers: true,
    csv_field_enclosure: '"',
    csv_field_separator: ',',
    date_format: 'mdy',
  },
};

const INSERT = `
  with list as (
    insert into mailing_lists (organization_id, name) values (1, gen_random_uuid()::text) returning id
  )
  insert into subscriber_exports (organization_id, mailing_list_id, name, options, file_retention_ms)
  select 1, id, 'recorded', $1, 86400000 from list
  returning id, mailing_list_id as "listId"`;
