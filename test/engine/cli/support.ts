import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap } from '../../../engine/db/accounts/bootstrap.ts';
import { createTestDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { runSluice } from '../../support/sluice.ts';
import type { SluiceRun } from '../../support/sluice.ts';

/** A database with its first organization and a data folder, and the command line that works on them. */
export interface CommandLine {
  readonly database: TestDatabase;
  readonly dataDir: string;
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<SluiceRun>;
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export async function createCommandLine(): Promise<CommandLine> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-cli-'));
  await bootstrap(database.url, { dataDir });
  return {
    database,
    dataDir,
    run: (args, env = {}) => runSluice(args, { DATABASE_URL: database.url, DATA_DIR: dataDir, ...env }),
    query: async <Row>(text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows as Row[],
    close: async () => {
      await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}
