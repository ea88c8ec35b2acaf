import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorker } from '../../engine/roles/worker.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, untilEnded } from '../support/imports.ts';

describe('a worker whose database has a later schema than it knows', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.stop());

  const makeLater = () =>
    engine.pool.query(`
      comment on table schema_migrations is null;
      insert into schema_migrations (version, name, md5) values (9999, 'later', '')`);
  const makeKnown = () => engine.pool.query('delete from schema_migrations where version = 9999');
  /** Sessions of workers that have read the schema last. */
  const looking = async () => {
    const { rows } = await engine.pool.query<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and application_name = 'sluice-worker' and query like '%schema_migrations%'`,
    );
    return rows[0]?.count;
  };

  it('waits, and takes up the jobs when the schema is one that it knows', async () => {
    await engine.stopWorker();
    const id = await createImport(engine, await createList(engine, 'News'), 'ann@example.com\n');
    await makeLater();
    let hasStarted = false;
    const starting = engine.startWorker().then(() => (hasStarted = true));
    await expect.poll(looking, { timeout: 30_000 }).toBe(1);
    expect(hasStarted).toBe(false);
    await makeKnown();
    await starting;
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished' });
  });

  it('stops its work when it runs', async () => {
    const worker = await startWorker(engine.config);
    await engine.stopWorker();
    await makeLater();
    await worker.stopped;
    await makeKnown();
    await engine.startWorker();
  });
});
