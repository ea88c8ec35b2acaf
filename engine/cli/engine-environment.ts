import { resolve } from 'node:path';
import type { Environment } from '../platform/child-environment.ts';
import { ConfigurationError } from '../platform/errors.ts';
import { readEngineFile } from './engine-file.ts';

/**
 * The environment of a role, with the servers of the engine that runs on DATA_DIR where neither DATABASE_URL nor TEMPORAL_ADDRESS is set:
 * so `npx sluice worker` adds a worker to `npx sluice start`. Unchanged when no engine runs there.
 */
export async function withEngineServers(env: Environment): Promise<Environment> {
  const isSet = (name: string) => (env[name]?.trim() ?? '') !== '';
  if (isSet('DATABASE_URL') || isSet('TEMPORAL_ADDRESS')) return env;
  try {
    const dataDir = resolve(isSet('DATA_DIR') ? (env['DATA_DIR']?.trim() ?? '') : '.data');
    const { databaseUrl, temporalAddress, temporalNamespace } = await readEngineFile(dataDir);
    return {
      ...env,
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: temporalAddress,
      TEMPORAL_NAMESPACE: temporalNamespace,
    };
  } catch (error) {
    // The role says what it needs.
    if (error instanceof ConfigurationError) return env;
    throw error;
  }
}
