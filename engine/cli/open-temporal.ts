import { Connection } from '@temporalio/client';
import { temporalClientOptions } from '../jobs/temporal.ts';
import { TemporalClient } from '../jobs/temporal-client.ts';
import { findRefusal } from '../jobs/installation/claim-temporal.ts';
import type { Sides } from '../jobs/installation/sides.ts';
import type { Config } from '../platform/config.ts';
import { ConfigurationError } from '../platform/errors.ts';
import { callTemporal } from '../platform/timeouts.ts';
import { readEngineFile } from './engine-file.ts';
import { doesNotAnswer } from './failure-sentence.ts';

const CONNECT_MS = 5_000;

/** Address of a Temporal server, and the namespace. */
export interface TemporalTarget {
  readonly temporalAddress: string;
  readonly temporalNamespace: string;
}

/**
 * Finds the Temporal server of the settings, or that of the engine that runs on DATA_DIR.
 * @throws ConfigurationError when no engine runs there
 */
export async function temporalTarget(config: Config): Promise<TemporalTarget> {
  const { temporalAddress, temporalNamespace, dataDir } = config;
  return temporalAddress === undefined ? readEngineFile(dataDir) : { temporalAddress, temporalNamespace };
}

/**
 * Connects to a Temporal server.
 * @param epoch reads the epoch of the database; without it no job is to be started
 * @throws SluiceError when the server does not answer
 */
export async function openTemporal(
  config: Config,
  target: TemporalTarget,
  epoch?: () => Promise<string | null>,
): Promise<TemporalClient> {
  const { temporalAddress: address, temporalNamespace } = target;
  try {
    const options = temporalClientOptions(config, address);
    const connection = await Connection.connect({ ...options, connectTimeout: CONNECT_MS });
    return new TemporalClient({ ...config, temporalNamespace }, { connection }, epoch);
  } catch (error) {
    throw doesNotAnswer('Temporal server', address, error);
  }
}

/**
 * Checks that a namespace and a database do not belong to different installations. While one of them does not answer nothing is
 * known, and nothing is thrown: a verb may work without it.
 * @throws ConfigurationError when they do
 */
export async function requireOwnTemporal(sides: Sides): Promise<void> {
  const refusal = await callTemporal(sides.client, CONNECT_MS, () => findRefusal(sides)).catch(() => null);
  if (refusal !== null) throw new ConfigurationError([refusal]);
}
