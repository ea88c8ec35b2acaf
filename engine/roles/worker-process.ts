import { Runtime } from '@temporalio/worker';
import { freePort } from '../embedded/free-port.ts';
import { loadConfig } from '../platform/config.ts';
import { endWhileStarting } from '../platform/end-while-starting.ts';
import { ConfigurationError } from '../platform/errors.ts';
import { createLogger } from '../platform/logger.ts';
import { keepFilesPrivate } from '../platform/private-files.ts';
import { startTracing } from '../tracing/tracing.ts';
import { createWatchdog } from '../watchdog/watchdog.ts';
import { createSdkLogger } from './sdk-logger.ts';
import { startWorker } from './worker.ts';

const ORPHAN_LIMIT_MS = 10_000;

/** Names as Prometheus has them: with units, in seconds. */
const SDK_METRIC_NAMES = { countersTotalSuffix: true, unitSuffix: true, useSecondsForDurations: true };

/** The role that works on jobs, until SIGTERM, SIGINT or the end of the parent. */
async function main(): Promise<void> {
  const started = endWhileStarting();
  const config = loadConfig();
  const log = createLogger(config, 'worker');
  await keepFilesPrivate(config, log);
  const tracing = await startTracing(config.otlpEndpoint, 'worker');
  const sdkMetrics = config.metricsPort === null ? null : `127.0.0.1:${await freePort()}`;
  Runtime.install({
    shutdownSignals: [],
    logger: createSdkLogger(log),
    telemetryOptions: {
      logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} },
      ...(sdkMetrics !== null && { metrics: { prometheus: { bindAddress: sdkMetrics, ...SDK_METRIC_NAMES } } }),
    },
  });
  const watchdog = createWatchdog({ role: 'worker', limitMs: config.watchdogMs });
  const worker = await startWorker(config, undefined, {
    underWay: watchdog.underWay,
    sdkMetricsUrl: sdkMetrics === null ? null : `http://${sdkMetrics}/metrics`,
    tracing,
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void worker.stop());
  started();
  // The engine that started this role is gone: without it there may be no servers to work with.
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), ORPHAN_LIMIT_MS).unref();
    void worker.stop();
  });
  // A listener would keep a process alive that has stopped, so that the engine would not start another one.
  process.channel?.unref();
  watchdog.start();
  process.send?.('ready');
  log.info({ metricsPort: worker.metricsPort }, 'worker is running');
  await worker.stopped;
  await tracing?.stop();
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigurationError ? error.message : String(error)}\n`);
  // Temporal's runtime would keep the process alive.
  process.exit(1);
});
