import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { checkFtpVariables, ftpVariables, toFtpSettings, type FtpSettings } from './config-ftp.ts';
import { payloadVariables, toPayloadSettings } from './config-payloads.ts';
import type { PayloadSettings } from './config-payloads.ts';
import { checkTemporalVariables, temporalVariables, toTemporalConnection } from './config-temporal.ts';
import type { TemporalConnection, WorkerVersion } from './config-temporal.ts';
import { s3Variables, toS3Settings } from './config-s3.ts';
import type { S3Settings } from './config-s3.ts';
import { checkUserVariables, toUserSettings, userVariables, type UserSettings } from './config-users.ts';
import { flag, url, wholeNumber, workflowName } from './config-values.ts';
import { BOUNDS } from '../domain/bounds.ts';
import { ConfigurationError } from './errors.ts';
import { SECRET_SETTINGS } from './secret-settings.ts';

/** Durations and sizes that a job takes along when it begins, so that a later change of settings leaves it alone. */
export interface ImportPolicy {
  readonly firstDownloadWaitMs: number;
  readonly secondDownloadWaitMs: number;
  readonly downloadTimeoutMs: number;
  readonly logRetentionMs: number;
  readonly maxDownloadBytes: number;
}

/** Everything that can be set from outside; paths are absolute, times are milliseconds. */
export interface Config extends TemporalConnection, PayloadSettings, UserSettings {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly uploadsDir: string;
  readonly filesDir: string;
  /** Bucket that keeps files and upload directories instead of filesDir and uploadsDir; null: there is none. */
  readonly s3: S3Settings | null;
  readonly databaseUrl?: string | undefined;
  /** Postgres runs on this machine and belongs to this service, which may set the priorities of its processes. */
  readonly postgresIsBeside: boolean;
  /** Postgres and Temporal are those of the engine that started this process, and no other process uses them. */
  readonly serversAreEmbedded: boolean;
  /** Task queue of the workflows; those of downloads and of the watch have it in their names. */
  readonly taskQueue: string;
  /** Prefix of the ids of all workflows; may be empty. */
  readonly workflowIdPrefix: string;
  /** The version of the workers of this process, to which jobs are pinned; unset: workers have no versions. */
  readonly workerVersion?: WorkerVersion | undefined;
  readonly temporalUiPort: number;
  /** The address at which browsers reach the Temporal UI; unset: no page of the API names it. */
  readonly temporalUiUrl?: string | undefined;
  readonly temporalCliPath?: string | undefined;
  readonly cacheDir: string;
  readonly redisUrl?: string | undefined;
  readonly logLevel: LogLevel;
  readonly bootstrapApiKey?: string | undefined;
  readonly secretKey?: string | undefined;
  readonly allowPrivateUrls: boolean;
  /** The address others reach the API at, without a slash at the end; unset: the one it listens on. */
  readonly publicUrl?: string | undefined;
  readonly smtpUrl?: string | undefined;
  readonly tokenSecret?: string | undefined;
  readonly confirmationValidityMs: number;
  /** Validity of a code that confirms the deletion of a mailing list. */
  readonly deleteCodeValidityMs: number;
  readonly serviceDisableSubscriberDeletion: boolean;
  readonly maxBodyBytes: number;
  /** Milliseconds within which a whole request arrives. */
  readonly requestTimeoutMs: number;
  /** Milliseconds of a blocked event loop after which a process of npx sluice start ends itself; 0: it never does. */
  readonly watchdogMs: number;
  readonly policy: ImportPolicy;
  readonly rangeBytes: number;
  readonly chunkRows: number;
  /** Milliseconds that one transaction of a merge should take. */
  readonly mergeMs: number;
  readonly workerConcurrency: number;
  /** Connections to Postgres that a worker may open; null: as many as it can use. */
  readonly workerConnections: number | null;
  readonly downloadConcurrency: number;
  /** Timeout of the queries of costly reads in the API. */
  readonly readTimeoutMs: number;
  /** Bytes a second that a server has to send of a download; 0: any speed. */
  readonly minBytesPerSecond: number;
  /** Milliseconds for which a file of the upload directory must not have changed before it is imported; 0: any time. */
  readonly uploadRestMs: number;
  /** Unfinished imports that one organization may have, and bytes that their stored sources may take. */
  readonly unfinishedImports: number;
  readonly importSourcesBytes: number;
  /** Bytes of the failed log of one import, and of the logs of one organization. */
  readonly logLimits: LogLimits;
  /** Bytes of one upload over the API, also when it is unpacked, and of all uploads of one organization that have not expired. */
  readonly uploadBytes: number;
  readonly organizationUploadsBytes: number;
  readonly importsPerOrganization: number;
  readonly downloadsPerOrganization: number;
  /** The fate of jobs that had begun and that Temporal no longer knows: they go on by themselves, or fail until an operator restarts them. */
  readonly lostJobs: (typeof LOST_JOBS)[number];
  /** Milliseconds for which a webhook endpoint may fail before it is disabled. */
  readonly webhookRetryForMs: number;
  /** Calls a minute that one API key may make; null: no limit. */
  readonly rateLimitPerMinute: number | null;
  /** Calls a minute that all keys of one organization may make together; null: no limit. */
  readonly rateLimitPerOrganization: number | null;
  /** Calls of one organization that an API process works on at a time. */
  readonly callsPerOrganization: number;
  readonly ftp: FtpSettings;
  /** Whether the API serves the console. */
  readonly console: boolean;
  /** Whether the API serves its metrics. */
  readonly metrics: boolean;
  /** Port at which a worker serves its metrics and its health; null: it does not. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  /** The OpenTelemetry collector that traces are sent to; unset: there are none. */
  readonly otlpEndpoint?: string | undefined;
  /** Names the service and describes the process in traces; the OpenTelemetry SDK reads both from the environment. */
  readonly otelServiceName?: string | undefined;
  readonly otelResourceAttributes?: string | undefined;
  /** The service that the verbs of API clients call, and the key they send; unset: port PORT of this machine, and no key. */
  readonly sluiceUrl?: string | undefined;
  readonly sluiceApiKey?: string | undefined;
}

/** Bounds of the bytes of import logs. */
export interface LogLimits {
  /** The failed log of one import. */
  readonly failedLog: number;
  /** The failed logs of all imports of an organization. */
  readonly failedLogsOfOrganization: number;
  /** The logs of all imports of an organization. */
  readonly logsOfOrganization: number;
}

/** The log levels of pino. */
export type LogLevel = (typeof LOG_LEVELS)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const MEBIBYTE = 1024 * 1024;
const MAX_MS = 2 ** 31 - 1;

const LOST_JOBS = ['restart', 'fail'] as const;

const settings = z.object({
  PORT: wholeNumber(0, 65_535).default('8080'),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  UPLOADS_DIR: z.string().optional(),
  FILES_DIR: z.string().optional(),
  DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
  POSTGRES_IS_BESIDE: flag().default('false'),
  SERVERS_ARE_EMBEDDED: flag().default('false'),
  TASK_QUEUE: workflowName().optional(),
  WORKFLOW_ID_PREFIX: workflowName().default(''),
  TEMPORAL_DEPLOYMENT_NAME: workflowName().optional(),
  TEMPORAL_WORKER_BUILD_ID: workflowName().optional(),
  TEMPORAL_UI_PORT: wholeNumber(0, 65_535).default('8233'),
  TEMPORAL_UI_URL: url(['http:', 'https:']).optional(),
  TEMPORAL_CLI_PATH: z.string().optional(),
  SLUICE_CACHE_DIR: z.string().optional(),
  XDG_CACHE_HOME: z.string().optional(),
  REDIS_URL: url(['redis:', 'rediss:']).optional(),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, { errorMap: () => ({ message: `must be one of ${LOG_LEVELS.join(', ')}` }) })
    .default('info'),
  BOOTSTRAP_API_KEY: z
    .string()
    .regex(/^[0-9a-f]{40}$/, 'must be 40 hexadecimal characters in lower case; create one with "openssl rand -hex 20"')
    .optional(),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal characters; create one with "openssl rand -hex 32"')
    .optional(),
  ALLOW_PRIVATE_URLS: flag().default('false'),
  PUBLIC_URL: url(['http:', 'https:'])
    .transform((address) => address.replace(/(?<!\/)\/+$/, ''))
    .optional(),
  SMTP_URL: url(['smtp:', 'smtps:']).optional(),
  TOKEN_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters; create one with "openssl rand -hex 32"')
    .optional(),
  CONFIRMATION_VALIDITY_MS: wholeNumber(1, MAX_MS).default('604800000'),
  DELETE_CODE_VALIDITY_MS: wholeNumber(1, MAX_MS).default('120000'),
  SERVICE_DISABLE_SUBSCRIBER_DELETION: flag().default('false'),
  MAX_BODY_BYTES: wholeNumber(1024, 2 ** 29 - 1).default(String(BOUNDS.body.max)),
  WATCHDOG_MS: wholeNumber(0, MAX_MS).default(String(BOUNDS.blockedEventLoop.max)),
  REQUEST_TIMEOUT_MS: wholeNumber(1000, MAX_MS).default(String(BOUNDS.requestTime.max)),
  FIRST_DOWNLOAD_WAIT_MS: wholeNumber(0, MAX_MS).default('10000'),
  SECOND_DOWNLOAD_WAIT_MS: wholeNumber(0, MAX_MS).default('50000'),
  DOWNLOAD_TIMEOUT_MS: wholeNumber(1, MAX_MS).default(String(BOUNDS.downloadTime.max)),
  LOG_RETENTION_MS: wholeNumber(1, MAX_MS).default('604800000'),
  MAX_DOWNLOAD_BYTES: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(String(200 * MEBIBYTE)),
  RANGE_BYTES: wholeNumber(1, 256 * MEBIBYTE).default(String(MEBIBYTE)),
  CHUNK_ROWS: wholeNumber(1, 1_000_000).default('40000'),
  MERGE_MS: wholeNumber(1, 10_000).default('120'),
  WORKER_CONCURRENCY: wholeNumber(1, 256).default('16'),
  WORKER_CONNECTIONS: wholeNumber(1, 1_000).optional(),
  DOWNLOAD_CONCURRENCY: wholeNumber(1, 256).default(String(BOUNDS.downloadsPerWorker.max)),
  READ_TIMEOUT_MS: wholeNumber(1, MAX_MS).default(String(BOUNDS.read.max)),
  DOWNLOAD_MIN_BYTES_PER_SECOND: wholeNumber(0, 1_000_000_000).default(String(BOUNDS.downloadSpeed.max)),
  UPLOAD_REST_MS: wholeNumber(0, 60_000).default('2000'),
  UNFINISHED_IMPORTS: wholeNumber(1, 1_000_000).default(String(BOUNDS.unfinishedImports.max)),
  IMPORT_SOURCES_BYTES: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(String(BOUNDS.importSources.max)),
  FAILED_LOG_BYTES: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(String(BOUNDS.failedLog.max)),
  FAILED_LOGS_OF_ORGANIZATION_BYTES: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(String(BOUNDS.failedLogs.max)),
  LOGS_OF_ORGANIZATION_BYTES: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(String(BOUNDS.importLogs.max)),
  UPLOAD_BYTES: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(String(BOUNDS.uploadBytes.max)),
  UPLOADS_OF_ORGANIZATION_BYTES: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(String(BOUNDS.uploadsOfOne.max)),
  IMPORTS_PER_ORGANIZATION: wholeNumber(1, 10_000).default(String(BOUNDS.importsPerOrganization.max)),
  DOWNLOADS_PER_ORGANIZATION: wholeNumber(1, 10_000).default(String(BOUNDS.downloadsPerOrganization.max)),
  LOST_JOBS: z.enum(LOST_JOBS, { errorMap: () => ({ message: 'must be restart or fail' }) }).default('restart'),
  WEBHOOK_RETRY_FOR_MS: wholeNumber(1000, MAX_MS).default(String(BOUNDS.webhookRetries.max)),
  RATE_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000).default(String(BOUNDS.calls.max)),
  RATE_LIMIT_PER_ORGANIZATION: wholeNumber(0, 10_000_000).default(String(BOUNDS.callsOfOrganization.max)),
  CALLS_PER_ORGANIZATION: wholeNumber(1, 256).default(String(BOUNDS.runningCalls.max)),
  CONSOLE: flag().default('true'),
  METRICS: flag().default('false'),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:']).optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: z
    .string()
    .regex(
      /^[^\s,=]+=[^\s,=]*(?:,[^\s,=]+=[^\s,=]*)*$/,
      'must be key=value pairs with commas between them and other characters as %XX, for instance deployment.environment.name=production',
    )
    .optional(),
  SLUICE_URL: url(['http:', 'https:']).optional(),
  SLUICE_API_KEY: z
    .string()
    .regex(/^[!-~]+$/, 'must be an API key as the API shows it, without blanks')
    .optional(),
  ...s3Variables,
  ...ftpVariables,
  ...temporalVariables,
  ...payloadVariables,
  ...userVariables,
});

/**
 * Reads the settings from environment variables; an empty variable counts as unset.
 * @throws ConfigurationError with one sentence for each mistake; secrets are not repeated in it.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const known = Object.fromEntries(Object.keys(settings.shape).map((name) => [name, env[name]?.trim() || undefined]));
  const parsed = settings
    .superRefine(checkFtpVariables)
    .superRefine(checkTemporalVariables)
    .superRefine(checkWorkerVersion)
    .superRefine(checkUserVariables)
    .safeParse(known);
  if (!parsed.success) throw new ConfigurationError(parsed.error.issues.map((issue) => sentence(issue, env)));
  return toConfig(parsed.data);
}

function toConfig(values: z.output<typeof settings>): Config {
  const dataDir = resolve(values.DATA_DIR);
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    uploadsDir: resolve(values.UPLOADS_DIR ?? join(dataDir, 'uploads')),
    filesDir: resolve(values.FILES_DIR ?? join(dataDir, 'files')),
    s3: toS3Settings(values),
    databaseUrl: values.DATABASE_URL,
    postgresIsBeside: values.POSTGRES_IS_BESIDE,
    serversAreEmbedded: values.SERVERS_ARE_EMBEDDED,
    ...toTemporalConnection(values),
    ...toPayloadSettings(values),
    // A prefix alone also separates the task queues: workers of another database must not get these tasks.
    taskQueue: values.TASK_QUEUE ?? `${values.WORKFLOW_ID_PREFIX}sluice`,
    workflowIdPrefix: values.WORKFLOW_ID_PREFIX,
    workerVersion: toWorkerVersion(values),
    temporalUiPort: values.TEMPORAL_UI_PORT,
    temporalUiUrl: values.TEMPORAL_UI_URL,
    temporalCliPath: values.TEMPORAL_CLI_PATH,
    cacheDir: resolve(values.SLUICE_CACHE_DIR ?? join(values.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'sluice')),
    redisUrl: values.REDIS_URL,
    logLevel: values.LOG_LEVEL,
    bootstrapApiKey: values.BOOTSTRAP_API_KEY,
    secretKey: values.SECRET_KEY,
    allowPrivateUrls: values.ALLOW_PRIVATE_URLS,
    publicUrl: values.PUBLIC_URL,
    smtpUrl: values.SMTP_URL,
    tokenSecret: values.TOKEN_SECRET,
    confirmationValidityMs: values.CONFIRMATION_VALIDITY_MS,
    deleteCodeValidityMs: values.DELETE_CODE_VALIDITY_MS,
    serviceDisableSubscriberDeletion: values.SERVICE_DISABLE_SUBSCRIBER_DELETION,
    ...toUserSettings(values),
    maxBodyBytes: values.MAX_BODY_BYTES,
    watchdogMs: values.WATCHDOG_MS,
    requestTimeoutMs: values.REQUEST_TIMEOUT_MS,
    policy: {
      firstDownloadWaitMs: values.FIRST_DOWNLOAD_WAIT_MS,
      secondDownloadWaitMs: values.SECOND_DOWNLOAD_WAIT_MS,
      downloadTimeoutMs: values.DOWNLOAD_TIMEOUT_MS,
      logRetentionMs: values.LOG_RETENTION_MS,
      maxDownloadBytes: values.MAX_DOWNLOAD_BYTES,
    },
    rangeBytes: values.RANGE_BYTES,
    chunkRows: values.CHUNK_ROWS,
    mergeMs: values.MERGE_MS,
    workerConcurrency: values.WORKER_CONCURRENCY,
    workerConnections: values.WORKER_CONNECTIONS ?? null,
    downloadConcurrency: values.DOWNLOAD_CONCURRENCY,
    readTimeoutMs: values.READ_TIMEOUT_MS,
    minBytesPerSecond: values.DOWNLOAD_MIN_BYTES_PER_SECOND,
    uploadRestMs: values.UPLOAD_REST_MS,
    unfinishedImports: values.UNFINISHED_IMPORTS,
    importSourcesBytes: values.IMPORT_SOURCES_BYTES,
    logLimits: {
      failedLog: values.FAILED_LOG_BYTES,
      failedLogsOfOrganization: values.FAILED_LOGS_OF_ORGANIZATION_BYTES,
      logsOfOrganization: values.LOGS_OF_ORGANIZATION_BYTES,
    },
    uploadBytes: values.UPLOAD_BYTES,
    organizationUploadsBytes: values.UPLOADS_OF_ORGANIZATION_BYTES,
    importsPerOrganization: values.IMPORTS_PER_ORGANIZATION,
    downloadsPerOrganization: values.DOWNLOADS_PER_ORGANIZATION,
    lostJobs: values.LOST_JOBS,
    webhookRetryForMs: values.WEBHOOK_RETRY_FOR_MS,
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE === 0 ? null : values.RATE_LIMIT_PER_MINUTE,
    rateLimitPerOrganization: values.RATE_LIMIT_PER_ORGANIZATION === 0 ? null : values.RATE_LIMIT_PER_ORGANIZATION,
    callsPerOrganization: values.CALLS_PER_ORGANIZATION,
    ftp: toFtpSettings(values),
    console: values.CONSOLE,
    metrics: values.METRICS,
    metricsPort: values.METRICS_PORT ?? null,
    metricsHost: values.METRICS_HOST,
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    otelServiceName: values.OTEL_SERVICE_NAME,
    otelResourceAttributes: values.OTEL_RESOURCE_ATTRIBUTES,
    sluiceUrl: values.SLUICE_URL,
    sluiceApiKey: values.SLUICE_API_KEY,
  };
}

function checkWorkerVersion(values: z.output<typeof settings>, context: z.RefinementCtx): void {
  if ((values.TEMPORAL_DEPLOYMENT_NAME === undefined) === (values.TEMPORAL_WORKER_BUILD_ID === undefined)) return;
  const message = 'TEMPORAL_DEPLOYMENT_NAME and TEMPORAL_WORKER_BUILD_ID must be set together';
  context.addIssue({ code: z.ZodIssueCode.custom, path: ['TEMPORAL_DEPLOYMENT_NAME'], message });
}

function toWorkerVersion(values: z.output<typeof settings>): WorkerVersion | undefined {
  const { TEMPORAL_DEPLOYMENT_NAME: deploymentName, TEMPORAL_WORKER_BUILD_ID: buildId } = values;
  return deploymentName === undefined || buildId === undefined ? undefined : { deploymentName, buildId };
}

function sentence(issue: z.ZodIssue, env: Readonly<Record<string, string | undefined>>): string {
  const name = String(issue.path[0]);
  return SECRET_SETTINGS.has(name)
    ? `${name} ${issue.message}.`
    : `${name} is "${env[name] ?? ''}" but ${issue.message}.`;
}
