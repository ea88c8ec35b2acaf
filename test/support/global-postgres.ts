import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../engine/db/core/migrate.ts';
import { startHost } from '../../engine/embedded/host-process.ts';
import { shareServer } from './shared-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The run's Postgres: an address of its administrator, and the migrated database to copy. */
    postgres: { readonly adminUrl: string; readonly template: string };
  }
}

/** Vitest's global set-up: one Postgres for the whole run, with a template database that is migrated once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { adminUrl } = await server.acquire();
  project.provide('postgres', { adminUrl, template: TEMPLATE });
  return server.release;
}

const TEMPLATE = 'sluice_template';

const server = shareServer('postgres', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-postgres-'));
  const host = await startHost(
    { dataDir, disposable: true, logLevel: 'warn', postgres: { durable: false }, temporal: null },
    { onProgress: () => undefined },
  );
  if (host.postgresUrl === null) throw new Error('The embedded host did not start Postgres.');
  await createTemplate(host.postgresUrl);
  return { adminUrl: host.postgresUrl, stop: () => host.stop() };
});

async function createTemplate(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const address = new URL(adminUrl);
  address.pathname = `/${TEMPLATE}`;
  await migrate(address.href);
}
