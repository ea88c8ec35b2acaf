import type { Config } from './config.ts';
import { ftpEnvironment } from './config-ftp.ts';
import { payloadEnvironment } from './config-payloads.ts';
import { s3Environment } from './config-s3.ts';
import { temporalEnvironment } from './config-temporal.ts';
import { userEnvironment } from './config-users.ts';

/**
 * The environment variables from which loadConfig makes this very configuration, for a process that is started with it.
 * Two keys are left out: only the process that sets the database up needs BOOTSTRAP_API_KEY, only the command line SLUICE_API_KEY.
 */
export function configEnvironment(config: Config): Record<string, string> {
  const values: Record<string, string | number | boolean | undefined> = {
    PORT: config.port,
    HOST: config.host,
    DATA_DIR: config.dataDir,
    UPLOADS_DIR: config.uploadsDir,
    FILES_DIR: config.filesDir,
    ...s3Environment(config.s3),
    DATABASE_URL: config.databaseUrl,
    POSTGRES_IS_BESIDE: config.postgresIsBeside,
    SERVERS_ARE_EMBEDDED: config.serversAreEmbedded,
    ...temporalEnvironment(config),
    ...payloadEnvironment(config),
    TASK_QUEUE: config.taskQueue,
    WORKFLOW_ID_PREFIX: config.workflowIdPrefix,
    TEMPORAL_DEPLOYMENT_NAME: config.workerVersion?.deploymentName,
    TEMPORAL_WORKER_BUILD_ID: config.workerVersion?.buildId,
    TEMPORAL_UI_PORT: config.temporalUiPort,
    TEMPORAL_UI_URL: config.temporalUiUrl,
    TEMPORAL_CLI_PATH: config.temporalCliPath,
    SLUICE_CACHE_DIR: config.cacheDir,
    REDIS_URL: config.redisUrl,
    SECRET_KEY: config.secretKey,
    LOG_LEVEL: config.logLevel,
    ALLOW_PRIVATE_URLS: config.allowPrivateUrls,
    PUBLIC_URL: config.publicUrl,
    SMTP_URL: config.smtpUrl,
    TOKEN_SECRET: config.tokenSecret,
    CONFIRMATION_VALIDITY_MS: config.confirmationValidityMs,
    DELETE_CODE_VALIDITY_MS: config.deleteCodeValidityMs,
    SERVICE_DISABLE_SUBSCRIBER_DELETION: config.serviceDisableSubscriberDeletion,
    ...userEnvironment(config),
    MAX_BODY_BYTES: config.maxBodyBytes,
    WATCHDOG_MS: config.watchdogMs,
    REQUEST_TIMEOUT_MS: config.requestTimeoutMs,
    FIRST_DOWNLOAD_WAIT_MS: config.policy.firstDownloadWaitMs,
    SECOND_DOWNLOAD_WAIT_MS: config.policy.secondDownloadWaitMs,
    DOWNLOAD_TIMEOUT_MS: config.policy.downloadTimeoutMs,
    LOG_RETENTION_MS: config.policy.logRetentionMs,
    MAX_DOWNLOAD_BYTES: config.policy.maxDownloadBytes,
    RANGE_BYTES: config.rangeBytes,
    CHUNK_ROWS: config.chunkRows,
    MERGE_MS: config.mergeMs,
    WORKER_CONCURRENCY: config.workerConcurrency,
    WORKER_CONNECTIONS: config.workerConnections ?? undefined,
    DOWNLOAD_CONCURRENCY: config.downloadConcurrency,
    READ_TIMEOUT_MS: config.readTimeoutMs,
    DOWNLOAD_MIN_BYTES_PER_SECOND: config.minBytesPerSecond,
    UPLOAD_REST_MS: config.uploadRestMs,
    UNFINISHED_IMPORTS: config.unfinishedImports,
    IMPORT_SOURCES_BYTES: config.importSourcesBytes,
    FAILED_LOG_BYTES: config.logLimits.failedLog,
    FAILED_LOGS_OF_ORGANIZATION_BYTES: config.logLimits.failedLogsOfOrganization,
    LOGS_OF_ORGANIZATION_BYTES: config.logLimits.logsOfOrganization,
    UPLOAD_BYTES: config.uploadBytes,
    UPLOADS_OF_ORGANIZATION_BYTES: config.organizationUploadsBytes,
    IMPORTS_PER_ORGANIZATION: config.importsPerOrganization,
    DOWNLOADS_PER_ORGANIZATION: config.downloadsPerOrganization,
    LOST_JOBS: config.lostJobs,
    WEBHOOK_RETRY_FOR_MS: config.webhookRetryForMs,
    RATE_LIMIT_PER_MINUTE: config.rateLimitPerMinute ?? 0,
    RATE_LIMIT_PER_ORGANIZATION: config.rateLimitPerOrganization ?? 0,
    CALLS_PER_ORGANIZATION: config.callsPerOrganization,
    CONSOLE: config.console,
    METRICS: config.metrics,
    METRICS_PORT: config.metricsPort ?? undefined,
    METRICS_HOST: config.metricsHost,
    OTEL_EXPORTER_OTLP_ENDPOINT: config.otlpEndpoint,
    OTEL_SERVICE_NAME: config.otelServiceName,
    OTEL_RESOURCE_ATTRIBUTES: config.otelResourceAttributes,
    ...ftpEnvironment(config.ftp),
    SLUICE_URL: config.sluiceUrl,
    SLUICE_API_KEY: undefined,
    BOOTSTRAP_API_KEY: undefined,
  };
  // An empty variable counts as unset, and hides one of the same name that the process would inherit.
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? '')]));
}
