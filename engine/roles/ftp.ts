import { loadConfig } from '../platform/config.ts';
import { createPool } from '../db/core/pool.ts';
import { refuseSharedSessions } from '../db/core/shared-sessions.ts';
import { createDatabase } from '../db/core/slonik.ts';
import { markFtpServer } from '../db/uploads/ftp-servers.ts';
import { waitForSchema, watchSchema } from '../db/schema/wait-for-schema.ts';
import { describeError } from '../platform/describe-error.ts';
import { endWhileStarting } from '../platform/end-while-starting.ts';
import { ConfigurationError } from '../platform/errors.ts';
import { openFiles } from '../files/open-files.ts';
import { PATIENCE_OF_FTP } from '../files/s3-patience.ts';
import { purgePartials } from '../ftp/purge-partials.ts';
import { startFtpServer } from '../ftp/server.ts';
import { createLogger } from '../platform/logger.ts';
import { keepFilesPrivate } from '../platform/private-files.ts';
import { createWatchdog } from '../watchdog/watchdog.ts';

const STOP_MS = 5_000;
const PURGE_EVERY_MS = 3_600_000;

/** The role that serves upload directories over FTP, until SIGTERM, SIGINT or the end of the parent. */
async function main(): Promise<void> {
  const started = endWhileStarting();
  const config = loadConfig();
  const { databaseUrl, uploadsDir, ftp } = config;
  if (databaseUrl === undefined) {
    throw new ConfigurationError([
      'The FTP server needs DATABASE_URL. "npx sluice start" starts a database and sets it.',
    ]);
  }
  const log = createLogger(config, 'ftp');
  await keepFilesPrivate(config, log);
  const pool = createPool(databaseUrl, { max: 2, applicationName: 'sluice-ftp' });
  await refuseSharedSessions(pool);
  await waitForSchema(pool, log);
  await pool.end();
  const db = await createDatabase(databaseUrl, { connections: 4 });
  const { copies } = await openFiles(config, PATIENCE_OF_FTP);
  const server = await startFtpServer({ ftp, uploadsDir, copies, db, log });

  // Its session lasts, since the schema is looked at before it would end as idle.
  const marked = createPool(databaseUrl, { max: 1, applicationName: 'sluice-ftp', begin: markFtpServer });
  const stopWatch = watchSchema(marked, log, () => void stop());
  const stop = async () => {
    // Connections that do not end in time are cut off by the end of the process.
    setTimeout(() => process.exit(0), STOP_MS);
    stopWatch();
    await server.stop();
    await Promise.all([db.end(), marked.end()]);
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
  started();
  process.once('disconnect', () => void stop());

  const purge = () =>
    purgePartials(uploadsDir).catch((error: unknown) =>
      log.error({ fault: describeError(error) }, 'partial uploads could not be purged'),
    );
  setInterval(() => void purge(), PURGE_EVERY_MS).unref();
  await purge();
  createWatchdog({ role: 'ftp', limitMs: config.watchdogMs }).start();
  process.send?.('ready');
  log.info({ port: server.port }, 'FTP server is running');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigurationError ? error.message : String(error)}\n`);
  process.exit(1);
});
