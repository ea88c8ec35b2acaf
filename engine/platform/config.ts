import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { ZodIssue } from 'zod';
import { checkFtpVariables, ftpVariables, toFtpSettings } from './config-ftp.ts';
import type { FtpSettings } from './config-ftp.ts';
import { checkOidcVariables, oidcVariables, toOidcSettings } from './config-oidc.ts';
import type { OidcSettings } from './config-oidc.ts';
import { PAYLOAD_SETTINGS } from './config-payloads.ts';
import type { PayloadSettings } from './config-payloads.ts';
import { s3Variables, toS3Settings } from './config-s3.ts';
import type { S3Settings } from './config-s3.ts';
import { LOG_SETTINGS, POLICY_SETTINGS, SERVICE_SETTINGS } from './config-tables.ts';
import { checkTemporalVariables, temporalVariables, toTemporalConnection } from './config-temporal.ts';
import type { TemporalConnection, WorkerVersion } from './config-temporal.ts';
import { checkTermsVariables, termsVariables, toTermsSettings } from './config-terms.ts';
import type { TermsSettings } from './config-terms.ts';
import { checkUserVariables, USER_SETTINGS } from './config-users.ts';
import type { UserSettings } from './config-users.ts';
import { workflowName } from './config-values.ts';
import { ConfigurationError } from './errors.ts';
import { SECRET_SETTINGS } from './secret-settings.ts';
import { rulesOf, valuesOf } from './setting-table.ts';
import type { ValuesOf } from './setting-table.ts';

/** Durations and sizes that a job takes along when it begins, so that a later change of settings leaves it alone. */
export type ImportPolicy = ValuesOf<typeof POLICY_SETTINGS>;

/** Bounds of the bytes of import logs. */
export type LogLimits = ValuesOf<typeof LOG_SETTINGS>;

/** Everything that can be set from outside; paths are absolute, times are milliseconds. */
export interface Config extends ValuesOf<typeof SERVICE_SETTINGS>, TemporalConnection, PayloadSettings, UserSettings {
  readonly dataDir: string;
  readonly uploadsDir: string;
  readonly filesDir: string;
  readonly cacheDir: string;
  /** Bucket that keeps files and upload directories instead of filesDir and uploadsDir; null: there is none. */
  readonly s3: S3Settings | null;
  /** Task queue of the workflows; those of downloads and of the watch have it in their names. */
  readonly taskQueue: string;
  /** The version of the workers of this process, to which jobs are pinned; unset: workers have no versions. */
  readonly workerVersion?: WorkerVersion | undefined;
  readonly policy: ImportPolicy;
  readonly logLimits: LogLimits;
  readonly ftp: FtpSettings;
  /** The terms and conditions to which users agree; null: there are none. */
  readonly terms: TermsSettings | null;
  /** The provider of the single sign-on; null: there is none. */
  readonly oidc: OidcSettings | null;
}

const variables = z.object({
  DATA_DIR: z.string().default('.data'),
  UPLOADS_DIR: z.string().optional(),
  FILES_DIR: z.string().optional(),
  SLUICE_CACHE_DIR: z.string().optional(),
  XDG_CACHE_HOME: z.string().optional(),
  TASK_QUEUE: workflowName().optional(),
  TEMPORAL_DEPLOYMENT_NAME: workflowName().optional(),
  TEMPORAL_WORKER_BUILD_ID: workflowName().optional(),
  ...rulesOf(SERVICE_SETTINGS),
  ...rulesOf(POLICY_SETTINGS),
  ...rulesOf(LOG_SETTINGS),
  ...s3Variables,
  ...ftpVariables,
  ...temporalVariables,
  ...rulesOf(PAYLOAD_SETTINGS),
  ...rulesOf(USER_SETTINGS),
  ...termsVariables,
  ...oidcVariables,
});

type Variables = z.output<typeof variables>;

/**
 * Reads the settings from environment variables; an empty variable counts as unset.
 * @throws ConfigurationError with one sentence for each mistake; secrets are not repeated in it.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const known = Object.fromEntries(Object.keys(variables.shape).map((name) => [name, env[name]?.trim() || undefined]));
  const parsed = variables
    .superRefine(checkFtpVariables)
    .superRefine(checkTemporalVariables)
    .superRefine(checkWorkerVersion)
    .superRefine(checkUserVariables)
    .superRefine(checkTermsVariables)
    .superRefine(checkOidcVariables)
    .safeParse(known);
  if (!parsed.success) throw new ConfigurationError(parsed.error.issues.map((issue) => settingMistake(issue, env)));
  return toConfig(parsed.data);
}

function toConfig(values: Variables): Config {
  const dataDir = resolve(values.DATA_DIR);
  return {
    ...valuesOf(SERVICE_SETTINGS, values),
    ...toTemporalConnection(values),
    ...valuesOf(PAYLOAD_SETTINGS, values),
    ...valuesOf(USER_SETTINGS, values),
    dataDir,
    uploadsDir: resolve(values.UPLOADS_DIR ?? join(dataDir, 'uploads')),
    filesDir: resolve(values.FILES_DIR ?? join(dataDir, 'files')),
    cacheDir: resolve(values.SLUICE_CACHE_DIR ?? join(values.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'sluice')),
    s3: toS3Settings(values),
    // A prefix alone also separates the task queues: workers of another database must not get these tasks.
    taskQueue: values.TASK_QUEUE ?? `${values.WORKFLOW_ID_PREFIX}sluice`,
    workerVersion: toWorkerVersion(values),
    policy: valuesOf(POLICY_SETTINGS, values),
    logLimits: valuesOf(LOG_SETTINGS, values),
    ftp: toFtpSettings(values),
    terms: toTermsSettings(values),
    oidc: toOidcSettings(values),
  };
}

function checkWorkerVersion(values: Variables, context: z.RefinementCtx): void {
  if ((values.TEMPORAL_DEPLOYMENT_NAME === undefined) === (values.TEMPORAL_WORKER_BUILD_ID === undefined)) return;
  const message = 'TEMPORAL_DEPLOYMENT_NAME and TEMPORAL_WORKER_BUILD_ID must be set together';
  context.addIssue({ code: z.ZodIssueCode.custom, path: ['TEMPORAL_DEPLOYMENT_NAME'], message });
}

function toWorkerVersion(values: Variables): WorkerVersion | undefined {
  const { TEMPORAL_DEPLOYMENT_NAME: deploymentName, TEMPORAL_WORKER_BUILD_ID: buildId } = values;
  return deploymentName === undefined || buildId === undefined ? undefined : { deploymentName, buildId };
}

/** The sentence about a setting that is wrong; a secret is not repeated in it. */
function settingMistake(issue: ZodIssue, env: Readonly<Record<string, string | undefined>>): string {
  const name = String(issue.path[0]);
  return SECRET_SETTINGS.has(name)
    ? `${name} ${issue.message}.`
    : `${name} is "${shortened(env[name] ?? '')}" but ${issue.message}.`;
}

const QUOTED_CHARACTERS = 200;

function shortened(value: string): string {
  return value.length > QUOTED_CHARACTERS ? `${value.slice(0, QUOTED_CHARACTERS)}…` : value;
}
