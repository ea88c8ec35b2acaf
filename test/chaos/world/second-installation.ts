import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { bootstrap } from '../../../engine/db/accounts/bootstrap.ts';
import { ensureDatabase } from '../../../engine/db/core/ensure-database.ts';
import { createPool } from '../../../engine/db/core/pool.ts';
import { migrate } from '../../../engine/db/schema/migrate.ts';
import { TemporalClient } from '../../../engine/jobs/temporal-client.ts';
import type { Config } from '../../../engine/platform/config.ts';
import { lastingPort } from '../../support/lasting-port.ts';
import { createApi } from './api.ts';
import { filesInFolders } from './files.ts';
import type { Stage } from './world.ts';

/** Creates an empty database next to that of the world, without a schema. @returns its address */
async function createEmptyDatabase({ config }: Stage): Promise<string> {
  const address = new URL(config.databaseUrl ?? '');
  const name = `second_${randomUUID().replaceAll('-', '')}`;
  await ensureDatabase(address.href, name);
  address.pathname = `/${name}`;
  return address.href;
}

/** Creates an empty database next to that of the world, with the present schema. @returns its address */
export async function createSecondDatabase(stage: Stage): Promise<string> {
  const databaseUrl = await createEmptyDatabase(stage);
  await migrate(databaseUrl);
  return databaseUrl;
}

/** Another installation on the servers of the world; its roles are roles of the world with other settings. */
export interface SecondInstallation {
  readonly stage: Stage;
  close(): Promise<void>;
}

/**
 * Opens an installation with a database and folders of its own, in the Temporal namespace of the world.
 * @param names of its workflows and task queues
 * @param migrateBy gives its database a schema, the present one by default
 */
export async function openSecondInstallation(
  first: Stage,
  names: Pick<Config, 'workflowIdPrefix' | 'taskQueue'>,
  migrateBy: (config: Config) => Promise<unknown> = (config) => migrate(config.databaseUrl ?? ''),
): Promise<SecondInstallation> {
  const databaseUrl = await createEmptyDatabase(first);
  const dataDir = join(first.dir, 'second');
  const changes: Partial<Config> = {
    ...names,
    ...{ databaseUrl, dataDir, s3: null, port: await lastingPort() },
    ...{ filesDir: join(dataDir, 'files'), uploadsDir: join(dataDir, 'uploads') },
  };
  const config = { ...first.config, ...changes };
  await migrateBy(config);
  const { apiKey } = await bootstrap(databaseUrl, config);
  if (apiKey === null) throw new Error('The database has no key.');
  const pool = createPool(databaseUrl, { max: 4, applicationName: 'chaos' });
  const apiAt = (port: number) => createApi(`http://127.0.0.1:${port}`, apiKey);
  const start: Stage['start'] = (name, more, how) => first.start(name, { ...changes, ...more }, how);
  return {
    stage: {
      ...first,
      ...{ config, pool, apiAt, start },
      api: apiAt(config.port),
      temporal: new TemporalClient(config, { connection: first.temporal.connection }),
      files: filesInFolders(config),
      serve: async () => {
        const [api, worker] = await Promise.all([start('api'), start('worker')]);
        return { api, worker };
      },
    },
    close: () => pool.end(),
  };
}
