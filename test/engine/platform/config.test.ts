import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../../engine/platform/config.ts';
import { configEnvironment } from '../../../engine/platform/config-environment.ts';
import { ConfigurationError } from '../../../engine/platform/errors.ts';

describe('loadConfig', () => {
  it('has a default for everything that must be set', () => {
    expect(loadConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      dataDir: resolve('.data'),
      uploadsDir: resolve('.data/uploads'),
      filesDir: resolve('.data/files'),
      databaseUrl: undefined,
      temporalAddress: undefined,
      temporalNamespace: 'default',
      temporalUiPort: 8233,
      temporalTls: { enabled: false },
      ...{ importUndo: true, allowPrivateUrls: false },
      policy: {
        firstDownloadWaitMs: 10_000,
        secondDownloadWaitMs: 50_000,
        downloadTimeoutMs: 900_000,
        logRetentionMs: 604_800_000,
        maxDownloadBytes: 209_715_200,
      },
    });
  });

  it('treats an empty variable as unset and ignores blanks around a value', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: ' ', HOST: ' 0.0.0.0 ' })).toMatchObject({
      port: 8080,
      databaseUrl: undefined,
      host: '0.0.0.0',
    });
  });

  it.each([
    [{ PORT: '80a' }, 'PORT is "80a" but must be a whole number from 0 to 65535.'],
    [{ PORT: '65536' }, 'PORT is "65536" but must be a whole number from 0 to 65535.'],
    [{ CHUNK_ROWS: '-1' }, 'CHUNK_ROWS is "-1" but must be a whole number from 1 to 1000000.'],
    [{ ALLOW_PRIVATE_URLS: 'perhaps' }, 'ALLOW_PRIVATE_URLS is "perhaps" but must be true or false.'],
    [
      { TEMPORAL_ADDRESS: 'https://cloud:7233' },
      'TEMPORAL_ADDRESS is "https://cloud:7233" but must be host:port without a scheme, for instance 127.0.0.1:7233.',
    ],
    [
      { FTP_PASSIVE_PORTS: '30099-30000' },
      'FTP_PASSIVE_PORTS is "30099-30000" but must be a range of ports from 1024 to 65535, for instance 30000-30099.',
    ],
    [{ FTP_TLS_CERT: 'c' }, 'FTP_TLS_CERT is "c" but FTP_TLS_CERT and FTP_TLS_KEY must be set together.'],
    [{ FTP_TLS_REQUIRED: 'true' }, 'FTP_TLS_REQUIRED is "true" but FTP_TLS_CERT and FTP_TLS_KEY are not set.'],
    [
      { FTP_HOST: '0.0.0.0' },
      'FTP_HOST is "0.0.0.0" but FTP_PUBLIC_ADDRESS is not set: set it to the IPv4 address at which clients reach this machine.',
    ],
    [
      { WORKFLOW_ID_PREFIX: "a/'" },
      `WORKFLOW_ID_PREFIX is "a/'" but must have at most 60 letters, digits, dots, hyphens and underscores.`,
    ],
    [
      { TEMPORAL_TLS_CLIENT_CERT_PATH: '/c' },
      'TEMPORAL_TLS_CLIENT_CERT_PATH is "/c" but the certificate of the client (TEMPORAL_TLS_CLIENT_CERT_PATH) and its key ' +
        '(TEMPORAL_TLS_CLIENT_KEY_PATH) must be set together.',
    ],
    [
      { TEMPORAL_CONFIG_FILE: '/missing.toml' },
      `TEMPORAL_CONFIG_FILE is "/missing.toml" but the profile cannot be read: ENOENT: no such file or directory, access '/missing.toml'.`,
    ],
    [
      { TEMPORAL_DEPLOYMENT_NAME: 'd' },
      'TEMPORAL_DEPLOYMENT_NAME is "d" but TEMPORAL_DEPLOYMENT_NAME and TEMPORAL_WORKER_BUILD_ID must be set together.',
    ],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud" but must be one of fatal, error, warn, info, debug, trace, silent.'],
  ])('explains the mistake in %j', (env, sentence) => {
    expect(mistakesIn(env)).toBe(sentence);
  });

  it('lists every mistake at once', () => {
    expect(mistakesIn({ PORT: 'x', CHUNK_ROWS: 'y', LOG_LEVEL: 'z' }).split('\n')).toHaveLength(3);
  });

  it.each(['DATABASE_URL', 'REDIS_URL', 'BOOTSTRAP_API_KEY', 'SECRET_KEY', 'SMTP_URL', 'TOKEN_SECRET'])(
    'does not repeat the secret in %s',
    (name) => {
      const sentence = mistakesIn({ [name]: 'hunter2' });

      expect(sentence).toMatch(new RegExp(`^${name} must (?:be|have) `));
      expect(sentence).not.toContain('hunter2');
    },
  );

  it.each([
    ['true', true],
    ['1', true],
    ['YES', true],
    ['false', false],
    ['0', false],
    ['no', false],
  ])('reads %s as %s', (text, value) => {
    expect(loadConfig({ ALLOW_PRIVATE_URLS: text }).allowPrivateUrls).toBe(value);
  });

  it('reads the connection to Temporal from a profile, and quotes none of a file with a mistake', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'sluice-test-config-')), 'temporal.toml');
    onTestFinished(() => rmSync(dirname(file), { recursive: true }));
    writeFileSync(
      file,
      '[profile.a]\naddress = "cloud:7233"\napi_key = "hunter2"\n[profile.b]\naddress = "https://cloud"\n',
    );

    const env = { TEMPORAL_CONFIG_FILE: file, TEMPORAL_PROFILE: 'a', TEMPORAL_NAMESPACE: 'n' };
    const read = { temporalAddress: 'cloud:7233', temporalNamespace: 'n', temporalApiKey: 'hunter2' };
    expect(loadConfig(env)).toMatchObject({ ...read, temporalTls: { enabled: true } });
    expect(loadConfig(configEnvironment(loadConfig(env)))).toEqual(loadConfig(env));
    expect(mistakesIn({ ...env, TEMPORAL_PROFILE: 'b' })).toMatch(/its address must be host:port/);

    writeFileSync(file, 'api_key = "hunter2" twice');
    expect(mistakesIn(env)).toMatch(/the profile cannot be read: /);
    expect(mistakesIn(env)).not.toContain('hunter2');
  });

  it('leaves the FTP server off unless it is asked for', () => {
    expect(loadConfig({}).ftp.enabled).toBe(false);
    expect(loadConfig({ FTP: 'true' }).ftp.enabled).toBe(true);
  });

  it('names the task queue after the prefix of workflow ids, unless told otherwise', () => {
    expect(loadConfig({}).taskQueue).toBe('sluice');
    expect(loadConfig({ WORKFLOW_ID_PREFIX: 'eu-' }).taskQueue).toBe('eu-sluice');
    expect(loadConfig({ WORKFLOW_ID_PREFIX: 'eu-', TASK_QUEUE: 'jobs' }).taskQueue).toBe('jobs');
  });

  it('encrypts the connection to Temporal when there is an API key, unless told otherwise', () => {
    expect(loadConfig({ TEMPORAL_API_KEY: 'k' }).temporalTls.enabled).toBe(true);
    expect(loadConfig({ TEMPORAL_API_KEY: 'k', TEMPORAL_TLS: 'no' }).temporalTls.enabled).toBe(false);
  });
});

describe('configEnvironment', () => {
  it('makes the same configuration again, without the bootstrap key', () => {
    const config = loadConfig({
      PORT: '9000',
      HOST: '::1',
      DATA_DIR: '/somewhere',
      UPLOADS_DIR: '/uploads',
      FILES_DIR: '/files',
      DATABASE_URL: 'postgres://u:p@h:1/d',
      TEMPORAL_ADDRESS: 'cloud:7233',
      TEMPORAL_NAMESPACE: 'n',
      TASK_QUEUE: 'q',
      WORKFLOW_ID_PREFIX: 'p-',
      TEMPORAL_DEPLOYMENT_NAME: 'mail',
      TEMPORAL_WORKER_BUILD_ID: 'v7',
      ...{ TEMPORAL_UI_PORT: '1', TEMPORAL_LINK: 'false' },
      TEMPORAL_UI_URL: 'https://temporal.example.com',
      TEMPORAL_API_KEY: 'k',
      TEMPORAL_TLS_CLIENT_CERT_PATH: '/client.pem',
      TEMPORAL_TLS_CLIENT_KEY_DATA: 'a key',
      TEMPORAL_TLS_SERVER_CA_CERT_PATH: '/ca.pem',
      TEMPORAL_TLS_SERVER_NAME: 'temporal.test',
      PAYLOAD_KEYS: `b:${'B'.repeat(43)}=,a:${'A'.repeat(43)}=`,
      CODEC_PORT: '17',
      CODEC_HOST: '::1',
      CODEC_ORIGIN: 'https://temporal.example.com,http://localhost:8233',
      CODEC_TOKEN: 'c'.repeat(32),
      TEMPORAL_CLI_PATH: '/temporal',
      SLUICE_CACHE_DIR: '/cache',
      REDIS_URL: 'redis://h',
      LOG_LEVEL: 'warn',
      BOOTSTRAP_API_KEY: 'a'.repeat(40),
      SECRET_KEY: 'b'.repeat(64),
      ...{ IMPORT_UNDO: 'off', ALLOW_PRIVATE_URLS: 'true' },
      ...{ TRUSTED_PROXIES: '192.0.2.1, 10.0.0.0/8,2001:db8::/32' },
      PUBLIC_URL: 'https://api.example.com/mail',
      SMTP_URL: 'smtp://u:p@h:25',
      TOKEN_SECRET: 't'.repeat(32),
      CONFIRMATION_VALIDITY_MS: '9',
      DELETE_CODE_VALIDITY_MS: '10',
      SERVICE_DISABLE_SUBSCRIBER_DELETION: 'true',
      MAX_BODY_BYTES: '2000',
      FIRST_DOWNLOAD_WAIT_MS: '1',
      SECOND_DOWNLOAD_WAIT_MS: '2',
      DOWNLOAD_TIMEOUT_MS: '3',
      LOG_RETENTION_MS: '4',
      MAX_DOWNLOAD_BYTES: '5',
      RANGE_BYTES: '6',
      CHUNK_ROWS: '7',
      ...{ WORKER_CONCURRENCY: '8', WORKER_CONNECTIONS: '20' },
      DOWNLOAD_CONCURRENCY: '3',
      READ_TIMEOUT_MS: '14',
      DOWNLOAD_MIN_BYTES_PER_SECOND: '6',
      UPLOAD_REST_MS: '7',
      UNFINISHED_IMPORTS: '15',
      IMPORT_SOURCES_BYTES: '16',
      FAILED_LOG_BYTES: '17',
      FAILED_LOGS_OF_ORGANIZATION_BYTES: '18',
      LOGS_OF_ORGANIZATION_BYTES: '19',
      UPLOAD_BYTES: '17',
      UPLOADS_OF_ORGANIZATION_BYTES: '18',
      IMPORTS_PER_ORGANIZATION: '5',
      DOWNLOADS_PER_ORGANIZATION: '2',
      LOST_JOBS: 'fail',
      WEBHOOK_RETRY_FOR_MS: '1001',
      RATE_LIMIT_PER_MINUTE: '11',
      RATE_LIMIT_PER_ORGANIZATION: '110',
      CALLS_PER_ORGANIZATION: '4',
      METRICS: 'true',
      METRICS_PORT: '12',
      METRICS_HOST: '::1',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://h:4318',
      OTEL_SERVICE_NAME: 's',
      OTEL_RESOURCE_ATTRIBUTES: 'a=b,c=d%20e',
      FTP: 'true',
      FTP_HOST: '0.0.0.0',
      FTP_PORT: '13',
      FTP_PASSIVE_PORTS: '2000-2001',
      FTP_PUBLIC_ADDRESS: '192.0.2.1',
      FTP_TLS_CERT: '/cert',
      FTP_TLS_KEY: '/key',
      FTP_TLS_REQUIRED: 'true',
      FTP_TLS_RESUMPTION: 'false',
      UPLOAD_QUOTA_BYTES: '14',
    });

    expect(loadConfig(configEnvironment(config))).toEqual({ ...config, bootstrapApiKey: undefined });
  });
});

describe('.env.example', () => {
  it('lists every setting, and shows the defaults', () => {
    const lines = readFileSync('.env.example', 'utf8').match(/^[A-Z_]+=.*$/gm) ?? [];
    const shown = Object.fromEntries(lines.map((line) => line.split('=', 2) as [string, string]));
    expect(Object.keys(shown).sort()).toEqual(Object.keys(configEnvironment(loadConfig({}))).sort());
    expect(loadConfig(shown)).toEqual(loadConfig({}));
  });
});

function mistakesIn(env: Record<string, string>): string {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  throw new Error('The settings were accepted.');
}
