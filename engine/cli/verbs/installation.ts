import { existsSync } from 'node:fs';
import { Argument, Command } from 'commander';
import { readInstallation } from '../../db/installation/installation.ts';
import { createPool } from '../../db/core/pool.ts';
import { adoptTemporal, findRefusal } from '../../jobs/installation/claim-temporal.ts';
import { markersOf, readOwner } from '../../jobs/installation/markers.ts';
import { placeText } from '../../jobs/installation/refusals.ts';
import { databasePlace, readPlace } from '../../jobs/installation/sides.ts';
import type { Sides } from '../../jobs/installation/sides.ts';
import { loadConfig } from '../../platform/config.ts';
import type { Config } from '../../platform/config.ts';
import { openTemporal } from '../open-temporal.ts';
import { migrate } from '../../db/schema/migrate.ts';
import { tryLock } from '../../embedded/process-lock.ts';
import { createLogger } from '../../platform/logger.ts';
import { ENGINE_LOCK, readEngineFile } from '../engine-file.ts';
import type { EngineAddresses } from '../engine-file.ts';
import { startServers } from '../servers.ts';

interface Options {
  readonly json?: true;
}

/** `sluice installation [adopt]`: shows what the database and the Temporal namespace belong to, or binds them to each other. */
export function installation(): Command {
  return new Command('installation')
    .description(
      'show which installation the database and the Temporal namespace belong to; or let them belong together',
    )
    .addArgument(
      new Argument('[action]', 'adopt: from now on this database and this namespace belong together').choices([
        'adopt',
      ]),
    )
    .option('--json', 'print JSON')
    .action(showOrAdopt);
}

const CALLS_MS = 10_000;

function showOrAdopt(action: 'adopt' | undefined, { json }: Options): Promise<void> {
  const config = loadConfig();
  return withServers(config, async ({ databaseUrl, ...target }) => {
    const client = await openTemporal(config, target);
    const pool = createPool(databaseUrl, { max: 2, applicationName: 'sluice-cli' });
    const sides = { client, pool, databaseUrl, temporalAddress: target.temporalAddress };
    try {
      await client.withDeadline(Date.now() + CALLS_MS, async () => {
        if (action === 'adopt') await adoptTemporal(sides);
        const shown = await describe(sides);
        const lines = json === true ? [JSON.stringify(shown)] : linesOf(shown, action);
        process.stdout.write(`${lines.join('\n')}\n`);
      });
    } finally {
      await pool.end();
      await client.connection.close();
    }
  });
}

type Shown = Awaited<ReturnType<typeof describe>>;

async function describe(sides: Sides) {
  const { id, temporal: belongsTo } = await readInstallation(sides.pool);
  const owners = [];
  for (const { workflowId, subject } of markersOf(sides.client.names)) {
    owners.push({ workflowId, subject, owner: await readOwner(sides.client, { workflowId, subject }) });
  }
  const database = { address: databasePlace(sides.databaseUrl), installation: id, belongsTo };
  return { database, temporal: { ...(await readPlace(sides)), owners }, refusal: await findRefusal(sides) };
}

function linesOf({ database, temporal, refusal }: Shown, action: 'adopt' | undefined): string[] {
  const { address, installation: id, belongsTo } = database;
  return [
    `The database ${address} is of the installation ${id}. It belongs to ${belongsTo === null ? 'no Temporal yet' : placeText(belongsTo)}.`,
    `This is ${placeText(temporal)}.`,
    ...temporal.owners.map(({ subject, owner }) =>
      owner === null
        ? `${subject} is of no installation.`
        : `${subject} is of the installation ${owner.installation}, whose database is ${owner.database}.`,
    ),
    refusal ?? 'They belong together.',
    ...(action === 'adopt' ? [AFTER_ADOPTION] : []),
  ];
}

const AFTER_ADOPTION =
  'Start the service. Unfinished jobs that this Temporal does not run go on within two minutes, or fail with LOST_JOBS=fail: ' +
  'npx sluice jobs lists them.';

/**
 * Runs work with the servers of the settings. Those that are not set are those of the engine that runs on DATA_DIR; when none
 * runs there, they are started, migrated and stopped afterwards.
 * @throws ConfigurationError when there is no DATA_DIR; SluiceError when a server does not start
 */
async function withServers(config: Config, work: (servers: EngineAddresses) => Promise<void>): Promise<void> {
  const { databaseUrl, temporalAddress, temporalNamespace, dataDir } = config;
  if (databaseUrl !== undefined && temporalAddress !== undefined) {
    return work({ databaseUrl, temporalAddress, temporalNamespace });
  }
  const lock = existsSync(dataDir) ? await tryLock(dataDir, ENGINE_LOCK) : null;
  if (lock === null) {
    const running = await readEngineFile(dataDir);
    return work({ ...running, databaseUrl: databaseUrl ?? running.databaseUrl });
  }
  try {
    const servers = await startServers(config, {
      log: createLogger(config, 'engine'),
      onProgress: (line) => void process.stderr.write(`${line}\n`),
      signal: new AbortController().signal,
    });
    try {
      await migrate(servers.databaseUrl);
      await work({ databaseUrl: servers.databaseUrl, temporalAddress: servers.temporalAddress, temporalNamespace });
    } finally {
      await servers.stop(STOP_LIMIT_MS);
    }
  } finally {
    await lock.release();
  }
}

const STOP_LIMIT_MS = 10_000;
