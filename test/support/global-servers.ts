import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../engine/db/schema/migrate.ts';
import { startHost } from '../../engine/embedded/host-process.ts';
import { loadConfig } from '../../engine/platform/config.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The run's Postgres: an address of its administrator, and the migrated database to copy. */
    postgres: { readonly adminUrl: string; readonly template: string };
    /** The run's Temporal server, state in memory. */
    temporal: { readonly address: string };
  }
}

/** Vitest's global set-up: one Postgres, with a template database that is migrated once, and one Temporal server for the whole run. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (areUnneeded(process.argv.slice(2))) return undefined;
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-servers-'));
  const { cacheDir, temporalCliPath } = loadConfig();
  const host = await startHost(
    {
      dataDir,
      disposable: true,
      logLevel: 'warn',
      postgres: { durable: false },
      temporal: { namespace: 'default', uiPort: 0, persistent: false, cacheDir, temporalCliPath },
    },
    { onProgress: (line) => process.stderr.write(`${line}\n`) },
  );
  const { postgresUrl, temporalAddress } = host;
  if (postgresUrl === null || temporalAddress === null) throw new Error('The embedded host did not start the servers.');
  await createTemplate(postgresUrl);
  project.provide('postgres', { adminUrl: postgresUrl, template: TEMPLATE });
  project.provide('temporal', { address: temporalAddress });
  return () => host.stop();
}

const TEMPLATE = 'sluice_template';

/** Whether a run is of folders alone whose tests use no server: they run in seconds, and servers take as long to start. */
function areUnneeded(arguments_: readonly string[]): boolean {
  const paths = arguments_.filter((argument) => argument.startsWith('test/'));
  return paths.length > 0 && paths.every((path) => /^test\/(machines|style|workflows)\b/.test(path));
}

async function createTemplate(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const address = new URL(adminUrl);
  address.pathname = `/${TEMPLATE}`;
  await migrate(address.href);
}
