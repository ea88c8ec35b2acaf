import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findTemporalBinary } from '../../../engine/embedded/temporal-binary.ts';
import type { Config } from '../../../engine/platform/config.ts';

/**
 * Settings with a Temporal server that suggests to continue as new after so many events: a script in the data folder that starts the
 * server of this machine. Without a number the settings themselves. @throws Error when this machine has no Temporal server yet
 */
export async function withEarlySuggestions(config: Config, events: number | undefined): Promise<Config> {
  if (events === undefined) return config;
  const server = await findTemporalBinary(config);
  if (server === null) throw new Error('There is no Temporal server yet; "npx sluice start" gets one.');
  const temporalCliPath = join(config.dataDir, 'temporal-of-short-histories.sh');
  const limit = `limit.historyCount.suggestContinueAsNew=${events}`;
  await writeFile(temporalCliPath, `#!/bin/sh\nexec '${server}' "$@" --dynamic-config-value ${limit}\n`, {
    mode: 0o700,
  });
  return { ...config, temporalCliPath };
}
