import { loadConfig } from '../engine/platform/config.ts';
import type { Config } from '../engine/platform/config.ts';
import { endWhileStarting } from '../engine/platform/end-while-starting.ts';
import { ConfigurationError } from '../engine/platform/errors.ts';
import { createLogger } from '../engine/platform/logger.ts';
import { keepFilesPrivate } from '../engine/platform/private-files.ts';
import { startTracing } from '../engine/tracing/tracing.ts';
import { createWatchdog } from '../engine/watchdog/watchdog.ts';
import { buildApp } from './app.ts';

const DRAIN_MS = 5000;

/** Listens until SIGTERM, SIGINT or the end of the parent, then lets open calls finish for up to five seconds. */
async function main(): Promise<void> {
  const started = endWhileStarting();
  const config = loadConfig();
  requireServers(config);
  const logger = createLogger(config, 'api');
  await keepFilesPrivate(config, logger);
  const tracing = await startTracing(config.otlpEndpoint, 'api');
  const watchdog = createWatchdog({ role: 'api', limitMs: config.watchdogMs });
  const app = await buildApp({ config, logger, underWay: watchdog.underWay, onRefusal: fail });

  let isClosing = false;
  const close = () => {
    if (isClosing) return;
    isClosing = true;
    // A caller who reads a log slowly, or a Temporal that does not answer, is cut off rather than waited for.
    setTimeout(() => process.exit(0), DRAIN_MS);
    void app
      .close()
      .then(() => tracing?.stop())
      .then(() => process.exit(0), fail);
  };
  process.once('SIGTERM', close);
  process.once('SIGINT', close);
  started();
  process.once('disconnect', close);

  await app.listen({ port: config.port, host: config.host });
  watchdog.start();
  process.send?.('ready');
}

function requireServers({ databaseUrl, temporalAddress }: Config): void {
  const hint = '"npx sluice start" brings its own and sets it; on its own the API needs it set.';
  const mistakes = [];
  if (databaseUrl === undefined) mistakes.push(`DATABASE_URL is not set: ${hint}`);
  if (temporalAddress === undefined) mistakes.push(`TEMPORAL_ADDRESS is not set: ${hint}`);
  if (mistakes.length > 0) throw new ConfigurationError(mistakes);
}

function fail(error: unknown): never {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exit(1);
}

await main().catch(fail);
