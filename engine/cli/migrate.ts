import { loadConfig } from '../platform/config.ts';
import { bootstrap } from '../db/accounts/bootstrap.ts';
import { migrate } from '../db/core/migrate.ts';
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
  const applied = await migrate(config.databaseUrl);
  const { keyFile, problem } = await bootstrap(config.databaseUrl, config);
  process.stdout.write(applied.length === 0 ? 'The schema is up to date.\n' : `Applied ${applied.join(', ')}.\n`);
  process.stdout.write(`${problem ?? `The API key of the system administrator is in ${keyFile}.`}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof SluiceError ? error.message : String((error as Error).stack ?? error)}\n`);
  process.exitCode = 1;
});
