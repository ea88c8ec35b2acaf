import type { Config } from './config.ts';
import { ftpEnvironment } from './config-ftp.ts';
import { oidcEnvironment } from './config-oidc.ts';
import { PAYLOAD_SETTINGS } from './config-payloads.ts';
import { s3Environment } from './config-s3.ts';
import { LOG_SETTINGS, POLICY_SETTINGS, SERVICE_SETTINGS } from './config-tables.ts';
import { temporalEnvironment } from './config-temporal.ts';
import { termsEnvironment } from './config-terms.ts';
import { USER_SETTINGS } from './config-users.ts';
import { environmentOf } from './setting-table.ts';

/**
 * The environment variables from which loadConfig makes this very configuration, for a process that is started with it.
 * Two keys are left out: only the process that sets the database up needs BOOTSTRAP_API_KEY, only the command line SLUICE_API_KEY.
 */
export function configEnvironment(config: Config): Record<string, string> {
  const values: Record<string, string | number | boolean | undefined> = {
    DATA_DIR: config.dataDir,
    UPLOADS_DIR: config.uploadsDir,
    FILES_DIR: config.filesDir,
    SLUICE_CACHE_DIR: config.cacheDir,
    TASK_QUEUE: config.taskQueue,
    TEMPORAL_DEPLOYMENT_NAME: config.workerVersion?.deploymentName,
    TEMPORAL_WORKER_BUILD_ID: config.workerVersion?.buildId,
    ...environmentOf(SERVICE_SETTINGS, config),
    ...environmentOf(POLICY_SETTINGS, config.policy),
    ...environmentOf(LOG_SETTINGS, config.logLimits),
    ...s3Environment(config.s3),
    ...ftpEnvironment(config.ftp),
    ...temporalEnvironment(config),
    ...environmentOf(PAYLOAD_SETTINGS, config),
    ...environmentOf(USER_SETTINGS, config),
    ...termsEnvironment(config.terms),
    ...oidcEnvironment(config.oidc),
    SLUICE_API_KEY: undefined,
    BOOTSTRAP_API_KEY: undefined,
  };
  // An empty variable counts as unset, and hides one of the same name that the process would inherit.
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? '')]));
}
