import type { Config } from '../../platform/config.ts';
import { configEnvironment } from '../../platform/config-environment.ts';

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
  ...['SERVICE_DISABLE_SUBSCRIBER_DELETION', 'FIRST_DOWNLOAD_WAIT_MS', 'SECOND_DOWNLOAD_WAIT_MS'],
  ...['DOWNLOAD_TIMEOUT_MS', 'DOWNLOAD_CONCURRENCY', 'DOWNLOAD_MIN_BYTES_PER_SECOND', 'DOWNLOADS_PER_ORGANIZATION'],
  ...['LOG_RETENTION_MS', 'MAX_DOWNLOAD_BYTES', 'RANGE_BYTES', 'CHUNK_ROWS', 'MERGE_MS', 'WORKER_CONCURRENCY'],
  ...['WORKER_CONNECTIONS'],
  ...['UNFINISHED_IMPORTS', 'IMPORT_SOURCES_BYTES', 'IMPORTS_PER_ORGANIZATION', 'FAILED_LOG_BYTES'],
  ...['FAILED_LOGS_OF_ORGANIZATION_BYTES', 'LOGS_OF_ORGANIZATION_BYTES', 'UPLOAD_BYTES'],
  ...['UPLOADS_OF_ORGANIZATION_BYTES', 'WEBHOOK_RETRY_FOR_MS'],
]);

/** The settings for a bundle: values of those that are shown, and the names of the others that are set. */
export interface ShownSettings {
  readonly values: Readonly<Record<string, string>>;
  readonly set: readonly string[];
}

/** Chooses what of the settings may be shown. */
export function shownSettings(config: Config): ShownSettings {
  const all = Object.entries(configEnvironment(config));
  return {
    // A value of the list has no other form, whatever it is set to.
    values: Object.fromEntries(
      all.filter(([name, value]) => SHOWN.has(name) && /^(?:-?\d{1,16}|[a-z]{0,6})$/.test(value)),
    ),
    set: all.filter(([name, value]) => !SHOWN.has(name) && value !== '').map(([name]) => name),
  };
}
