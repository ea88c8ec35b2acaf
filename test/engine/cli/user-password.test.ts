import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyPassword } from '../../../engine/secrets/password-hash.ts';
import { runSluice } from '../../support/sluice.ts';
import { createCommandLine } from './support.ts';
import type { CommandLine } from './support.ts';

describe('npx sluice user:password', () => {
  let line: CommandLine;
  beforeAll(async () => {
    line = await createCommandLine();
  });
  afterAll(() => line.close());

  const run = (args: readonly string[], input?: string) =>
    runSluice(args, { DATABASE_URL: line.database.url, DATA_DIR: line.dataDir }, input);
  const rowOf = async (email: string) =>
    (
      await line.query<{ id: number; password_hash: string; locked_out_until: Date | null }>(
        'select id, password_hash, locked_out_until from users where email = $1',
        [email],
      )
    )[0]!;

  it('prints a generated password, ends the sessions and lets the user in', async () => {
    await run(['user:create', 'ann@example.com', '--password-stdin'], 'correct horse\n');
    const { id } = await rowOf('ann@example.com');
    await line.query(`update users set locked_out_until = now() + interval '1 hour' where id = $1`, [id]);
    await line.query(`insert into user_sessions (user_id, token_hash) values ($1, 'x')`, [id]);
    const { code, stdout } = await run(['user:password', 'Ann@example.com']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^[\w-]{24}\n$/)]);
    const row = await rowOf('ann@example.com');
    expect(await verifyPassword(row.password_hash, stdout.trim())).toBe(true);
    expect(row.locked_out_until).toBeNull();
    expect(await line.query('select id from user_sessions where user_id = $1', [id])).toEqual([]);
  });

  it('takes the password from standard input, and refuses a short one or an unknown address', async () => {
    expect(await run(['user:password', 'ann@example.com', '--password-stdin'], 'another horse\n')).toMatchObject({
      code: 0,
      stdout: '',
    });
    expect(await run(['user:password', 'ann@example.com', '--password-stdin'], 'short\n')).toMatchObject({ code: 1 });
    expect(await verifyPassword((await rowOf('ann@example.com')).password_hash, 'another horse')).toBe(true);
    expect(await run(['user:password', 'bo@example.com'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^No user has the address bo@example\.com/),
    });
  });
});
