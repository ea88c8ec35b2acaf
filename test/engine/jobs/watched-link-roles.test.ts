import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:net';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import temporal from '../../../api/plugins/external/temporal.ts';
import { startWorker } from '../../../engine/roles/worker.ts';
import { loadConfig } from '../../../engine/platform/config.ts';
import { createLogger } from '../../../engine/platform/logger.ts';
import { closedAddress } from '../../support/plain-server.ts';
import { installTemporalRuntime } from '../../support/temporal-runtime.ts';

const LISTENING = 'tracing:net.server.listen:asyncEnd';

describe('the links of the roles to Temporal', () => {
  /** The servers that this process has opened. */
  const servers: Server[] = [];
  const keep = (message: unknown) => void servers.push((message as { readonly server: Server }).server);
  beforeEach(() => {
    installTemporalRuntime();
    servers.length = 0;
    subscribe(LISTENING, keep);
  });
  afterEach(() => void unsubscribe(LISTENING, keep));

  const settings = async (changes: Record<string, string> = {}) => ({
    ...{ DATABASE_URL: `postgres://sluice:sluice@${await closedAddress()}/sluice`, LOG_LEVEL: 'silent' },
    ...changes,
  });

  it.each(['Temporal', 'Postgres'])(
    'are closed when a worker cannot start without %s',
    async (what) => {
      const TEMPORAL_ADDRESS = what === 'Temporal' ? await closedAddress() : inject('temporal').address;
      const config = loadConfig(await settings({ TEMPORAL_ADDRESS }));
      servers.length = 0;
      await expect(startWorker(config)).rejects.toThrow();
      expect(servers.map(({ listening }) => listening)).toEqual([false, false]);
    },
    60_000,
  );

  it.each([
    ['where TEMPORAL_LINK is false', { TEMPORAL_LINK: 'false' }],
    ['to a Temporal that the service has started', { SERVERS_ARE_EMBEDDED: 'true' }],
  ])(
    'are not opened %s',
    async (_, more) => {
      const TEMPORAL_ADDRESS = await closedAddress();
      const config = loadConfig(await settings({ TEMPORAL_ADDRESS, ...more }));
      servers.length = 0;
      await expect(startWorker(config)).rejects.toThrow();
      expect(servers).toEqual([]);
    },
    60_000,
  );

  it.each(['true', 'false'])('the API obeys TEMPORAL_LINK=%s', async (TEMPORAL_LINK) => {
    const { address: TEMPORAL_ADDRESS } = inject('temporal');
    const config = loadConfig(await settings({ TEMPORAL_ADDRESS, TEMPORAL_LINK }));
    servers.length = 0;
    const app = fastify().decorate('config', config);
    await app.register(temporal, { config, logger: createLogger(config, 'api') });
    const isDirect = app.temporalOptions?.address === TEMPORAL_ADDRESS;
    expect([isDirect, servers.length]).toEqual(TEMPORAL_LINK === 'true' ? [false, 1] : [true, 0]);
    await app.close();
    expect(servers.filter(({ listening }) => listening)).toEqual([]);
  });
});
