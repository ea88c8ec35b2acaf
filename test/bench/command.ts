import { loadConfig } from '../../engine/platform/config.ts';
import type { Config } from '../../engine/platform/config.ts';

/** The defaults, save for what would reach out of the temporary folder of a measurement, and for these settings. */
export function benchConfig(dataDir: string, settings: Readonly<Record<string, string | undefined>>): Config {
  const { HOME, XDG_CACHE_HOME, SLUICE_CACHE_DIR, TEMPORAL_CLI_PATH } = process.env;
  return loadConfig({
    ...{ HOME, XDG_CACHE_HOME, SLUICE_CACHE_DIR, TEMPORAL_CLI_PATH },
    ...{ DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    ...{ RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PER_ORGANIZATION: '0', PORT: '0', TEMPORAL_UI_PORT: '0' },
    UPLOAD_REST_MS: '0',
    ...settings,
  });
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Ends the process when a measurement has ended: with 1 if it failed, or has set the exit code itself. */
export function runCommand(measurement: () => Promise<void>): void {
  measurement().then(
    () => process.exit(),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exit(1);
    },
  );
}
