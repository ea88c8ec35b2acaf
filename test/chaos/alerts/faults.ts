import { readFile, rename, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLaterVersion, OWN_ROOT } from '../../support/other-version.ts';
import { createEmptyList, createImport, createListFor, inline, THOROUGH } from '../sources/list.ts';
import { startWebhookReceiver } from '../../support/webhook-receiver.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createExport } from '../sources/exports.ts';
import { beginDownload, TROUBLES } from '../troubles/troubles.ts';
import { until } from '../until.ts';
import { slowly, startWebServer } from '../world/web-server.ts';
import type { WatchedService } from './watched-service.ts';

/** A fault of the service, and the one alert that it fires; null where it is no fault of the service. */
export interface AlertFault {
  readonly name: string;
  readonly alert: string | null;
  /** Begins it. @returns what ends it; null where this machine cannot have it */
  begin(service: WatchedService): Promise<(() => Promise<unknown>) | null>;
}

/** Troubles that hold up one job each: an operator has to act on the first, something outside blocks the others. */
const OF_JOBS = TROUBLES.map(({ cause, begin }): AlertFault => ({
  name: `a job is held up (${cause})`,
  alert: cause === 'poison_chunk' ? 'SluiceJobStalled' : 'SluiceJobStuck',
  begin: async ({ stage }) => {
    const trouble = await begin(stage);
    await trouble?.strike();
    return trouble === null
      ? null
      : async () => {
          await trouble.heal();
          for (const id of trouble.importIds()) await stage.api.untilEnded(id);
        };
  },
}));

/** Every fault that has an alert, and some that must not have one. */
export const ALERT_FAULTS: readonly AlertFault[] = [
  { name: 'none', alert: null, begin: () => Promise.resolve(() => Promise.resolve()) },
  { name: 'servers of URLs fail', alert: null, begin: downloadInVain },
  ...OF_JOBS,
  { name: 'the API is gone', alert: 'SluiceApiGone', begin: (service) => service.without('api') },
  { name: 'no worker runs', alert: 'SluiceWorkerGone', begin: (service) => service.without('worker') },
  { name: 'Postgres is stopped', alert: 'SluicePostgresDown', begin: ({ stage }) => stage.servers.stopPostgres() },
  {
    name: 'the network to Temporal says nothing',
    alert: 'SluiceTemporalDown',
    begin: ({ temporal }) => {
      temporal.fallSilent();
      return Promise.resolve(() => Promise.resolve(temporal.speak()));
    },
  },
  {
    name: 'the mail server says nothing',
    alert: 'SluiceMailDown',
    begin: ({ mail }) => {
      mail.fallSilent();
      return Promise.resolve(() => Promise.resolve(mail.speak()));
    },
  },
  { name: 'the FTP server is gone', alert: 'SluiceFtpDown', begin: (service) => service.without('ftp') },
  { name: 'Redis is killed', alert: 'SluiceRedisDown', begin: killRedis },
  { name: 'the file system of the files fails', alert: 'SluiceFilesDown', begin: breakFolder },
  { name: 'workers cannot replay', alert: 'SluiceBadDeploy', begin: deployBadly },
  { name: 'workflows are terminated', alert: 'SluiceJobsFailed', begin: terminate },
  { name: 'calls fail', alert: 'SluiceCallsFail', begin: failCalls },
  { name: 'one worker has too much to do', alert: 'SluiceTasksWait', begin: exportSlowly },
  { name: 'slow servers hold every slot', alert: 'SluiceDownloadsWait', begin: downloadSlowly },
  { name: 'deliveries are stuck', alert: 'SluiceWebhooksWait', begin: deliverSlowly },
  // The last one: it is reported for seven days.
  { name: 'an older copy of Postgres is restored', alert: 'SluiceWentBack', begin: restoreOlder },
];

async function killRedis({ redis }: WatchedService) {
  await redis?.kill();
  return redis === null ? null : () => redis.start();
}

/** Every access to the folder of the files fails, with ELOOP. */
async function breakFolder({ stage: { config } }: WatchedService) {
  if (config.s3 !== null) return null;
  const aside = `${config.filesDir}-aside`;
  await rename(config.filesDir, aside);
  await symlink(config.filesDir, config.filesDir);
  return async () => {
    await unlink(config.filesDir);
    await rename(aside, config.filesDir);
  };
}

async function downloadInVain({ stage }: WatchedService) {
  const server = await startWebServer((_, response) => response.writeHead(404).end());
  const listId = await createEmptyList(stage);
  for (let i = 0; i < 3; i++) await createImport(stage, listId, { type: 'url', url: server.url });
  return () => server.close();
}

/** A worker whose workflows have changed without a patch; its process is a real one. */
async function deployBadly({ stage, restart }: WatchedService) {
  const root = join(stage.dir, 'bad-deploy/');
  await createLaterVersion(root, {});
  const [index, released] = [join(root, 'workflows/index.ts'), join(root, 'workflows/released.ts')];
  await rename(index, released);
  const change = await readFile(join(OWN_ROOT, 'test/workflows/fixtures/unpatched-change.ts'), 'utf8');
  await writeFile(index, change.replaceAll('../../../workflows/index.ts', './released.ts'));
  const download = await beginDownload(stage);
  await restart('worker', {}, { root });
  download.answer();
  return async () => {
    await restart('worker');
    await download.finish();
    await stage.api.untilEnded(download.importId);
  };
}

async function terminate({ stage }: WatchedService) {
  const download = await beginDownload(stage);
  await stage.temporal.workflow.getHandle(`subscriber-import/${download.importId}`).terminate('chaos');
  return () => download.finish();
}

/** One in five of the calls of the service's client reads the templates. */
async function failCalls({ stage: { pool } }: WatchedService) {
  await pool.query('alter table campaign_templates rename to chaos_templates');
  return () => pool.query('alter table chaos_templates rename to campaign_templates');
}

/** Postgres works on each part of an export for some seconds, without a lock. */
async function exportSlowly({ stage, restart }: WatchedService) {
  await restart('worker', { workerConcurrency: 1 });
  const listId = await createListFor(stage, makeCsvFile(stage.random, { rows: 300 }));
  await stage.pool.query(`
    create function chaos_slow() returns trigger language plpgsql as $$ begin perform pg_sleep(15); return null; end $$;
    create trigger chaos_slow after update on export_parts for each statement execute function chaos_slow()`);
  const exports: number[] = [];
  for (let i = 0; i < 12; i++) exports.push(await createExport(stage, listId));
  return async () => {
    await stage.pool.query('drop function chaos_slow() cascade');
    await restart('worker');
    for (const id of exports) await untilExported(stage, id);
  };
}

async function untilExported({ api }: WatchedService['stage'], exportId: number): Promise<void> {
  await until(`export ${exportId} ends`, async () => {
    const { state } = await api.demand('GET', `/subscriber_exports/${exportId}`);
    return state === 'finished' || null;
  });
}

async function downloadSlowly({ stage, restart }: WatchedService) {
  await restart('worker', { downloadConcurrency: 1 });
  const server = await startWebServer(slowly(makeCsvFile(stage.random, { rows: 20_000 }).content, 1_000, 200));
  const listId = await createEmptyList(stage);
  const imports: number[] = [];
  for (let i = 0; i < 3; i++) imports.push(await createImport(stage, listId, { type: 'url', url: server.url }));
  return async () => {
    for (const id of imports) await stage.api.insist(id, 'cancel');
    await server.close();
    await restart('worker');
  };
}

/** Events are sent, and what became of them is not written. */
async function deliverSlowly({ stage }: WatchedService) {
  const { api, pool } = stage;
  const receiver = await startWebhookReceiver();
  const { id } = await api.demand('POST', '/webhook_endpoints', { webhook_endpoint: { url: receiver.url } });
  await pool.query(`
    create function chaos_slow() returns trigger language plpgsql as $$ begin perform pg_sleep(25); return new; end $$;
    create trigger chaos_slow before update on webhook_deliveries for each row execute function chaos_slow()`);
  const importId = await createImport(
    stage,
    await createEmptyList(stage),
    inline(makeCsvFile(stage.random, { rows: 20 })),
  );
  await api.untilEnded(importId);
  return async () => {
    await pool.query('drop function chaos_slow() cascade');
    await api.demand('DELETE', `/webhook_endpoints/${id}`);
    await receiver.close();
  };
}

/** Postgres goes back to before an import that waits for its time. */
async function restoreOlder({ stage }: WatchedService) {
  const restore = await stage.servers.copyPostgres();
  const listId = await createEmptyList(stage);
  const begins_at = new Date(Date.now() + 3_600_000).toISOString();
  const source = inline(makeCsvFile(stage.random, { rows: 20 }));
  const importId = await createImport(stage, listId, source, { ...THOROUGH, begins_at });
  await restore();
  return async () => {
    const lost = stage.temporal.workflow.getHandle(`subscriber-import/${importId}`);
    await lost.terminate('chaos').catch(() => undefined);
  };
}
