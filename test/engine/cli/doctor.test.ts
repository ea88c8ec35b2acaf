import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkClock, checkConnections } from '../../../engine/cli/doctor/check-database.ts';
import type { TimedFacts } from '../../../engine/cli/doctor/check-database.ts';
import { checkVersion, checkWorkers } from '../../../engine/cli/doctor/check-temporal.ts';
import type { Finding } from '../../../engine/cli/doctor/finding.ts';
import { loadConfig } from '../../../engine/platform/config.ts';
import { connectionsOf } from '../../../engine/platform/pool-sizes.ts';
import { NO_PGBOUNCER, startPgBouncer } from '../../support/pgbouncer.ts';
import { createCommandLine } from './support.ts';
import type { CommandLine } from './support.ts';

interface Report {
  readonly state: string;
  readonly findings: readonly Finding[];
}

describe('npx sluice doctor', () => {
  let line: CommandLine;
  beforeAll(async () => {
    line = await createCommandLine();
    for (const folder of ['files', 'uploads']) await mkdir(join(line.dataDir, folder));
  });
  afterAll(() => line.close());

  const examine = async (env: Readonly<Record<string, string>> = {}) => {
    const { code, stdout } = await line.run(['doctor', '--json'], { SECRET_KEY: 'ab'.repeat(32), ...env });
    const { state, findings } = JSON.parse(stdout) as Report;
    return { code, state, of: (check: string) => findings.filter((each) => each.check === check), findings };
  };

  it('finds the database well and no Temporal, and says what to set', async () => {
    const { code, state, of } = await examine({ TOKEN_SECRET: 'c'.repeat(32) });
    expect([code, state]).toEqual([1, 'wrong']);
    expect(of('schema')).toMatchObject([
      { state: 'ok', text: expect.stringMatching(/^Migration \d+ is the newest\.$/) },
    ]);
    expect(of('clocks')).toMatchObject([{ state: 'ok' }]);
    expect(of('locks')).toMatchObject([{ state: 'ok' }]);
    expect(of('jobs')).toMatchObject([{ state: 'ok', text: expect.stringContaining('0 are unfinished') }]);
    expect(of('settings')).toMatchObject([
      { state: 'ok' },
      {
        state: 'wrong',
        text: expect.stringContaining('TEMPORAL_ADDRESS not set'),
        remedy: expect.stringContaining('npx sluice start'),
      },
    ]);
  });

  it('prints a line for each finding, and what to do below it', async () => {
    const { code, stdout } = await line.run(['doctor'], { SECRET_KEY: 'ab'.repeat(32) });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^warning +settings +Not set: TOKEN_SECRET\. .*\n +what to do: Set the same TOKEN_SECRET /m);
    expect(stdout).toMatch(/^ok +postgres +Postgres \d+\.\d+, a database of \d+ MiB\.$/m);
  });

  it('names migrations that are missing, and those of a newer version', async () => {
    const [{ version } = { version: 0 }] = await line.query<{ version: number }>(
      'delete from schema_migrations where version = (select max(version) from schema_migrations) returning version::integer',
    );
    expect((await examine()).of('schema')).toMatchObject([
      { state: 'wrong', text: `Migrations are missing: ${version}.`, remedy: 'npx sluice migrate' },
    ]);
    await line.query('insert into schema_migrations (version) values ($1), (9999)', [version]);
    const setNote = (servesFrom: number) =>
      line.query(`comment on table schema_migrations is 'Serves code from schema ${servesFrom}'`);
    await setNote(9999);
    expect((await examine()).of('schema')).toMatchObject([
      { state: 'wrong', text: expect.stringContaining('migration 9999') },
    ]);
    await setNote(version);
    expect((await examine()).of('schema')).toMatchObject([
      { state: 'ok', text: 'Migration 9999 is of a later version, and this version continues with it.' },
    ]);
    await line.query('delete from schema_migrations where version = 9999');
    expect((await examine()).of('schema')).toMatchObject([{ state: 'ok' }]);
  });

  it('names wrong settings by their names, and repeats no value outside of the detail', async () => {
    const { code, findings, of } = await examine({ PORT: 'planted', LOG_LEVEL: 'planted' });
    expect(code).toBe(1);
    expect(of('settings').map(({ text }) => text)).toEqual(['PORT is wrong.', 'LOG_LEVEL is wrong.']);
    expect(JSON.stringify(findings.map(({ text, remedy }) => [text, remedy]))).not.toContain('planted');
  });

  it('names a server that does not answer by its code, without the password', async () => {
    const { code, findings, of } = await examine({ DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/x' });
    expect(code).toBe(1);
    expect(of('postgres')).toMatchObject([{ state: 'wrong', text: 'It could not be read (ECONNREFUSED).' }]);
    expect(JSON.stringify(findings)).not.toContain('hidden');
  });

  it('names a DateStyle in which times are read wrongly', async () => {
    const name = new URL(line.database.url).pathname.slice(1);
    await line.query(`alter database ${name} set datestyle = 'German'`);
    const { code, of } = await examine();
    await line.query(`alter database ${name} reset datestyle`);
    expect(code).toBe(1);
    expect(wrongOnes(of('postgres'))).toMatchObject([
      { text: expect.stringContaining('DateStyle "German'), remedy: expect.stringContaining('ISO') },
    ]);
    expect(of('clocks')).toMatchObject([{ state: 'ok' }]);
  });

  it('names a pooler that shares sessions', async (context) => {
    const pooler = await startPgBouncer(line.database.url, 'transaction');
    if (pooler === null) return context.skip(NO_PGBOUNCER);
    context.onTestFinished(pooler.stop);
    expect(wrongOnes((await examine({ DATABASE_URL: pooler.url })).of('postgres'))).toMatchObject([
      { remedy: expect.stringContaining('pool_mode = session') },
    ]);
  });

  it('names a folder that is not there', async () => {
    await rm(join(line.dataDir, 'uploads'), { recursive: true });
    expect((await examine()).of('disk')).toContainEqual(
      expect.objectContaining({ state: 'warning', text: 'UPLOADS_DIR does not exist on this machine.' }),
    );
  });
});

describe('the checks of the doctor', () => {
  const FACTS: TimedFacts = {
    ...{ version: '18.4', isStandby: false, losesCommits: false },
    ...{ maxConnections: 97, connections: 20, nowMs: 0, databaseBytes: 1, aheadMs: 0, inexactMs: 5 },
  };
  const config = loadConfig({});

  it('count the connections that an API and each worker may open', () => {
    const { api, worker } = connectionsOf(config);
    // As docs/deploy.md has them.
    expect([api, worker]).toEqual([74, 44]);
    const enough = { ...FACTS, maxConnections: api + 2 * worker };
    expect(checkConnections(enough, config, 2)).toMatchObject({ state: 'ok' });
    expect(checkConnections(enough, config, 3)).toMatchObject({
      state: 'warning',
      remedy: expect.stringContaining(`max_connections of Postgres to ${api + 3 * worker + 10} `),
    });
    expect(checkConnections({ ...FACTS, connections: 97 }, config, 0)).toMatchObject({ state: 'wrong' });
  });

  it.each([
    { aheadMs: 900, state: 'ok' },
    { aheadMs: -1_500, state: 'warning' },
    { aheadMs: 300_000, state: 'wrong' },
    { aheadMs: -300_000, state: 'wrong' },
  ])('judge a clock that is $aheadMs ms ahead as $state', ({ aheadMs, state }) => {
    expect(checkClock({ ...FACTS, aheadMs })).toMatchObject({ state });
  });

  it('take a difference of clocks that the time of the answer explains for none', () => {
    expect(checkClock({ ...FACTS, aheadMs: 3_000, inexactMs: 2_500 })).toMatchObject({ state: 'ok' });
  });

  it('find no worker, and a Temporal whose clock is ahead', () => {
    const now = Date.now();
    const facts = (lastPollAt: number, workers: number) => ({
      version: '1.29.0',
      queues: { workers, lastPollAt, backlogs: [] },
    });
    expect(checkWorkers(facts(now - 50_000, 1), now)).toMatchObject([{ state: 'ok' }, { state: 'ok' }]);
    expect(checkWorkers(facts(now - 90_000, 0), now)).toMatchObject([
      { state: 'wrong', remedy: 'npx sluice worker' },
      { state: 'ok' },
    ]);
    expect(checkWorkers(facts(now + 300_000, 1), now)).toMatchObject([
      { state: 'ok' },
      { state: 'wrong', text: expect.stringContaining('300 s ahead') },
    ]);
    expect(checkVersion({ ...facts(now, 1), version: '1.28.2' })).toMatchObject({ state: 'warning' });
  });
});

function wrongOnes<Finding extends { readonly state: string }>(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ state }) => state === 'wrong');
}
