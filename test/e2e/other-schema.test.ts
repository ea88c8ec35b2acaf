import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../engine/embedded/free-port.ts';
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
    const metricsPort = await freePort();
    const starting = engine.startWorker({ metricsPort, metricsHost: '127.0.0.1' }).then(() => (hasStarted = true));
    await expect.poll(looking, { timeout: 30_000 }).toBe(1);
    expect(hasStarted).toBe(false);
    const answerOf = (path: string) => fetch(`http://127.0.0.1:${metricsPort}${path}`);
    expect((await answerOf('/healthz')).status).toBe(200);
    const waiting = await answerOf('/readyz');
    expect(waiting.status).toBe(503);
    expect(await waiting.json()).toMatchObject({
      status: 'down',
      parts: { worker: { state: 'down' }, postgres: { state: 'up' }, temporal: { state: 'up' } },
    });
    expect(await (await answerOf('/metrics')).text()).toContain('process_cpu_seconds_total');
    await makeKnown();
    await starting;
    expect((await answerOf('/readyz')).status).toBe(200);
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
