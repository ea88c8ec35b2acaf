import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCredential, hashCredential } from '../../../engine/secrets/credential.ts';
import { openSecretBox } from '../../../engine/secrets/secret-key.ts';
import { createCommandLine } from './support.ts';
import type { CommandLine } from './support.ts';

describe('npx sluice', () => {
  let line: CommandLine;
  let dataDir: string;
  beforeAll(async () => {
    line = await createCommandLine();
    ({ dataDir } = line);
  });
  afterAll(() => line.close());

  const run: CommandLine['run'] = (...values) => line.run(...values);
  const query: CommandLine['query'] = (...values) => line.query(...values);
  const failing = (stderr: string | RegExp) => ({ code: 1, stdout: '', stderr: expect.stringMatching(stderr) });
  const misused = (stderr: string | RegExp) => ({ code: 2, stdout: '', stderr: expect.stringMatching(stderr) });

  describe('as a command', () => {
    it('lists its verbs when it is asked for help', async () => {
      const { code, stdout } = await run(['--help']);
      expect(code).toBe(0);
      for (const verb of ['load', 'org:create', 'user:create', 'user:password', 'key:create', 'token:mint'])
        expect(stdout).toContain(verb);
    });

    it('is found by npx in the folder of the project', async () => {
      const cwd = fileURLToPath(new URL('../../..', import.meta.url));
      const { stdout } = await promisify(execFile)('npx', ['--offline', 'sluice', 'help', 'load'], { cwd });
      expect(stdout).toMatch(/^Usage: sluice load /);
    });

    it.each([
      ['no verb', [], /Usage: sluice/],
      ['an unknown verb', ['org:make'], /^Unknown command 'org:make'\./],
      ['an unknown option', ['load', 'x', '--force'], /^Unknown option '--force'\./],
      ['a missing argument', ['load'], /^Missing required argument 'file'\./],
      ['an argument too many', ['load', 'a', 'b'], /^Too many arguments/],
      ['a missing option', ['token:mint', '1'], /^Required option '--mailing-list <id>' not specified\./],
      ['a bad name', ['org:create', ' '], /It must have 1 to 100 characters\./],
      ['a bad zone', ['org:create', 'x', '--time-zone', 'Mars'], /It must be a zone of the IANA database/],
      ['a bad number', ['org:create', 'x', '--subscriber-limit', '-1'], /It must be a whole number, 0 or more\./],
      ['a bad role', ['key:create', 'x', '--role', 'root'], /Allowed choices are system_admin, organization_admin\./],
      ['a content alone', ['token:mint', '1', '--mailing-list', '1', '--content', '1'], /give --campaign too\.$/m],
    ])('ends with 2 and says how it is used after %s', async (_what, args, stderr) => {
      expect(await run(args)).toEqual(misused(stderr));
    });

    it('ends with 1 and a sentence without the password when the database does not answer', async () => {
      const { stderr, ...rest } = await run(['org:create', 'x'], { DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/x' });
      expect(rest).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^The database at 127\.0\.0\.1:1 does not answer: .+\n$/);
      expect(stderr).not.toContain('hidden');
    });

    it('creates a data folder for its user alone', async () => {
      const missing = join(dataDir, 'missing');
      const umask = process.umask(0o022);
      try {
        expect(await run(['migrate'], { DATA_DIR: missing })).toMatchObject({ code: 0 });
      } finally {
        process.umask(umask);
      }
      expect(((await stat(missing)).mode & 0o777).toString(8)).toBe('700');
    });

    it('ends with 1 and says what to do when the database was never migrated', async () => {
      const maintenance = new URL(line.database.url);
      maintenance.pathname = '/postgres';
      expect(await run(['org:create', 'x'], { DATABASE_URL: maintenance.href })).toEqual(
        failing(/^The schema of the database is missing or older than this command\. Run "npx sluice start" or .+\n$/),
      );
    });

    it('ends with 1 when no engine runs on the data folder and no database is set', async () => {
      const result = await run(['org:create', 'x'], { DATABASE_URL: '' });
      expect(result).toEqual(failing(`^No engine runs on ${dataDir}: start one with "npx sluice start", `));
    });

    it('ends with 1 and the sentence of a setting that is wrong', async () => {
      expect(await run(['org:create', 'x'], { PORT: 'high' })).toEqual(failing(/^PORT is "high" but must be/));
    });
  });

  describe('org:create', () => {
    it('creates an organization with a zone and a limit', async () => {
      const args = ['org:create', ' Weather ', '--time-zone', 'Asia/Tokyo', '--subscriber-limit', '7', '--json'];
      const { code, stdout } = await run(args);
      const { id } = JSON.parse(stdout) as { id: number };
      expect(code).toBe(0);
      expect(await query('select name, time_zone, subscriber_limit from organizations where id = $1', [id])).toEqual([
        { name: 'Weather', time_zone: 'Asia/Tokyo', subscriber_limit: 7 },
      ]);
    });

    it('refuses a name that is taken, whatever its case', async () => {
      expect(await run(['org:create', 'SYSTEM organization'])).toEqual(
        failing(/^Organization 1 is already called SYSTEM organization\. Choose another name\.\n$/),
      );
    });
  });

  describe('key:create', () => {
    it('prints a credential, and nothing else, that the API accepts and can show again', async () => {
      await query(`insert into organizations (name) values ('Sports')`);
      const { code, stdout } = await run(['key:create', 'loader', '--organization', 'sports']);
      expect(code).toBe(0);
      const credential = stdout.trimEnd();
      const hash = hashCredential(credential);
      const [key] = await query<{ organization_id: number; encrypted_credential: Buffer }>(
        `select * from api_keys where credential_hash = $1 and active and role = 'organization_admin'`,
        [hash],
      );
      expect(Buffer.from(credential, 'base64').toString()).toMatch(/^\d+:[0-9a-f]{40}$/);
      expect(createCredential(key?.organization_id ?? 0, credentialSecret(credential))).toBe(credential);
      const box = await openSecretBox({ dataDir });
      expect(box.open(key?.encrypted_credential ?? Buffer.alloc(0), hash)).toBe(credential);
    });

    it('creates a key of a system administrator, on organization 1 alone', async () => {
      const { stdout } = await run(['key:create', 'boss', '--role', 'system_admin', '--json']);
      expect(JSON.parse(stdout)).toMatchObject({
        name: 'boss',
        role: 'system_admin',
        active: true,
        organization_id: 1,
      });
      expect(await run(['key:create', 'boss', '--role', 'system_admin', '--organization', 'Sports'])).toEqual(
        failing(/^Only organization 1 has keys of system administrators: leave --role out\.\n$/),
      );
    });

    it('refuses an organization that is not there', async () => {
      expect(await run(['key:create', 'x', '--organization', '99'])).toEqual(
        failing(/^There is no organization 99\.\n$/),
      );
    });

    it('refuses to encrypt with another secret than the keys that are there', async () => {
      const before = await query('select id from api_keys');
      expect(await run(['key:create', 'x'], { SECRET_KEY: 'ab'.repeat(32) })).toEqual(
        failing(/^The API keys of this database are encrypted with another secret: set SECRET_KEY/),
      );
      expect(await query('select id from api_keys')).toEqual(before);
    });
  });
});

function credentialSecret(credential: string): string {
  return Buffer.from(credential, 'base64').toString().split(':')[1] ?? '';
}
