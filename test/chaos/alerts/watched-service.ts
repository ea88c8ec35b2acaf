import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../../engine/platform/config.ts';
import { lastingPort } from '../../support/lasting-port.ts';
import { startSilentRelay, through } from '../../support/silent-relay.ts';
import type { SilentRelay } from '../../support/silent-relay.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import type { Role } from '../../support/role.ts';
import { leftovers } from '../checks/leftovers.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createEmptyList, createImport, inline } from '../sources/list.ts';
import { until } from '../until.ts';
import { startRedis } from '../world/redis.ts';
import type { ChaosRedis } from '../world/redis.ts';
import type { HowRun, Stage } from '../world/world.ts';

type Kept = 'api' | 'worker' | 'ftp';

/** An API and a worker whose metrics are served, an FTP server, and a client that calls all the time. */
export interface WatchedService {
  readonly stage: Stage;
  /** The network between both and Temporal. */
  readonly temporal: SilentRelay;
  /** The network between the API and the mail server. */
  readonly mail: SilentRelay;
  /** Null where none is installed. */
  readonly redis: ChaosRedis | null;
  /** Ports of the metrics. */
  readonly targets: Readonly<Record<'api' | 'worker', number>>;
  /** Kills a role. @returns what starts it again */
  without(name: Kept): Promise<() => Promise<void>>;
  /** Stops a role, and starts it with other settings or of another version. */
  restart(name: Kept, changes?: Partial<Config>, how?: HowRun): Promise<void>;
  close(): Promise<void>;
}

/** Starts them, and a client. */
export async function startWatchedService(stage: Stage): Promise<WatchedService> {
  const temporal = await startSilentRelay(Number(stage.servers.temporalAddress.split(':').at(-1)));
  const smtp = await startSmtpServer();
  const mail = await startSilentRelay(smtp.port);
  const redis = await startRedis(join(stage.dir, 'redis-of-alerts'));
  const metricsPort = await lastingPort();
  const settings = {
    ...{ metrics: true, metricsPort, temporalAddress: `127.0.0.1:${temporal.port}` },
    ...{ smtpUrl: through(mail, smtp.url), redisUrl: redis?.url },
    ftp: { ...stage.config.ftp, port: await lastingPort() },
  };
  const roles: Record<Kept, Role> = {
    api: await stage.start('api', settings),
    worker: await stage.start('worker', settings),
    ftp: await stage.start('ftp', settings),
  };
  const end = callAll(stage, await createEmptyList(stage));
  const start = async (name: Kept, changes: Partial<Config> = {}, how: HowRun = {}) => {
    roles[name] = await stage.start(name, { ...settings, ...changes }, how);
  };
  return {
    stage,
    ...{ temporal, mail, redis },
    targets: { api: stage.config.port, worker: metricsPort },
    without: async (name) => {
      await roles[name].kill();
      return () => start(name);
    },
    restart: async (name, changes, how) => {
      await roles[name].stop();
      await start(name, changes, how);
    },
    close: async () => {
      await end();
      await until('every job has ended', async () => (await leftovers(stage)).length === 0 || null);
      await stage.stopRoles();
      await Promise.all([temporal.close(), mail.close(), smtp.stop(), redis?.kill()]);
    },
  };
}

/** Calls one time after the other, and imports now and then; what fails is called again. @returns what ends that */
function callAll(stage: Stage, listId: number): () => Promise<void> {
  const { api, random } = stage;
  const file = makeCsvFile(random, { rows: 20 });
  let isOver = false;
  const callOn = async () => {
    for (let call = 0; !isOver; call++) {
      const path = call % 5 === 0 ? '/templates' : '/mailing_lists';
      await api.call('GET', path).catch(() => undefined);
      if (call % 25 === 0) await createImport(stage, listId, inline(file)).catch(() => undefined);
      await delay(200);
    }
  };
  const done = callOn();
  return async () => {
    isOver = true;
    await done;
  };
}
