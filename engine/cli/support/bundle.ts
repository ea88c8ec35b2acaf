import { arch, availableParallelism, platform, totalmem } from 'node:os';
import { readLockWaits } from '../../db/core/lock-waits.ts';
import { readSchemaVersion } from '../../db/schema/schema-version.ts';
import { readDependencyHealth } from '../../jobs/dependency-health.ts';
import { packageVersion } from '../../platform/package-version.ts';
import { shownJob } from '../doctor/check-jobs.ts';
import { examine } from '../doctor/examine.ts';
import type { Examination } from '../doctor/examine.ts';
import type { ReachedServers } from '../doctor/reached-servers.ts';
import { countJobs, readJobFactsForSupport } from './job-facts.ts';
import type { Config } from '../../platform/config.ts';
import { configEnvironment } from '../../platform/config-environment.ts';

/**
 * Collects what an engineer needs who helps with this service: the doctor's findings, versions, settings, and figures of the schema, the
 * locks and the jobs. Everything in it is chosen: figures, ids, codes, and names of ours. No address, secret, name of a client or
 * content of a file is read into it.
 */
export async function collectBundle(): Promise<object> {
  let further: object = {};
  const found = await examine(async (servers, known) => {
    further = await readFurther(servers, known);
  });
  const { findings, config, server, temporal, jobs } = found;
  return {
    format: 1,
    createdAt: new Date().toISOString(),
    versions: {
      sluice: packageVersion(),
      node: process.versions.node,
      postgres: server?.version ?? null,
      temporal: temporal?.version ?? null,
    },
    machine: { platform: platform(), arch: arch(), processors: availableParallelism(), memoryBytes: totalmem() },
    findings: findings.map(({ check, state, text, remedy }) => ({ check, state, text, remedy })),
    settings: config === null ? null : shownSettings(config),
    postgres: server,
    workers: temporal?.queues.workers ?? null,
    backlogs: temporal?.queues.backlogs.map(({ tasks, ageSeconds }) => ({ tasks, ageSeconds })) ?? null,
    jobs: jobs === null ? null : countJobs(jobs),
    ...further,
  };
}

/** Jobs whose facts are read. */
const INSPECTED = 50;

async function readFurther({ pool, client }: ReachedServers, { server, temporal, jobs }: Examination): Promise<object> {
  if (pool === null || server === null) return {};
  const answering = temporal === null ? null : client;
  const dependencies = await readDependencyHealth(pool);
  return {
    schema: await readSchemaVersion(pool).catch(() => null),
    locks: await readLocks(pool).catch(() => null),
    unhealthy: await readJobFactsForSupport(jobs ?? [], answering, { dependencies, limit: INSPECTED }),
  };
}

async function readLocks(pool: NonNullable<ReachedServers['pool']>) {
  const waits = await readLockWaits(pool);
  return waits.map(({ workflowId, seconds, holders }) => ({
    job: shownJob(workflowId),
    seconds,
    // The name of an application and the state of a session are words of the client that connected.
    holders: holders.map(({ pid, seconds: open }) => ({ pid, seconds: open })),
  }));
}

/**
 * The settings whose values a support bundle contains: numbers, switches and the level of the log. Any other one is a name, an address, a
 * path or a secret, of which it only says whether it is set.
 */
const SHOWN: ReadonlySet<string> = new Set([
  ...['PORT', 'MAX_BODY_BYTES', 'REQUEST_TIMEOUT_MS', 'WATCHDOG_MS', 'READ_TIMEOUT_MS', 'CALLS_PER_ORGANIZATION'],
  ...['RATE_LIMIT_PER_MINUTE', 'RATE_LIMIT_PER_ORGANIZATION', 'CONSOLE', 'METRICS', 'METRICS_PORT', 'LOG_LEVEL'],
  ...['FTP', 'FTP_PORT', 'FTP_TLS_REQUIRED', 'FTP_TLS_RESUMPTION', 'UPLOAD_QUOTA_BYTES'],
  ...['POSTGRES_IS_BESIDE', 'SERVERS_ARE_EMBEDDED', 'TEMPORAL_TLS', 'TEMPORAL_LINK'],
  ...['TEMPORAL_UI_PORT', 'CODEC_PORT'],
  ...['ALLOW_PRIVATE_URLS', 'CONFIRMATION_VALIDITY_MS', 'DELETE_CODE_VALIDITY_MS', 'TERMS_AND_CONDITIONS'],
  ...['TERMS_AND_CONDITIONS_VERSION', 'TERMS_AND_CONDITIONS_REQUIRE_ON_UPDATES', 'OIDC_CREATE_ROLE'],
  ...['SERVICE_DISABLE_SUBSCRIBER_DELETION', 'FIRST_DOWNLOAD_WAIT_MS', 'SECOND_DOWNLOAD_WAIT_MS'],
  ...['DOWNLOAD_TIMEOUT_MS', 'DOWNLOAD_CONCURRENCY', 'DOWNLOAD_MIN_BYTES_PER_SECOND', 'DOWNLOADS_PER_ORGANIZATION'],
  ...['LOG_RETENTION_MS', 'MAX_DOWNLOAD_BYTES', 'RANGE_BYTES', 'CHUNK_ROWS', 'MERGE_MS', 'WORKER_CONCURRENCY'],
  ...['WORKER_CONNECTIONS'],
  ...['UNFINISHED_IMPORTS', 'IMPORT_SOURCES_BYTES', 'IMPORTS_PER_ORGANIZATION', 'FAILED_LOG_BYTES'],
  ...['FAILED_LOGS_OF_ORGANIZATION_BYTES', 'LOGS_OF_ORGANIZATION_BYTES', 'UPLOAD_BYTES'],
  ...['UPLOADS_OF_ORGANIZATION_BYTES', 'WEBHOOK_RETRY_FOR_MS'],
]);

/** The settings for a bundle: values of those that are shown, and the names of the others that are set. */
interface ShownSettings {
  readonly values: Readonly<Record<string, string>>;
  readonly set: readonly string[];
}

/** Chooses what of the settings may be shown. */
function shownSettings(config: Config): ShownSettings {
  const all = Object.entries(configEnvironment(config));
  return {
    // A value of the list has no other form, whatever it is set to.
    values: Object.fromEntries(
      all.filter(([name, value]) => SHOWN.has(name) && /^(?:-?\d{1,16}|[a-z]{0,6})$/.test(value)),
    ),
    set: all.filter(([name, value]) => !SHOWN.has(name) && value !== '').map(([name]) => name),
  };
}
