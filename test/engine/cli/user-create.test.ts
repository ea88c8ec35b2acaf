import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyPassword } from '../../../engine/secrets/password-hash.ts';
import { runSluice } from '../../support/sluice.ts';
import { createCommandLine } from './support.ts';
import type { CommandLine } from './support.ts';

interface Row {
  readonly id: number;
  readonly organization_id: number;
  readonly full_name: string;
  readonly role: string;
  readonly permissions: Record<string, string[]>;
  readonly password_hash: string;
}

describe('npx sluice user:create', () => {
  let line: CommandLine;
  beforeAll(async () => {
    line = await createCommandLine();
    await line.query(`insert into organizations (name) values ('Sports')`);
  });
  afterAll(() => line.close());

  const create = (email: string, args: readonly string[] = [], input?: string) =>
    runSluice(['user:create', email, ...args], { DATABASE_URL: line.database.url, DATA_DIR: line.dataDir }, input);
  const rowOf = async (email: string) => (await line.query<Row>('select * from users where email = $1', [email]))[0]!;
  const failing = (code: number, stderr: RegExp) => ({ code, stdout: '', stderr: expect.stringMatching(stderr) });

  it('prints a generated password, and nothing else, which is stored as a hash', async () => {
    const { code, stdout } = await create('ann@example.com', ['--organization', 'sports', '--name', 'Ann Berg']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^[\w-]{24}\n$/)]);
    const row = await rowOf('ann@example.com');
    expect(row).toMatchObject({ organization_id: 2, full_name: 'Ann Berg', role: 'organization_admin', active: true });
    expect(row.permissions['seed_list']).toEqual(['create', 'update', 'delete']);
    expect(await verifyPassword(row.password_hash, stdout.trim())).toBe(true);
    expect(await verifyPassword(row.password_hash, stdout)).toBe(false);
  });

  it('reads the password from standard input, and prints nothing then', async () => {
    const { code, stdout } = await create('bo@example.com', ['--password-stdin'], 'correct horse\nnot this\n');
    expect([code, stdout]).toEqual([0, '']);
    expect(await verifyPassword((await rowOf('bo@example.com')).password_hash, 'correct horse')).toBe(true);
    expect(await create('short@example.com', ['--password-stdin'], 'short\n')).toEqual(
      failing(1, /^The password is too short \(minimum is 8 characters\)\.\n$/),
    );
    expect(await rowOf('short@example.com')).toBeUndefined();
    // Activity shows the name to others, who need not learn the address.
    expect((await rowOf('bo@example.com')).full_name).toBe('Administrator');
  });

  it('gives a standard user the permissions that are named, and no other ones', async () => {
    const permissions = ['--permission', 'subscriber.import', '--permission', 'subscriber.read'];
    const { stdout } = await create('cy@example.com', ['--role', 'standard', ...permissions, '--json']);
    const { id, permissions: held } = await rowOf('cy@example.com');
    expect(JSON.parse(stdout)).toMatchObject({ id, email: 'cy@example.com', role: 'standard', organization_id: 1 });
    expect(Object.values(held).flat()).toEqual(['read', 'import']);
    expect(await create('x@example.com', permissions)).toEqual(failing(1, /^Administrators have all permissions/));
  });

  it('refuses what is no address, no permission, another user’s address or a system administrator elsewhere', async () => {
    expect(await create('ann')).toEqual(failing(2, /It must be an email address/));
    expect(await create('ann@exämple.com')).toEqual(failing(2, /without an internationalized domain name/));
    const unknown = ['--role', 'standard', '--permission', 'subscriber.fly'];
    expect(await create('x@example.com', unknown)).toEqual(failing(2, /It must be a permission such as/));
    expect(await create('ANN@example.com')).toEqual(failing(1, /^There is a user ANN@example\.com already\.\n$/));
    expect(await create('x@example.com', ['--role', 'system_admin', '--organization', 'Sports'])).toEqual(
      failing(1, /^Only organization 1 has system administrators/),
    );
  });
});
