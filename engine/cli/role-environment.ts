import { only, systemEnvironment } from '../platform/child-environment.ts';
import type { Environment } from '../platform/child-environment.ts';
import { SECRET_SETTINGS } from '../platform/secret-settings.ts';
import { ROLE_ENVIRONMENT } from './role-process.ts';
import type { RoleName } from './role-process.ts';

/**
 * The environment of a role that `npx sluice start` runs: what any program needs, what libraries of the service read, and its settings.
 * @param inherited the environment of the command
 */
export function roleEnvironment(name: string, inherited: Environment, settings: Environment): Record<string, string> {
  const ofLibraries = only(inherited, (variable) => LIBRARIES.some((prefix) => variable.startsWith(prefix)));
  return withoutForeignSecrets(name, { ...systemEnvironment(inherited), ...ofLibraries, ...settings });
}

/** An environment without the secrets that a role does not read, and with the variables that limit its memory. */
export function withoutForeignSecrets(name: string, environment: Environment): Record<string, string> {
  const own: readonly string[] = name in SECRETS_READ ? SECRETS_READ[name as RoleName] : [];
  const kept = only(environment, (variable) => !SECRET_SETTINGS.has(variable) || own.includes(variable));
  return { ...ROLE_ENVIRONMENT, ...kept };
}

/** Of the SDK of AWS, of OpenTelemetry and of the clients of Postgres. */
const LIBRARIES = ['AWS_', 'OTEL_', 'PG'];

const OF_JOBS = [
  'DATABASE_URL',
  ...[...SECRET_SETTINGS].filter((name) => name.startsWith('TEMPORAL_')),
  'PAYLOAD_KEYS',
  'SECRET_KEY',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
];

const SECRETS_READ: Readonly<Record<RoleName, readonly string[]>> = {
  worker: OF_JOBS,
  api: [...OF_JOBS, 'REDIS_URL', 'SMTP_URL', 'TOKEN_SECRET'],
  ftp: ['DATABASE_URL'],
};
