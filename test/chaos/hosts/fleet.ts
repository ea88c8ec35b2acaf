import { join } from 'node:path';
import type { Config } from '../../../engine/platform/config.ts';
import { lastingPort } from '../../support/lasting-port.ts';
import type { Role } from '../../support/role.ts';
import { requireNone } from '../failure.ts';
import type { Api } from '../world/api.ts';
import type { Stage } from '../world/world.ts';
import { canIsolate, createIsolatedHost, NO_ISOLATED_HOSTS } from './isolated-host.ts';
import type { IsolatedHost } from './isolated-host.ts';
import { breaches } from './isolation.ts';

/** Two APIs and two workers, each on a host of its own. */
export interface Fleet {
  readonly apis: readonly Api[];
  /** Ends a role with SIGKILL and starts it again on its host, where its files are gone. */
  strike(name: RoleOfFleet): Promise<void>;
  close(): Promise<void>;
}

export type RoleOfFleet = (typeof ROLES)[number];
/** The first name of an API and a worker is that of the settings' port. */
export const ROLES = ['api-1', 'api-2', 'worker-1', 'worker-2'] as const;

export interface FleetSettings {
  readonly changes: Pick<Config, 's3' | 'redisUrl'>;
  /** Ports of this machine that are no service: those of servers on the internet. */
  readonly internet: readonly number[];
}

/**
 * Starts the roles on isolated hosts from which only Postgres, Temporal, Redis, S3 and the internet can be reached; where there
 * can be none, as processes of this machine, which it says.
 * @throws PromiseBroken when a role reaches more, or less
 */
export async function startFleet(stage: Stage, { changes, internet }: FleetSettings): Promise<Fleet> {
  const { config, say, figures, dir } = stage;
  const isApart = await canIsolate();
  if (!isApart) say(`The roles are processes of this machine: ${NO_ISOLATED_HOSTS}.`);
  const { databaseUrl, temporalAddress } = config;
  const services = [databaseUrl, `tcp://${temporalAddress}`, changes.redisUrl, changes.s3?.endpoint].map(portOf);
  const reaches = [...services, ...internet];
  const ports = { 'api-1': config.port, 'api-2': await lastingPort() };
  const hosts = new Map<RoleOfFleet, IsolatedHost>();
  const running = new Map<RoleOfFleet, Role>();

  const start = async (name: RoleOfFleet) => {
    const folder = join(dir, name);
    const folders = { dataDir: folder, filesDir: join(folder, 'files'), uploadsDir: join(folder, 'uploads') };
    const port = name in ports ? ports[name as keyof typeof ports] : config.port;
    const kind = name.startsWith('api') ? 'api' : 'worker';
    const under = hosts.get(name)?.command ?? [];
    running.set(name, await stage.start(kind, { ...changes, ...folders, port }, { under }));
  };
  for (const name of isApart ? ROLES : []) {
    const serves = name in ports ? [ports[name as keyof typeof ports]] : [];
    hosts.set(name, await createIsolatedHost({ name, dir, reaches, serves }));
  }
  await Promise.all(ROLES.map(start));
  if (isApart) {
    const processes = [...running].map(([name, { pid }]) => ({ name, pid }));
    requireNone(await breaches(processes, { dir, reaches }));
    figures.add('roles on hosts of their own', processes.length);
  }
  return {
    apis: Object.values(ports).map(stage.apiAt),
    strike: async (name) => {
      await running.get(name)?.kill();
      await start(name);
    },
    close: async () => {
      await stage.stopRoles();
      await Promise.all([...hosts.values()].map((host) => host.close()));
    },
  };
}

function portOf(url: string | undefined): number {
  return Number(new URL(url ?? '').port);
}
