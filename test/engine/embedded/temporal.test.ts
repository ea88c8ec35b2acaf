import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHost } from '../../../engine/embedded/host-process.ts';
import type { EmbeddedHost } from '../../../engine/embedded/host-process.ts';
import { loadConfig } from '../../../engine/platform/config.ts';
import { portsOfServer } from '../../support/listening-ports.ts';
import { isTaken, PAGE_WORKFLOW_ID, pageCalls, sendPageCall } from '../../support/page-commands.ts';

const NAMESPACE = 'default';

describe.runIf(process.platform === 'linux')('the embedded Temporal server', () => {
  let dataDir: string;
  let host: EmbeddedHost;
  let uiPort: number;
  let ports: readonly number[];
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-embedded-'));
    const { cacheDir, temporalCliPath } = loadConfig();
    const temporal = { namespace: NAMESPACE, uiPort: 0, persistent: true, cacheDir, temporalCliPath };
    host = await startHost({ dataDir, logLevel: 'warn', postgres: null, temporal }, { onProgress: () => undefined });
    uiPort = Number(new URL(host.temporalUiUrl ?? '').port);
    ports = await portsOfServer(Number(host.temporalAddress?.split(':')[1]));
  });
  afterAll(async () => {
    await host?.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 50 });
  });

  it('listens for more than gRPC and its UI', () => {
    expect(ports).toContain(uiPort);
    expect(ports.length).toBeGreaterThan(2);
  });

  it('takes no command from a page in a browser', async () => {
    for (const port of ports) {
      for (const call of pageCalls(port, NAMESPACE, port !== uiPort)) {
        expect(isTaken(await sendPageCall(call)), JSON.stringify(call)).toBe(false);
      }
    }
    expect(await isStarted()).toBe(false);
  });

  async function isStarted(): Promise<boolean> {
    const connection = await Connection.connect({ address: host.temporalAddress ?? '' });
    try {
      await new Client({ connection, namespace: NAMESPACE }).workflow.getHandle(PAGE_WORKFLOW_ID).describe();
      return true;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    } finally {
      await connection.close();
    }
  }
});
