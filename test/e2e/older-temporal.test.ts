import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../engine/platform/config.ts';
import { configEnvironment } from '../../engine/platform/config-environment.ts';
import { startServers } from '../chaos/world/servers.ts';
import type { ChaosServers } from '../chaos/world/servers.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, succeed, untilEnded } from '../support/imports.ts';
import { spawnRole } from '../support/role.ts';
import type { Role } from '../support/role.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../support/webhook-receiver.ts';

const PATIENCE = { timeout: 60_000, interval: 200 };
const WENT_BACK = 'Temporal went back';

describe('a worker that lives while its Temporal is replaced', () => {
  let dataDir: string;
  let servers: ChaosServers;
  let engine: TestEngine;
  let worker: Role;
  let receiver: WebhookReceiver;
  let log = '';
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-older-'));
    // Its database is that of the engine.
    const settings = loadConfig({ ...process.env, DATA_DIR: dataDir, DATABASE_URL: 'postgres://localhost/unused' });
    servers = await startServers(settings, () => undefined);
    engine = await startTestEngine({ TEMPORAL_ADDRESS: servers.temporalAddress });
    await engine.stopWorker();
    const env = { ...configEnvironment(engine.config), LOG_LEVEL: 'warn' };
    worker = spawnRole('worker', { env, output: (text) => (log += text) });
    await worker.ready;
    receiver = await startWebhookReceiver();
  }, 120_000);
  afterAll(async () => {
    await receiver.close();
    await worker.kill();
    await engine.stop();
    await servers.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('keeps its workflows when Temporal was killed and has all that was seen', async () => {
    await importInto('Before');
    await servers.killTemporal();
    await importInto('After');
    expect(log).not.toContain(WENT_BACK);
  }, 90_000);

  it('reads them again from an older copy, so that an endpoint waits for no timer that the copy lacks', async () => {
    const webhook_endpoint = { url: receiver.url };
    const { id } = succeed(await engine.call('POST', '/webhook_endpoints', { webhook_endpoint })).data;
    receiver.answer(500);
    await importInto('Announced');
    await receiver.untilRequested(4);
    const putBack = await servers.copyTemporal();
    await receiver.untilRequested(8);
    await putBack();

    receiver.answer(204);
    await expect.poll(() => waitingFor(id), PATIENCE).toBe(0);
    expect(log.split(WENT_BACK)).toHaveLength(2);
  }, 120_000);

  async function importInto(name: string): Promise<void> {
    const id = await createImport(engine, await createList(engine, name), 'email\nann@example.com\n');
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished' });
  }

  const waitingFor = async (id: number) =>
    (await engine.call('GET', `/webhook_endpoints/${id}`)).data.waiting as number;
});
