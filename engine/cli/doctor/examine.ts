import type { TemporalClient } from '../../jobs/temporal-client.ts';
import type { Config } from '../../platform/config.ts';
import { loadConfig } from '../../platform/config.ts';
import { ConfigurationError } from '../../platform/errors.ts';
import { callTemporal, withTimeout } from '../../platform/timeouts.ts';
import { failureMessage } from '../failure-sentence.ts';
import {
  checkClock,
  checkConnections,
  checkLocks,
  checkSchema,
  checkServer,
  checkUse,
  timeServer,
} from './check-database.ts';
import type { TimedFacts } from './check-database.ts';
import { checkDisk } from './check-disk.ts';
import { checkJobs, checkWebhooks, readOpenJobs } from './check-jobs.ts';
import type { OpenJob } from './check-jobs.ts';
import { checkSignOn } from './check-sign-on.ts';
import { checkBucket, checkMail, checkRedis } from './check-stores.ts';
import {
  checkAttributes,
  checkInstallation,
  checkMaintenance,
  checkVersion,
  checkWorkers,
  readTemporalFacts,
} from './check-temporal.ts';
import type { TemporalFacts } from './check-temporal.ts';
import { wrong, ok, warning } from './finding.ts';
import type { Finding } from './finding.ts';
import { withReachedServers } from './reached-servers.ts';
import type { ReachedServers } from './reached-servers.ts';
import { REPORTED_DAYS } from '../../db/installation/set-back.ts';
import type { Sides } from '../../jobs/installation/sides.ts';
import { isoSeconds } from '../../jobs/jobs-in-temporal.ts';
import { findLostJobs } from '../../jobs/lost-jobs.ts';
import { packageVersion } from '../../platform/package-version.ts';

/** The findings about a service, and the facts behind them; null for what could not be read. */
export interface Examination {
  readonly findings: readonly Finding[];
  readonly config: Config | null;
  readonly server: TimedFacts | null;
  readonly temporal: TemporalFacts | null;
  readonly jobs: readonly OpenJob[] | null;
}

/**
 * Examines the service of the settings, from this machine; it writes nothing. What does not answer is a finding. `further` reads more
 * from the same servers.
 */
export async function examine(
  further?: (servers: ReachedServers, found: Examination) => Promise<void>,
): Promise<Examination> {
  const config = readSettings();
  if (config instanceof ConfigurationError) {
    return {
      findings: [...checkVersions(), ...wrongSettings(config)],
      config: null,
      server: null,
      temporal: null,
      jobs: null,
    };
  }
  const findings: Finding[] = [...checkVersions(), ...checkSettings(config), ...(await checkDisk(config))];
  findings.push(...(await checkBucket(config)), ...(await checkRedis(config)), ...(await checkMail(config)));
  findings.push(...(await checkSignOn(config)));
  return withReachedServers(config, async (servers) => {
    findings.push(...servers.findings);
    const read = readerInto(findings);
    const server = await read('postgres', servers.pool, timeServer);
    const temporal = await read('temporal', servers.client, limited(readTemporalFacts));
    if (server !== null) findings.push(...checkServer(server));
    if (server !== null)
      findings.push(checkConnections(server, config, temporal?.queues.workers ?? 1), checkClock(server));
    if (temporal !== null) findings.push(checkVersion(temporal), ...checkWorkers(temporal));

    // What did not answer is not called again.
    const pool = server === null ? null : servers.pool;
    const client = temporal === null ? null : servers.client;
    for (const [check, find] of CHECKS_OF_DATABASE) findings.push(...((await read(check, pool, find)) ?? []));
    for (const [check, find] of CHECKS_OF_TEMPORAL)
      findings.push(...((await read(check, client, limited(find))) ?? []));
    const sides = pool === null || client === null ? null : servers.sides();
    findings.push(...((await read('installation', sides, checkInstallation)) ?? []));
    findings.push(...((await read('lost jobs', sides, checkLostJobs)) ?? []));

    const db = await read('postgres', pool, servers.database);
    const jobs = await read('jobs', db, (opened) => readOpenJobs(opened, client, config.workflowIdPrefix));
    findings.push(...(jobs === null ? [] : checkJobs(jobs)), ...((await read('webhooks', db, checkWebhooks)) ?? []));
    const found: Examination = { findings, config, server, temporal, jobs };
    await further?.(servers, found);
    return found;
  });
}

const CHECKS_OF_DATABASE = [
  ['postgres', checkUse],
  ['schema', checkSchema],
  ['locks', checkLocks],
] as const;

const CHECKS_OF_TEMPORAL = [
  ['search attributes', checkAttributes],
  ['maintenance', checkMaintenance],
] as const;

const ANSWER_MS = 10_000;

function readSettings(): Config | ConfigurationError {
  try {
    return loadConfig();
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
}

/** Calls a server, unless there is none; a failure is a finding, and the result is null. */
function readerInto(findings: Finding[]) {
  return async <Server, Result>(
    check: string,
    server: Server | null,
    call: (server: Server) => Promise<Result>,
  ): Promise<Result | null> => {
    if (server === null) return null;
    try {
      return await withTimeout(ANSWER_MS, call(server));
    } catch (error) {
      const remedy = REMEDIES[check] ?? OTHER_REMEDY;
      findings.push(wrong(check, `It could not be read (${codeOf(error)}).`, remedy, failureMessage(error)));
      return null;
    }
  };
}

const REMEDIES: Readonly<Record<string, string>> = {
  postgres: 'Start Postgres, or correct DATABASE_URL and the rights of its user.',
  temporal: 'Start Temporal, or correct TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE.',
};
const OTHER_REMEDY = 'Correct what the findings above name, and run npx sluice doctor again.';

/** A SQLSTATE, an error code of Node or of gRPC; the message may contain an address. */
function codeOf(error: unknown): string {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as { code?: unknown };
    if (typeof code === 'number' || (typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code))) return String(code);
  }
  return 'no code';
}

/** Ends the calls of Temporal's client after the limit. */
function limited<Result>(call: (client: TemporalClient) => Promise<Result>) {
  return (client: TemporalClient) => callTemporal(client, ANSWER_MS, () => call(client));
}

/** Whether the database went back, and how many jobs it lost. */
async function checkLostJobs({ client, pool }: Sides): Promise<Finding[]> {
  const found = await findLostJobs(client, pool);
  if (found === null)
    return [
      ok('lost jobs', `The database has not gone back in the last ${REPORTED_DAYS} days, as far as it can know.`),
    ];
  const { setBack, jobs, command } = found;
  const when = `The database went back, which was noticed at ${isoSeconds(setBack.at)}`;
  if (jobs.length === 0) return [ok('lost jobs', `${when}: it has lost no job.`)];
  return [warning('lost jobs', `${when}: Temporal knows ${jobs.length} jobs that it has lost.`, command)];
}

/** The findings about settings that could be read. */
function checkSettings({ databaseUrl, secretKey, tokenSecret }: Config): Finding[] {
  const unset = [
    ...(secretKey === undefined ? ['SECRET_KEY'] : []),
    ...(tokenSecret === undefined ? ['TOKEN_SECRET'] : []),
  ];
  // An engine has one DATA_DIR, which holds both.
  if (databaseUrl === undefined || unset.length === 0) return [ok('settings', 'Every setting is valid.')];
  return [
    warning(
      'settings',
      `Not set: ${unset.join(', ')}. Each machine then uses the file in its own DATA_DIR.`,
      `Set the same ${unset.join(' and ')} for every process.`,
    ),
  ];
}

/** The findings about settings that are wrong, one for each. */
function wrongSettings({ message }: ConfigurationError): Finding[] {
  return message.split('\n').map((sentence) => {
    const [name = 'A setting'] = /^[A-Z][A-Z0-9_]+/.exec(sentence) ?? [];
    return wrong('settings', `${name} is wrong.`, 'Correct it (.env.example lists all settings).', sentence);
  });
}

/** The versions of the command. */
function checkVersions(): Finding[] {
  return [ok('versions', `Sluice ${packageVersion()} on Node ${process.versions.node}.`)];
}
