import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { loadConfig } from '../../engine/platform/config.ts';
import { startHost } from '../../engine/embedded/host-process.ts';
import { shareServer } from './shared-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The run's Temporal server, state in memory. */
    temporal: { readonly address: string; readonly namespace: string };
  }
}

/** Vitest's global set-up: one Temporal server for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { address } = await server.acquire();
  project.provide('temporal', { address, namespace: NAMESPACE });
  return server.release;
}

const NAMESPACE = 'default';

const server = shareServer('temporal', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-temporal-'));
  const { cacheDir, temporalCliPath } = loadConfig();
  const host = await startHost(
    {
      dataDir,
      disposable: true,
      logLevel: 'warn',
      postgres: null,
      temporal: { namespace: NAMESPACE, uiPort: 0, persistent: false, cacheDir, temporalCliPath },
    },
    { onProgress: (line) => process.stderr.write(`${line}\n`) },
  );
  if (host.temporalAddress === null) throw new Error('The embedded host did not start Temporal.');
  return { address: host.temporalAddress, stop: () => host.stop() };
});
