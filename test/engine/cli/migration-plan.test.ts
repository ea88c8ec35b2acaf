import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { runSluice } from '../../support/sluice.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ isMigrated: false });
});
afterAll(() => database.drop());

const run = (...flags: string[]) => runSluice(['migrate', ...flags], { DATABASE_URL: database.url });

it('npx sluice migrate --plan lists the migrations of an empty database, and applies none', async () => {
  const { code, stdout } = await run('--plan');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^48 new-options: Options that an import has created/m);
  const { stdout: json } = await run('--plan', '--json');
  expect(JSON.parse(json).migrations[0]).toMatchObject({ version: 1, name: 'spine', isOutsideTransaction: false });
  const { rows } = await database.pool.query(`select to_regclass('schema_migrations') as found`);
  expect(rows).toEqual([{ found: null }]);
});

it('npx sluice migrate takes --json with --plan only', async () => {
  expect(await run('--json')).toMatchObject({ code: 2, stderr: '--json goes with --plan.\n' });
});
