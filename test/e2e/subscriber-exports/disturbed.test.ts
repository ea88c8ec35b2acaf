import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commandJob } from '../../support/commands.ts';
import { currentDetailsOf } from '../../support/current-details.ts';
import type { TestEngine } from '../../support/engine.ts';
import { startTestEngine } from '../../support/engine.ts';
import { exportPrefix } from '../../../engine/files/subscriber-export-key.ts';
import { fileOwner } from '../../support/file-owner.ts';
import { createExport, exportList, untilExport, untilExportEnded } from '../../support/exports.ts';
import { createList, succeed } from '../../support/imports.ts';
import { maintain } from '../../support/maintenance.ts';
import { createGate } from '../support/gate.ts';
import type { Gate } from '../support/gate.ts';
import { startRoleProcess } from '../support/role-process.ts';

const ROWS = 4_000;
const COLUMNS = { columns: ['email', 'City'] };
const PATIENCE = { timeout: 30_000, interval: 20 };

/** A worker waits there inside the transaction of a part, with its file written and its entry not committed. */
const WRITING = { before: 'update', on: 'export_parts', when: 'new.part_number = 5' } as const;

describe('an export that is disturbed', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine({ RANGE_BYTES: '8192' });
  });
  afterAll(() => engine.stop());

  it('holds each subscriber that was there when it began once, whatever is written and deleted afterwards', async () => {
    const { list, id, gate, expected } = await hold();

    await engine.pool.query(
      `update subscribers set email = 'x' || email, custom_fields = '{}' where mailing_list_id = $1`,
      [list],
    );
    await engine.pool.query(`delete from subscribers where mailing_list_id = $1 and id % 2 = 0`, [list]);
    await engine.pool.query(`insert into subscribers (mailing_list_id, key, email) values ($1, 'new', 'new@x.io')`, [
      list,
    ]);
    await gate.open();

    expect(await fileOf(id)).toBe(expected);
  });

  it('is the same file when the worker is killed in the middle', async () => {
    await engine.stopWorker();
    const { list, expected } = await fill();
    const gate = await createGate(engine, WRITING);
    const id = await createExport(engine, list, COLUMNS);
    const worker = await startRoleProcess('worker', engine.config);
    await gate.reached();
    await worker.kill();
    await gate.open();
    await engine.startWorker();

    expect(await fileOf(id)).toBe(expected);
    expect(await storedOf(id)).toEqual({ tables: [], parts: expect.any(Number) });
  });

  it('writes nothing while it is paused, tells how far it is, and goes on where it was', async () => {
    const { id, gate, expected } = await hold();
    const paused = (await commandJob(engine, `/subscriber_exports/${id}/pause`)).data;
    expect(paused).toMatchObject({ state: 'paused', stats: { number_of_subscribers: ROWS } });
    expect(paused.stats.subscribers_exported).toBeLessThan(ROWS);
    await gate.open();
    const { progress, ...record } = (await engine.call('GET', `/subscriber_exports/${id}`)).data;
    expect(record).toEqual(paused);
    expect(progress).toEqual({ rate: null, seconds_left: null, place_in_queue: null });
    expect(await currentDetailsOf(engine.temporal, `subscriber-export/${id}`)).toMatch(
      /^\*\*paused\*\*[^]+ of 4000 subscribers exported[^]+npx sluice job subscriber-export\/\d+ unpause/,
    );
    expect((await engine.call('GET', `/subscriber_exports/${id}/file`)).error_code).toBe('not_found');
    expect(await engine.call('POST', `/subscriber_exports/${id}/pause`)).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'export is paused and cannot be paused',
    });

    expect((await commandJob(engine, `/subscriber_exports/${id}/unpause`)).data.state).toBe('exporting');
    expect(await fileOf(id)).toBe(expected);
  });

  it('begins again with a new snapshot when Postgres has crashed and emptied the first one', async () => {
    const { list, id, gate } = await hold();
    await commandJob(engine, `/subscriber_exports/${id}/pause`);
    await gate.open();
    await engine.pool.query(`truncate staging.export_${id}`);
    await engine.pool.query(`delete from subscribers where mailing_list_id = $1 and key >= 'p2'`, [list]);
    await commandJob(engine, `/subscriber_exports/${id}/unpause`);

    expect(await fileOf(id)).toBe(await exportList(engine, list, COLUMNS));
    expect(await storedOf(id)).toMatchObject({ tables: [] });
  });
  it('leaves nothing behind when it is cancelled', async () => {
    const { id, gate } = await hold();
    const cancelled = (await commandJob(engine, `/subscriber_exports/${id}/cancel`)).data;
    expect(cancelled).toMatchObject({ state: 'cancelled', file: null });
    await gate.open();
    await workflowOf(id).result();
    expect(await storedOf(id)).toEqual({ tables: [], parts: 0 });
  });

  it('is cancelled with its list, whose deletion leaves none of its files, finished ones included', async () => {
    const { list, id, gate } = await hold();
    await gate.open();
    await untilExportEnded(engine, id);
    const second = await createGate(engine, WRITING);
    const other = await createExport(engine, list, COLUMNS);
    await second.reached();

    const { data } = succeed(await engine.call('GET', `/mailing_lists/${list}/delete_confirmation_code`));
    succeed(await engine.call('DELETE', `/mailing_lists/${list}/confirmed/${data.delete_confirmation_code}`));
    await vi.waitFor(
      async () => expect(await workflowOf(other).query('jobView')).toMatchObject({ state: 'cancelled' }),
      PATIENCE,
    );
    await second.open();

    expect(await engine.temporal.workflow.getHandle(`list-deletion/${list}`).result()).toMatchObject({
      state: 'finished',
    });
    expect(await workflowOf(other).result()).toMatchObject({ state: 'cancelled' });
    expect((await engine.call('GET', `/subscriber_exports/${id}`)).error_code).toBe('not_found');
    expect((await engine.call('GET', `/subscriber_exports/${other}`)).data).toMatchObject({ state: 'cancelled' });
    expect((await engine.call('GET', `/subscriber_exports/${id}/file`)).error_code).toBe('not_found');
    for (const each of [id, other]) expect(await storedOf(each)).toEqual({ tables: [], parts: 0 });
  });

  it('waits for its turn while as many exports of its organization are under way as may be', async () => {
    const { id, list, gate } = await hold();
    const second = await createExport(engine, list, COLUMNS);
    // Otherwise the third might ask for the last place first.
    await untilExport(engine, second, ({ state }) => state === 'exporting');
    const [third, fourth] = [await createExport(engine, list, COLUMNS), await createExport(engine, list, COLUMNS)];
    for (const waiting of [third, fourth]) {
      await vi.waitFor(async () => {
        const { rows } = await engine.pool.query('select turn_asked_at from subscriber_exports where id = $1', [
          waiting,
        ]);
        expect(rows).toEqual([{ turn_asked_at: expect.any(Date) }]);
      }, PATIENCE);
    }
    expect((await engine.call('GET', `/subscriber_exports/${third}`)).data).toMatchObject({ state: 'idle' });
    const { data } = await engine.call('POST', `/subscriber_exports/${fourth}/cancel`);
    expect(data).toMatchObject({ state: 'cancelled', started_at: null });
    await gate.open();
    for (const each of [id, second, third]) {
      expect(await untilExportEnded(engine, each)).toMatchObject({ state: 'finished' });
    }
  });

  describe('to the maintenance', () => {
    it('is started when it has no workflow', async () => {
      const { list, expected } = await fill();
      const done = await createExport(engine, list, COLUMNS);
      await untilExportEnded(engine, done);
      const { rows } = await engine.pool.query<{ id: number }>(
        `insert into subscriber_exports (organization_id, mailing_list_id, name, options, file_retention_ms, created_at)
         select organization_id, mailing_list_id, name, options, file_retention_ms, now() - interval '1 hour'
           from subscriber_exports where id = $1 returning id`,
        [done],
      );
      await maintain(engine.temporal, 'reconcile');
      expect(await fileOf(rows[0]?.id ?? 0)).toBe(expected);
    });

    it('has failed when its workflow was ended, and leaves nothing', async () => {
      const { id, gate } = await hold();
      await workflowOf(id).terminate('tested');
      await gate.open();
      await engine.pool.query(`update subscriber_exports set created_at = now() - interval '1 hour' where id = $1`, [
        id,
      ]);
      await maintain(engine.temporal, 'reconcile');
      expect((await engine.call('GET', `/subscriber_exports/${id}`)).data).toMatchObject({
        state: 'failed',
        error_message: expect.stringContaining('ended from outside'),
      });
      await vi.waitFor(async () => {
        await maintain(engine.temporal, 'purge');
        expect(await storedOf(id)).toEqual({ tables: [], parts: 0 });
      }, PATIENCE);
    });

    it('loses its file when the retention is over', async () => {
      const { list } = await fill();
      const id = await createExport(engine, list, COLUMNS);
      await untilExportEnded(engine, id);
      await workflowOf(id).result();
      await engine.pool.query(`update subscriber_exports set finished_at = now() - interval '8 days' where id = $1`, [
        id,
      ]);
      await maintain(engine.temporal, 'purge');
      expect(await storedOf(id)).toEqual({ tables: [], parts: 0 });
      expect((await engine.call('GET', `/subscriber_exports/${id}`)).data).toMatchObject({ state: 'finished' });
    });
  });

  const workflowOf = (id: number) => engine.temporal.workflow.getHandle(`subscriber-export/${id}`);

  let lists = 0;

  /** A list, and the file that an export of it is. */
  async function fill(): Promise<{ list: number; expected: string }> {
    const list = await createList(engine, `Disturbed ${lists++}`, [{ name: 'City', field_type: 'text' }]);
    const { data: fields } = await engine.call('GET', `/mailing_lists/${list}/custom_fields`);
    await engine.pool.query(
      `insert into subscribers (mailing_list_id, key, email, custom_fields)
       select $1, address, address, jsonb_build_object($2::text, 'City, ' || i)
         from generate_series(1, $3::integer) i, lateral (select 'p' || i || '@example.com' as address) named`,
      [list, String(fields[0].id), ROWS],
    );
    const lines = Array.from({ length: ROWS }, (_, i) => `p${i + 1}@example.com,"City, ${i + 1}"\n`).sort();
    return { list, expected: `email,City\n${lines.join('')}` };
  }

  /** An export that is held in the middle of its file. */
  async function hold(): Promise<{ list: number; id: number; gate: Gate; expected: string }> {
    const filled = await fill();
    const gate = await createGate(engine, WRITING);
    const id = await createExport(engine, filled.list, COLUMNS);
    // Its state may still be `estimating`: the record of the next one waits for the row, which the held part has locked.
    await gate.reached();
    return { ...filled, id, gate };
  }

  async function fileOf(id: number): Promise<string> {
    expect(await untilExportEnded(engine, id)).toMatchObject({ state: 'finished', error_message: null });
    // The snapshot is dropped after the end.
    await workflowOf(id).result();
    return engine.text(`/subscriber_exports/${id}/file`);
  }

  /** Stored data of an export: its snapshot, and as many files as parts. */
  async function storedOf(id: number): Promise<{ tables: string[]; parts: number }> {
    const { rows } = await engine.pool.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'staging' and tablename = $1`,
      [`export_${id}`],
    );
    const parts = [];
    for await (const key of engine.app.files.list(exportPrefix(await fileOwner(engine.pool, id, 'subscriber_exports'))))
      parts.push(key);
    const ledger = await engine.pool.query<{ n: number }>(
      'select count(*) as n from export_parts where subscriber_export_id = $1',
      [id],
    );
    expect(parts).toHaveLength(ledger.rows[0]?.n ?? -1);
    return { tables: rows.map(({ name }) => name), parts: parts.length };
  }
});
