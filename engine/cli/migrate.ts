import { loadConfig } from '../platform/config.ts';
import { bootstrap } from '../db/accounts/bootstrap.ts';
import { readTwins } from '../db/core/carry-keys-over.ts';
import { migrate } from '../db/schema/migrate.ts';
import { createPool } from '../db/core/pool.ts';
import { endWhileStarting } from '../platform/end-while-starting.ts';
import { ConfigurationError, SluiceError } from '../platform/errors.ts';

/** `npx sluice migrate`: brings the database of DATABASE_URL to the newest schema and sees that there is a first key. */
async function main(): Promise<void> {
  endWhileStarting();
  const config = loadConfig();
  if (config.databaseUrl === undefined) {
    throw new ConfigurationError([
      'DATABASE_URL is not set. Without it, only "npx sluice start" has a database, which it migrates itself.',
    ]);
  }
  const applied = await migrate(config.databaseUrl, { report: (line) => void process.stderr.write(`${line}\n`) });
  const { keyFile, problem } = await bootstrap(config.databaseUrl, config);
  process.stdout.write(applied.length === 0 ? 'The schema is up to date.\n' : `Applied ${applied.join(', ')}.\n`);
  for (const line of await twinLines(config.databaseUrl)) process.stdout.write(`${line}\n`);
  process.stdout.write(`${problem ?? `The API key of the system administrator is in ${keyFile}.`}\n`);
}

const MOST_TWINS = 20;

/** Says which subscribers have the address of another one of their list, by another spelling. */
async function twinLines(databaseUrl: string): Promise<string[]> {
  const pool = createPool(databaseUrl, { max: 1 });
  try {
    const { count, first } = await readTwins(pool, MOST_TWINS);
    if (count === 0) return [];
    const pairs = first.map(
      ({ listId, subscriberId, sameAs }) => `  list ${listId}: subscriber ${subscriberId}, as ${sameAs}`,
    );
    const more = count > first.length ? [`  and ${count - first.length} more, in the table twin_addresses`] : [];
    return [`Subscribers with the address of another one, by another spelling: ${count}.`, ...pairs, ...more];
  } finally {
    await pool.end();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof SluiceError ? error.message : String((error as Error).stack ?? error)}\n`);
  process.exitCode = 1;
});
