import { Connection } from '@temporalio/client';
import { temporalConnectionOptions } from '../jobs/temporal.ts';
import { TemporalClient } from '../jobs/temporal-client.ts';
import type { Config } from '../platform/config.ts';
import { readEngineFile } from './engine-file.ts';
import { doesNotAnswer } from './failure-sentence.ts';

const CONNECT_MS = 5_000;

/**
 * Connects to the Temporal server of the settings, or to that of the engine that runs on DATA_DIR.
 * @throws SluiceError when no engine runs there, or the server does not answer
 */
export async function openTemporal(config: Config): Promise<TemporalClient> {
  const { temporalAddress: address, temporalNamespace } =
    config.temporalAddress === undefined ? await readEngineFile(config.dataDir) : config;
  if (address === undefined) throw new Error('There is no address of Temporal.');
  try {
    const options = temporalConnectionOptions(config, address);
    const connection = await Connection.connect({ ...options, connectTimeout: CONNECT_MS });
    return new TemporalClient({ ...config, temporalNamespace }, { connection });
  } catch (error) {
    throw doesNotAnswer('Temporal server', address, error);
  }
}
