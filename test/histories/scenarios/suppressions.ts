import { setTimeout as delay } from 'node:timers/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WorkflowHandle } from '@temporalio/client';
import { startJob } from '../../../engine/jobs/start-job.ts';
import { suppressedAddressImportStart } from '../../../engine/jobs/suppressed-address-import.ts';
import { jobView, signals, updates } from '../../../workflows/messages.ts';
import type { Recording } from '../recording.ts';
import { finished, POLL_MS, refuse } from '../troubles.ts';
import type { Scenarios } from '../troubles.ts';

const ROWS = 3_000;
const CSV = `email\n${Array.from({ length: ROWS }, (_, i) => `p${i}@example.com\n`).join('')}`;

/** Imports of suppressed addresses from a URL. */
export const SUPPRESSIONS: Scenarios = {
  'suppressed-address-import/finished': async (recording) => {
    const web = await serve(0);
    const runs = await finished(await startImport(recording, web.url));
    web.close();
    return runs;
  },

  'suppressed-address-import/downloaded-again-and-paused': async (recording) => {
    const web = await serve(1);
    const handle = await startImport(recording, web.url);
    while ((await handle.query(jobView)).state === 'idle') await delay(POLL_MS);
    await handle.executeUpdate(updates.pause);
    await handle.signal(signals.unpause);
    const runs = await finished(handle);
    web.close();
    return runs;
  },

  'suppressed-address-import/stalled-retried': async (recording) => {
    const web = await serve(0);
    const accept = await refuse(recording, 'before update of imported_at on suppressed_address_ranges');
    const handle = await startImport(recording, web.url);
    while ((await handle.query(jobView)).health !== 'stalled') await delay(POLL_MS);
    await accept();
    await handle.signal(signals.retry);
    const runs = await finished(handle);
    web.close();
    return runs;
  },
};

/** Serves the file, after so many answers with status 503. */
async function serve(failures: number): Promise<{ readonly url: string; close(): void }> {
  let left = failures;
  const server = createServer((_, response) => {
    if (left-- > 0) response.writeHead(503).end();
    else response.end(CSV);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/people.csv`, close: () => void server.close() };
}

async function startImport({ client, pool }: Recording, url: string): Promise<WorkflowHandle> {
  const format = { character_set: 'UTF-8', csv_has_headers: true, csv_field_enclosure: '"', csv_field_separator: ',' };
  const options = {
    column_mapping: ['email'],
    file_source: { type: 'url', url },
    file_format: { ...format, date_format: 'mdy' },
  };
  const { rows } = await pool.query<{ id: number }>(
    `insert into suppressed_address_imports (organization_id, name, options, policy) values (1, 'recorded', $1, $2) returning id`,
    [options, { ...POLICY, maxDownloadBytes: 1_000_000, logRetentionMs: 86_400_000 }],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('Postgres did not return the new import.');
  const start = suppressedAddressImportStart({ ...row, jobKey: null, organizationId: 1, policy: POLICY }, '');
  await startJob(client, start);
  return client.workflow.getHandle(start.workflowId);
}

const POLICY = { firstDownloadWaitMs: 500, secondDownloadWaitMs: 1_000, downloadTimeoutMs: 60_000 };
