import { z } from 'zod';
import { BOUNDS } from '../domain/bounds.ts';
import { flag, onOrOff, url, wholeNumber, workflowName } from './config-values.ts';
import { setting } from './setting-table.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const LOST_JOBS = ['restart', 'fail'] as const;
const MEBIBYTE = 1024 * 1024;
const MAX_MS = 2 ** 31 - 1;
const anyBytes = () => wholeNumber(1, Number.MAX_SAFE_INTEGER);

/** The log levels of pino. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Settings whose value depends on no other one; times are milliseconds. */
export const SERVICE_SETTINGS = {
  port: setting('PORT', wholeNumber(0, 65_535).default('8080')),
  host: setting('HOST', z.string().default('127.0.0.1')),
  databaseUrl: setting('DATABASE_URL', url(['postgres:', 'postgresql:']).optional()),
  /** Postgres runs on this machine and belongs to this service, which may set the priorities of its processes. */
  postgresIsBeside: setting('POSTGRES_IS_BESIDE', flag().default('false')),
  /** Postgres and Temporal are those of the engine that started this process, and no other process uses them. */
  serversAreEmbedded: setting('SERVERS_ARE_EMBEDDED', flag().default('false')),
  /** Prefix of the ids of all workflows; may be empty. */
  workflowIdPrefix: setting('WORKFLOW_ID_PREFIX', workflowName().default('')),
  temporalUiPort: setting('TEMPORAL_UI_PORT', wholeNumber(0, 65_535).default('8233')),
  /** The address at which browsers reach the Temporal UI; unset: no page of the API names it. */
  temporalUiUrl: setting('TEMPORAL_UI_URL', url(['http:', 'https:']).optional()),
  temporalCliPath: setting('TEMPORAL_CLI_PATH', z.string().optional()),
  redisUrl: setting('REDIS_URL', url(['redis:', 'rediss:']).optional()),
  logLevel: setting(
    'LOG_LEVEL',
    z.enum(LOG_LEVELS, { errorMap: () => ({ message: `must be one of ${LOG_LEVELS.join(', ')}` }) }).default('info'),
  ),
  bootstrapApiKey: setting(
    'BOOTSTRAP_API_KEY',
    z
      .string()
      .regex(
        /^[0-9a-f]{40}$/,
        'must be 40 hexadecimal characters in lower case; create one with "openssl rand -hex 20"',
      )
      .optional(),
  ),
  secretKey: setting(
    'SECRET_KEY',
    z
      .string()
      .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal characters; create one with "openssl rand -hex 32"')
      .optional(),
  ),
  /** Imports keep before-images, by which they can be undone. */
  importUndo: setting('IMPORT_UNDO', onOrOff().default('on'), (isOn) => (isOn ? 'on' : 'off')),
  allowPrivateUrls: setting('ALLOW_PRIVATE_URLS', flag().default('false')),
  /** The address others reach the API at, without a slash at the end; unset: the one it listens on. */
  publicUrl: setting(
    'PUBLIC_URL',
    url(['http:', 'https:'])
      .transform((address) => address.replace(/(?<!\/)\/+$/, ''))
      .optional(),
  ),
  smtpUrl: setting('SMTP_URL', url(['smtp:', 'smtps:']).optional()),
  tokenSecret: setting(
    'TOKEN_SECRET',
    z.string().min(32, 'must have at least 32 characters; create one with "openssl rand -hex 32"').optional(),
  ),
  confirmationValidityMs: setting('CONFIRMATION_VALIDITY_MS', wholeNumber(1, MAX_MS).default('604800000')),
  /** Validity of a code that confirms the deletion of a mailing list. */
  deleteCodeValidityMs: setting('DELETE_CODE_VALIDITY_MS', wholeNumber(1, MAX_MS).default('120000')),
  serviceDisableSubscriberDeletion: setting('SERVICE_DISABLE_SUBSCRIBER_DELETION', flag().default('false')),
  maxBodyBytes: setting('MAX_BODY_BYTES', wholeNumber(1024, 2 ** 29 - 1).default(String(BOUNDS.body.max))),
  /** Milliseconds of a blocked event loop after which a process of npx sluice start ends itself; 0: it never does. */
  watchdogMs: setting('WATCHDOG_MS', wholeNumber(0, MAX_MS).default(String(BOUNDS.blockedEventLoop.max))),
  /** Milliseconds within which a whole request arrives. */
  requestTimeoutMs: setting('REQUEST_TIMEOUT_MS', wholeNumber(1000, MAX_MS).default(String(BOUNDS.requestTime.max))),
  rangeBytes: setting('RANGE_BYTES', wholeNumber(1, 256 * MEBIBYTE).default(String(MEBIBYTE))),
  chunkRows: setting('CHUNK_ROWS', wholeNumber(1, 1_000_000).default('40000')),
  /** Milliseconds that one transaction of a merge should take. */
  mergeMs: setting('MERGE_MS', wholeNumber(1, 10_000).default('120')),
  workerConcurrency: setting('WORKER_CONCURRENCY', wholeNumber(1, 256).default('16')),
  /** Connections to Postgres that a worker may open; null: as many as it can use. */
  workerConnections: setting('WORKER_CONNECTIONS', nullable(wholeNumber(1, 1_000))),
  downloadConcurrency: setting(
    'DOWNLOAD_CONCURRENCY',
    wholeNumber(1, 256).default(String(BOUNDS.downloadsPerWorker.max)),
  ),
  /** Timeout of the queries of costly reads in the API. */
  readTimeoutMs: setting('READ_TIMEOUT_MS', wholeNumber(1, MAX_MS).default(String(BOUNDS.read.max))),
  /** Bytes a second that a server has to send of a download; 0: any speed. */
  minBytesPerSecond: setting(
    'DOWNLOAD_MIN_BYTES_PER_SECOND',
    wholeNumber(0, 1_000_000_000).default(String(BOUNDS.downloadSpeed.max)),
  ),
  /** Milliseconds for which a file of the upload directory must not have changed before it is imported; 0: any time. */
  uploadRestMs: setting('UPLOAD_REST_MS', wholeNumber(0, 60_000).default('2000')),
  /** Unfinished imports that one organization may have, and bytes that their stored sources may take. */
  unfinishedImports: setting(
    'UNFINISHED_IMPORTS',
    wholeNumber(1, 1_000_000).default(String(BOUNDS.unfinishedImports.max)),
  ),
  importSourcesBytes: setting('IMPORT_SOURCES_BYTES', anyBytes().default(String(BOUNDS.importSources.max))),
  /** Bytes of one upload over the API, also when it is unpacked, and of all uploads of one organization that have not expired. */
  uploadBytes: setting('UPLOAD_BYTES', anyBytes().default(String(BOUNDS.uploadBytes.max))),
  organizationUploadsBytes: setting(
    'UPLOADS_OF_ORGANIZATION_BYTES',
    anyBytes().default(String(BOUNDS.uploadsOfOne.max)),
  ),
  importsPerOrganization: setting(
    'IMPORTS_PER_ORGANIZATION',
    wholeNumber(1, 10_000).default(String(BOUNDS.importsPerOrganization.max)),
  ),
  downloadsPerOrganization: setting(
    'DOWNLOADS_PER_ORGANIZATION',
    wholeNumber(1, 10_000).default(String(BOUNDS.downloadsPerOrganization.max)),
  ),
  /** The fate of jobs that had begun and that Temporal no longer knows: they go on by themselves, or fail until an operator restarts them. */
  lostJobs: setting(
    'LOST_JOBS',
    z.enum(LOST_JOBS, { errorMap: () => ({ message: 'must be restart or fail' }) }).default('restart'),
  ),
  /** Milliseconds for which a webhook endpoint may fail before it is disabled. */
  webhookRetryForMs: setting(
    'WEBHOOK_RETRY_FOR_MS',
    wholeNumber(1000, MAX_MS).default(String(BOUNDS.webhookRetries.max)),
  ),
  /** Calls a minute that one API key may make; null: no limit. */
  rateLimitPerMinute: rateLimit('RATE_LIMIT_PER_MINUTE', 1_000_000, BOUNDS.calls.max),
  /** Calls a minute that all keys of one organization may make together; null: no limit. */
  rateLimitPerOrganization: rateLimit('RATE_LIMIT_PER_ORGANIZATION', 10_000_000, BOUNDS.callsOfOrganization.max),
  /** Calls of one organization that an API process works on at a time. */
  callsPerOrganization: setting('CALLS_PER_ORGANIZATION', wholeNumber(1, 256).default(String(BOUNDS.runningCalls.max))),
  /** Whether the API serves the console. */
  console: setting('CONSOLE', flag().default('true')),
  /** Whether the API serves its metrics. */
  metrics: setting('METRICS', flag().default('false')),
  /** Port at which a worker serves its metrics and its health; null: it does not. */
  metricsPort: setting('METRICS_PORT', nullable(wholeNumber(0, 65_535))),
  metricsHost: setting('METRICS_HOST', z.string().default('127.0.0.1')),
  /** The OpenTelemetry collector that traces are sent to; unset: there are none. */
  otlpEndpoint: setting('OTEL_EXPORTER_OTLP_ENDPOINT', url(['http:', 'https:']).optional()),
  /** Names the service and describes the process in traces; the OpenTelemetry SDK reads both from the environment. */
  otelServiceName: setting('OTEL_SERVICE_NAME', z.string().optional()),
  otelResourceAttributes: setting(
    'OTEL_RESOURCE_ATTRIBUTES',
    z
      .string()
      .regex(
        /^[^\s,=]+=[^\s,=]*(?:,[^\s,=]+=[^\s,=]*)*$/,
        'must be key=value pairs with commas between them and other characters as %XX, for instance deployment.environment.name=production',
      )
      .optional(),
  ),
  /** The service that the verbs of API clients call, and the key they send; unset: port PORT of this machine, and no key. */
  sluiceUrl: setting('SLUICE_URL', url(['http:', 'https:']).optional()),
  sluiceApiKey: setting(
    'SLUICE_API_KEY',
    z
      .string()
      .regex(/^[!-~]+$/, 'must be an API key as the API shows it, without blanks')
      .optional(),
  ),
};

/** Durations and sizes that a job takes along when it begins, so that a later change of settings leaves it alone. */
export const POLICY_SETTINGS = {
  firstDownloadWaitMs: setting('FIRST_DOWNLOAD_WAIT_MS', wholeNumber(0, MAX_MS).default('10000')),
  secondDownloadWaitMs: setting('SECOND_DOWNLOAD_WAIT_MS', wholeNumber(0, MAX_MS).default('50000')),
  downloadTimeoutMs: setting('DOWNLOAD_TIMEOUT_MS', wholeNumber(1, MAX_MS).default(String(BOUNDS.downloadTime.max))),
  logRetentionMs: setting('LOG_RETENTION_MS', wholeNumber(1, MAX_MS).default('604800000')),
  maxDownloadBytes: setting('MAX_DOWNLOAD_BYTES', anyBytes().default(String(200 * MEBIBYTE))),
};

/** Bounds of the bytes of import logs. */
export const LOG_SETTINGS = {
  /** The failed log of one import. */
  failedLog: setting('FAILED_LOG_BYTES', anyBytes().default(String(BOUNDS.failedLog.max))),
  /** The failed logs of all imports of an organization. */
  failedLogsOfOrganization: setting(
    'FAILED_LOGS_OF_ORGANIZATION_BYTES',
    anyBytes().default(String(BOUNDS.failedLogs.max)),
  ),
  /** The logs of all imports of an organization. */
  logsOfOrganization: setting('LOGS_OF_ORGANIZATION_BYTES', anyBytes().default(String(BOUNDS.importLogs.max))),
};

function nullable(rule: ReturnType<typeof wholeNumber>) {
  return rule.optional().transform((number) => number ?? null);
}

/** A rate whose 0 means no limit. */
function rateLimit<Variable extends string>(variable: Variable, max: number, normal: number) {
  const rule = wholeNumber(0, max)
    .default(String(normal))
    .transform((calls) => (calls === 0 ? null : calls));
  return setting(variable, rule, (calls) => String(calls ?? 0));
}
