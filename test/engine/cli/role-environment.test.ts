import { describe, expect, it } from 'vitest';
import { roleEnvironment, withoutForeignSecrets } from '../../../engine/cli/role-environment.ts';
import { SECRET_SETTINGS } from '../../../engine/platform/secret-settings.ts';

const SECRETS = Object.fromEntries([...SECRET_SETTINGS].map((name) => [name, 'secret']));
const OF_JOBS = [
  ...['DATABASE_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'PAYLOAD_KEYS', 'SECRET_KEY', 'TEMPORAL_API_KEY'],
  ...['TEMPORAL_TLS_CLIENT_CERT_DATA', 'TEMPORAL_TLS_CLIENT_KEY_DATA', 'TEMPORAL_TLS_SERVER_CA_CERT_DATA'],
];

describe.each([
  ['worker', OF_JOBS],
  ['api', [...OF_JOBS, 'REDIS_URL', 'SMTP_URL', 'TOKEN_SECRET']],
  ['ftp', ['DATABASE_URL']],
])('the %s', (name, own) => {
  const secretsIn = (environment: Record<string, string>) =>
    Object.keys(environment).filter((variable) => environment[variable] === 'secret');

  it('gets the secrets that it reads, and no others', () => {
    expect(secretsIn(roleEnvironment(name, SECRETS, SECRETS)).sort()).toEqual([...own].sort());
    expect(secretsIn(withoutForeignSecrets(name, SECRETS)).sort()).toEqual([...own].sort());
  });

  it('gets the variables of the system and of the libraries, and of other programs nothing', () => {
    const system = {
      PATH: '/bin',
      HOME: '/home/ann',
      LANG: 'C',
      HTTPS_PROXY: 'http://proxy',
      NODE_OPTIONS: '--trace-gc',
    };
    const ofLibraries = { AWS_PROFILE: 'mail', OTEL_LOG_LEVEL: 'info', PGSSLMODE: 'require' };
    const others = { NODE_AUTH_TOKEN: 'x', GITHUB_TOKEN: 'x', npm_config_token: 'x' };
    const environment = roleEnvironment(name, { ...system, ...ofLibraries, ...others }, { LOG_LEVEL: 'warn' });
    expect(environment).toMatchObject({ ...system, ...ofLibraries, LOG_LEVEL: 'warn', MALLOC_ARENA_MAX: '2' });
    for (const other of Object.keys(others)) expect(environment).not.toHaveProperty(other);
  });
});
