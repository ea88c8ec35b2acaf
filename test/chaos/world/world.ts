import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { TemporalClient } from '../../../engine/jobs/temporal-client.ts';
import type pg from 'pg';
import { loadConfig } from '../../../engine/platform/config.ts';
import type { Config } from '../../../engine/platform/config.ts';
import { configEnvironment } from '../../../engine/platform/config-environment.ts';
import { bootstrap } from '../../../engine/db/accounts/bootstrap.ts';
import { migrate } from '../../../engine/db/schema/migrate.ts';
import { createPool } from '../../../engine/db/core/pool.ts';
import { lastingPort } from '../../support/lasting-port.ts';
import type { Role, RoleName, RoleOptions } from '../../support/role.ts';
import type { Figures } from '../figures.ts';
import type { Random } from '../random.ts';
import type { Api } from './api.ts';
import { createApi } from './api.ts';
import { filesInFolders, filesInS3 } from './files.ts';
import type { FileStoreKind, WorldFiles } from './files.ts';
import { startRole, stopWell } from './role.ts';
import type { ChaosServers } from './servers.ts';
import { startServers } from './servers.ts';
import { withEarlySuggestions } from './short-histories.ts';

/** The whole service on one machine: real processes that a scenario may strike. */
export interface World {
  readonly dir: string;
  readonly config: Config;
  readonly servers: ChaosServers;
  readonly pool: pg.Pool;
  readonly temporal: TemporalClient;
  readonly api: Api;
  readonly files: WorldFiles;
  readonly figures: Figures;
  readonly say: (line: string) => void;
  /** The API at another port than that of the settings. */
  apiAt(port: number): Api;
  /** An API and a worker with the world's settings: those that were kept, or new ones. */
  serve(): Promise<{ api: Role; worker: Role }>;
  /**
   * Starts one more role, with other settings than the world's where `changes` has some, and under a command or of another version
   * when one is given; it stops those that were kept.
   */
  start(name: RoleName, changes?: Partial<Config>, how?: HowRun): Promise<Role>;
  /** Stops the roles that run, apart from an API and a worker with the world's settings, for `serve`. @throws as stopRoles */
  keepRoles(): Promise<void>;
  /** Stops every role that runs. @throws Error when one does not end well */
  stopRoles(): Promise<void>;
  /** Ends everything; what the processes wrote is kept in `dir` when asked to. */
  close(options: { keep: boolean }): Promise<void>;
}

/** Command and version by which the process of a role is run. */
export type HowRun = Pick<RoleOptions, 'under' | 'root'>;

/** Environment of a scenario: a world with an API and a worker, and random choices of its own. */
export interface Stage extends World {
  readonly random: Random;
  /** Short for every run of the tests; full for `npm run chaos`. */
  readonly size: Size;
  /** Duration of a soak, in minutes. */
  readonly minutes: number;
}

export type Size = 'short' | 'full';

export interface WorldOptions {
  readonly figures: Figures;
  readonly say: (line: string) => void;
  readonly fileStore?: FileStoreKind;
  /** Environment variables. */
  readonly changes?: Readonly<Record<string, string>>;
  /** Events after which Temporal suggests to continue as new, instead of its own limit. */
  readonly suggestContinueAsNew?: number | undefined;
}

/** Starts the servers of a world, with an empty database; scenarios start the roles they need. */
export async function openWorld({
  figures,
  say,
  fileStore = 'folder',
  changes = SMALL_PIECES,
  suggestContinueAsNew,
}: WorldOptions): Promise<World> {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-chaos-'));
  const { HOME, XDG_CACHE_HOME, SLUICE_CACHE_DIR, TEMPORAL_CLI_PATH } = process.env;
  const settings = loadConfig({
    ...{ HOME, XDG_CACHE_HOME, SLUICE_CACHE_DIR, TEMPORAL_CLI_PATH },
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '0',
    RATE_LIMIT_PER_ORGANIZATION: '0',
    UPLOAD_REST_MS: '10',
    ALLOW_PRIVATE_URLS: 'true',
    // Processes with folders of their own have the same ones.
    SECRET_KEY: randomBytes(32).toString('hex'),
    TOKEN_SECRET: randomBytes(32).toString('hex'),
    ...changes,
    DATA_DIR: dir,
    PORT: String(await lastingPort()),
  });
  const servers = await startServers(await withEarlySuggestions(settings, suggestContinueAsNew), say);
  const { databaseUrl, temporalAddress } = servers;
  const files = fileStore === 's3' ? await filesInS3() : filesInFolders(settings);
  const config: Config = { ...settings, ...files.settings, databaseUrl, temporalAddress };
  await migrate(databaseUrl);
  const { apiKey } = await bootstrap(databaseUrl, config);
  if (apiKey === null) throw new Error('The database has no key.');
  const pool = createPool(databaseUrl, { max: 4, applicationName: 'chaos' });
  // Connects when it is first used and again after each death of the server.
  const connection = Connection.lazy({ address: temporalAddress });
  const temporal = new TemporalClient(config, { connection });
  const roles = new Map<Role, RoleName | 'changed'>();
  let kept: Partial<Record<RoleName, Role>> = {};

  const startOne = async (name: RoleName, changes?: Partial<Config>, how: HowRun = {}) => {
    const env = configEnvironment({ ...config, ...changes });
    const role = await startRole(name, { env, ...how }, join(dir, 'logs', `${name}.log`));
    roles.set(role, changes === undefined ? name : 'changed');
    return role;
  };
  const stop = async (doomed: readonly Role[]) => {
    const running = doomed.filter((role) => !role.hasEnded());
    for (const role of doomed) roles.delete(role);
    await Promise.all(running.map(stopWell));
  };
  let stopping = Promise.resolve();
  const apiAt = (port: number) => createApi(`http://127.0.0.1:${port}`, apiKey);

  return {
    dir,
    config,
    servers,
    pool,
    temporal,
    api: apiAt(config.port),
    apiAt,
    files,
    figures,
    say,
    serve: async () => {
      const found = kept;
      kept = {};
      const [api, worker] = await Promise.all([found.api ?? startOne('api'), found.worker ?? startOne('worker')]);
      return { api, worker };
    },
    start: async (name, changes, how) => {
      const found = Object.values(kept);
      kept = {};
      if (found.length > 0) stopping = stop(found);
      await stopping;
      return startOne(name, changes, how);
    },
    keepRoles: async () => {
      kept = {};
      for (const [role, name] of roles) {
        if ((name === 'api' || name === 'worker') && !role.hasEnded()) kept[name] ??= role;
      }
      const found = new Set(Object.values(kept));
      await stop([...roles.keys()].filter((role) => !found.has(role)));
    },
    stopRoles: async () => {
      kept = {};
      await stop([...roles.keys()]);
    },
    close: async ({ keep }) => {
      await Promise.all([...roles.keys()].map((role) => role.kill()));
      await pool.end();
      await connection.close();
      await Promise.all([servers.stop(), files.close()]);
      if (!keep) await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Small pieces, so that a file of a few thousand rows has many of them, and waits that a test can afford. */
export const SMALL_PIECES = {
  RANGE_BYTES: '20000',
  CHUNK_ROWS: '500',
  MERGE_MS: '25',
  FIRST_DOWNLOAD_WAIT_MS: '300',
  SECOND_DOWNLOAD_WAIT_MS: '600',
};
