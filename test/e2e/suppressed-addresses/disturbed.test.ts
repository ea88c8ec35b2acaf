import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { commandJob } from '../../support/commands.ts';
import { currentDetailsOf } from '../../support/current-details.ts';
import type { TestEngine } from '../../support/engine.ts';
import { startTestEngine } from '../../support/engine.ts';
import { maintain } from '../../support/maintenance.ts';
import { refuse } from '../../support/refuse.ts';
import { runSluice } from '../../support/sluice.ts';
import { suppress, untilSuppressed, untilSuppression } from '../../support/suppressions.ts';
import { createGate } from '../support/gate.ts';
import { startRoleProcess } from '../support/role-process.ts';

const ROWS = 4_000;
/** Each tenth row is no address, and each seventh the address of the row before. */
const LINES = Array.from({ length: ROWS }, (_, i) =>
  i % 10 === 9 ? `p${i}.example.com` : `p${i % 7 === 6 ? i - 1 : i}@example.com`,
);
const CSV = `email\n${LINES.join('\n')}\n`;
const VALID = LINES.filter((line) => line.includes('@'));
const ADDED = new Set(VALID).size;
const STATS = {
  number_of_records: ROWS,
  added: ADDED,
  failed: ROWS - VALID.length,
  skipped_duplicate: VALID.length - ADDED,
};
const PATIENCE = { timeout: 30_000, interval: 50 };

/** A worker waits there inside the transaction of a range, whose addresses are written and not committed. */
const IMPORTING = { before: 'update', on: 'suppressed_address_ranges', when: 'new.range_number = 3' } as const;

describe('an import of suppressed addresses that is disturbed', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine({ RANGE_BYTES: '8192' });
  });
  afterAll(() => engine.stop());
  beforeEach(() => engine.pool.query('delete from suppressed_addresses'));

  it('counts each row once when the worker is killed in the middle', async () => {
    await engine.stopWorker();
    const gate = await createGate(engine, IMPORTING);
    const id = await suppress(engine, CSV);
    const worker = await startRoleProcess('worker', engine.config);
    await gate.reached();
    await worker.kill();
    await gate.open();
    await engine.startWorker();
    await expectWhole(id);
  });

  it('imports nothing while it is paused, is listed with its progress, and resumes where it was', async () => {
    const { id, gate } = await hold();
    const paused = (await commandJob(engine, `/suppressed_address_imports/${id}/pause`)).data;
    expect(paused).toMatchObject({ state: 'paused', stats: { number_of_records: ROWS } });
    expect(paused.stats.added).toBeLessThan(ADDED);
    await gate.open();
    expect((await engine.call('GET', `/suppressed_address_imports/${id}`)).data).toMatchObject(paused);
    const { data } = await engine.call('GET', '/jobs/unfinished?job_type=SuppressedAddressImport');
    expect(data).toMatchObject([
      { id, state: 'paused', paused: true, mailing_list_id: null, progress_total: ROWS, name: 'data' },
    ]);
    expect(data[0].progress_value).toBeGreaterThan(0);
    expect((await engine.call('GET', `/jobs/suppressed_address_import/${id}`)).data).toMatchObject({
      state: 'paused',
      mailing_list_id: null,
      health: 'ok',
    });
    expect(await currentDetailsOf(engine.temporal, `suppressed-address-import/${id}`)).toMatch(
      /^\*\*paused\*\*[^]+ of 4000 rows imported[^]+npx sluice job suppressed-address-import\/\d+ unpause/,
    );
    expect(await engine.call('POST', `/suppressed_address_imports/${id}/pause`)).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'import is paused and cannot be paused',
    });
    const jobs = await sluice('jobs');
    expect(jobs.stdout).toMatch(new RegExp(`suppressed-address-import/${id}\\b.*\\bpaused\\b`));
    expect((await sluice('job', `suppressed-address-import/${id}`, 'unpause')).code).toBe(0);
    await expectWhole(id);
    const { data: activity } = await engine.call('GET', `/suppressed_address_imports/${id}/activity`);
    expect(activity.map(({ command }: { command: string }) => command)).toEqual(['create', 'pause', 'unpause']);
  });

  it('keeps what is imported when it is cancelled, counts it, and leaves no source', async () => {
    const { id, gate } = await hold();
    await commandJob(engine, `/suppressed_address_imports/${id}/cancel`);
    await gate.open();
    await engine.temporal.workflow.getHandle(`suppressed-address-import/${id}`).result();
    const { state, stats } = await untilSuppressed(engine, id);
    expect(state).toBe('cancelled');
    expect(stats.added).toBe(await countStored());
    expect(stats.added).toBeLessThan(ADDED);
    const files = [];
    for await (const key of engine.app.files.list('suppressions/'))
      if (key.startsWith(`suppressions/${id}-`)) files.push(key);
    expect(files).toEqual([]);
  });

  it('waits for an operator where Postgres refuses a range, and resumes after a retry', async () => {
    const accept = await refuse(engine.pool, {
      ...{ before: 'update', on: 'suppressed_address_ranges', when: 'new.range_number = 2', sqlstate: '23000' },
    });
    const id = await suppress(engine, CSV);
    await vi.waitFor(
      async () => expect((await sluice('job', `suppressed-address-import/${id}`)).stdout).toContain('stalled'),
      PATIENCE,
    );
    await accept();
    expect((await sluice('job', `suppressed-address-import/${id}`, 'retry')).code).toBe(0);
    await expectWhole(id);
  });

  describe('to the maintenance', () => {
    it('has failed when its workflow was ended', async () => {
      const { id, gate } = await hold();
      await engine.temporal.workflow.getHandle(`suppressed-address-import/${id}`).terminate('tested');
      await gate.open();
      await age(id, 'created_at', '1 hour');
      await maintain(engine.temporal, 'reconcile');
      expect((await engine.call('GET', `/suppressed_address_imports/${id}`)).data).toMatchObject({
        state: 'failed',
        error_message: expect.stringContaining('ended from outside') as string,
      });
    });

    it('loses its logs when their retention is over, and keeps its counters', async () => {
      const id = await suppress(engine, CSV);
      await expectWhole(id);
      expect(await engine.text(`/suppressed_address_imports/${id}/logs/added`)).toContain('p0@example.com\n');
      await age(id, 'finished_at', '8 days');
      await maintain(engine.temporal, 'purge');
      expect((await engine.call('GET', `/suppressed_address_imports/${id}/logs/added`)).error_code).toBe('not_found');
      expect((await engine.call('GET', `/suppressed_address_imports/${id}`)).data).toMatchObject({ stats: STATS });
    });
  });

  const age = (id: number, column: string, by: string) =>
    engine.pool.query(`update suppressed_address_imports set ${column} = now() - $2::interval where id = $1`, [id, by]);

  /** An import that is held in the middle. */
  async function hold() {
    const gate = await createGate(engine, IMPORTING);
    const id = await suppress(engine, CSV);
    await gate.reached();
    await untilSuppression(engine, id, ({ state }) => state === 'importing');
    return { id, gate };
  }

  async function expectWhole(id: number): Promise<void> {
    expect(await untilSuppressed(engine, id)).toMatchObject({ state: 'finished', error_message: null, stats: STATS });
    expect(await countStored()).toBe(ADDED);
    const { rows } = await engine.pool.query<{ kind: string; entries: number }>(
      `select kind, sum(entries)::integer as entries from suppressed_address_logs
        where suppressed_address_import_id = $1 group by kind order by kind`,
      [id],
    );
    expect(rows).toEqual([
      { kind: 'added', entries: STATS.added },
      { kind: 'failed', entries: STATS.failed },
      { kind: 'skipped_duplicate', entries: STATS.skipped_duplicate },
    ]);
  }

  async function countStored(): Promise<number> {
    const { rows } = await engine.pool.query<{ n: number }>('select count(*)::integer as n from suppressed_addresses');
    return rows[0]?.n ?? 0;
  }

  const sluice = (...args: string[]) =>
    runSluice(args, {
      DATABASE_URL: engine.config.databaseUrl ?? '',
      TEMPORAL_ADDRESS: engine.config.temporalAddress ?? '',
      TEMPORAL_NAMESPACE: engine.config.temporalNamespace,
    });
});
