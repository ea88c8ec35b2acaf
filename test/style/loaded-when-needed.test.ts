import { describe, expect, it } from 'vitest';
import { runtimeImports } from '../support/runtime-imports.ts';

const HEAVY = ['@temporalio/client', '@temporalio/common', 'pg', 'slonik', 'undici'];

describe('a verb of the command line that calls the API', () => {
  it.each([
    ...['import', 'import-start', 'import-undo', 'failed', 'lists', 'list-create', 'fields', 'field-create'],
    ...['rules', 'rules-save', 'rules-delete', 'export', 'events', 'webhooks'],
  ])('starts without the clients of the servers: %s', (verb) => {
    const loaded = runtimeImports(`engine/cli/verbs/${verb}.ts`);
    expect(loaded).toContain('commander');
    expect(HEAVY.filter((name) => loaded.has(name))).toEqual([]);
  });
});

describe('the command line', () => {
  it('loads a verb when it is asked for', () => {
    const loaded = [...runtimeImports('engine/cli/sluice.ts')];
    expect(loaded.filter((name) => name.startsWith('engine/cli/verbs/') || HEAVY.includes(name))).toEqual([]);
  });
});

describe('the API', () => {
  it('loads the packages of traces when it sends traces', () => {
    const loaded = [...runtimeImports('api/server.ts')];
    expect(loaded).toContain('@temporalio/client');
    expect(loaded.filter((name) => /interceptors-opentelemetry|sdk-trace|exporter-trace/.test(name))).toEqual([]);
  });
});

describe('the API and the doctor', () => {
  it.each(['api/server.ts', 'engine/cli/verbs/doctor.ts'])('load the client of SMTP with a message: %s', (path) => {
    const loaded = runtimeImports(path);
    expect(loaded).toContain('engine/mail/greet-mail-server.ts');
    expect(loaded).not.toContain('nodemailer');
  });

  it.each(['api/server.ts', 'engine/cli/verbs/doctor.ts'])(
    'load the client of OpenID Connect when a user signs in by it: %s',
    (path) => {
      const loaded = runtimeImports(path);
      expect(loaded).toContain('engine/oidc/provider.ts');
      expect(loaded).not.toContain('openid-client');
    },
  );
});

describe('a role', () => {
  it.each(['api/server.ts', 'engine/roles/worker.ts', 'engine/roles/ftp.ts'])(
    'loads the client of S3 when files are in a bucket: %s',
    (path) => {
      const loaded = [...runtimeImports(path)];
      expect(loaded).toContain('engine/files/open-files.ts');
      expect(loaded.filter((name) => name.startsWith('@aws-sdk/'))).toEqual([]);
      expect([...runtimeImports('engine/files/s3-files.ts')]).toContain('@aws-sdk/client-s3');
    },
  );
});
