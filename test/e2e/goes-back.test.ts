import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createExport, untilExportEnded } from '../support/exports.ts';
import { emailsOf, untilEnded, untilImport } from '../support/imports.ts';
import { maintain } from '../support/maintenance.ts';
import { addListOf } from './support/deleted-lists.ts';
import { createGate } from './support/gate.ts';
import { copy, goBack } from './support/older-database.ts';
import { command, EXPECTED_STATS, holdImport, MANY_PIECES, MERGING, stagingTables } from './support/staged-import.ts';
import type { HeldImport } from './support/staged-import.ts';

/** Simulated restore or failover: the database lacks the last steps of a job. */
describe('a job whose database went back', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine(MANY_PIECES);
  });
  afterAll(() => engine.stop());

  it('goes back itself: an import that had merged all and was settling', async () => {
    const held = await pausedImport();
    const backup = await copy(engine);
    const settling = await createGate(engine, {
      before: 'update',
      on: 'subscribers',
      when: `new.status = 'deactivated'`,
    });
    await command(engine, held, 'unpause');
    await settling.reached();
    await goBack(engine, backup);

    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
    expect(await emailsOf(engine, held.listId)).toHaveLength(341);
    expect(await commandsOf(held)).toContain('restart');
  });

  it('goes back itself while others are alive: each of two imports that were settling', async () => {
    const both = [await pausedImport(), await pausedImport()];
    const backup = await copy(engine);
    const settling = await createGate(engine, {
      before: 'update',
      on: 'subscribers',
      when: `new.status = 'deactivated'`,
    });
    for (const held of both) await command(engine, held, 'unpause');
    await settling.reached(both.length);
    await goBack(engine, backup);

    for (const held of both) {
      expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
      expect(await commandsOf(held)).toContain('restart');
    }
  });

  it('goes back itself, and stays paused: an import', async () => {
    const held = await pausedImport();
    const backup = await copy(engine);
    await command(engine, held, 'unpause');
    const settling = await createGate(engine, {
      before: 'update',
      on: 'subscribers',
      when: `new.status = 'deactivated'`,
    });
    await settling.reached();
    await command(engine, held, 'pause');
    await goBack(engine, backup);

    await untilImport(engine, held.id, ({ state }) => state === 'paused');
    await command(engine, held, 'unpause');
    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
  });

  it.each([
    ['', false],
    [', and what was staged, as on a promoted standby', true],
  ])('goes on when its end was lost%s: an import', async (_, losesStaging) => {
    const held = await pausedImport();
    const backup = await copy(engine);
    await command(engine, held, 'unpause');
    await untilEnded(engine, held.id);
    await engine.temporal.workflow.getHandle(held.workflowId).result();
    await goBack(engine, backup);
    if (losesStaging) await loseStaging(held);
    await olderThanGrace(held);
    await maintain(engine.temporal, 'reconcile');

    await vi.waitFor(async () => command(engine, held, 'unpause'), { timeout: 30_000, interval: 200 });
    expect(await untilEnded(engine, held.id)).toMatchObject({
      state: 'finished',
      error_message: null,
      stats: EXPECTED_STATS,
    });
    expect(await emailsOf(engine, held.listId)).toHaveLength(341);
  });

  it('goes back itself from the clean-up at its end: an import', async () => {
    const held = await pausedImport();
    const backup = await copy(engine);
    const reader = await engine.pool.connect();
    // Holds the clean-up, which drops the table, until the database is gone, and this session with it.
    await reader.query(`begin; select from staging.import_${held.id} limit 0`);
    await command(engine, held, 'unpause');
    await untilEnded(engine, held.id);
    await vi.waitFor(async () => expect(await waitingForTables()).toBe(1), { timeout: 30_000, interval: 50 });
    await goBack(engine, backup);
    reader.release(true);

    await untilImport(engine, held.id, ({ state }) => state !== 'paused');
    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
  });

  it('goes back itself: an export', async () => {
    const list = await addListOf(engine, 'Exported', 4_000);
    const first = await createGate(engine, { before: 'update', on: 'export_parts', when: 'new.part_number = 2' });
    const id = await createExport(engine, list);
    await first.reached();
    const backup = await copy(engine);
    await goBack(engine, backup);

    expect(await untilExportEnded(engine, id)).toMatchObject({ state: 'finished' });
    const lines = (await engine.text(`/subscriber_exports/${id}/file`)).trim().split('\n');
    expect([lines.length, new Set(lines).size]).toEqual([4_001, 4_001]);
  });

  /** An import that has merged a part of its chunks. */
  async function pausedImport(): Promise<HeldImport> {
    const held = await holdImport(engine, MERGING);
    const paused = command(engine, held, 'pause');
    await held.release();
    await paused;
    await untilImport(engine, held.id, ({ state }) => state === 'paused');
    return held;
  }

  async function waitingForTables(): Promise<number> {
    const { rows } = await engine.pool.query(
      `select from pg_locks where locktype = 'relation' and not granted
          and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows.length;
  }

  /** Empties the UNLOGGED tables of an import. */
  async function loseStaging({ id }: HeldImport): Promise<void> {
    for (const table of await stagingTables(engine, id)) await engine.pool.query(`truncate staging.${table}`);
  }

  async function commandsOf({ id }: HeldImport): Promise<string[]> {
    const { data } = await engine.call('GET', `/subscriber_imports/${id}/activity`);
    return data.map((entry: { command: string }) => entry.command);
  }

  /** The reconciliation leaves rows alone that are younger than some seconds. */
  async function olderThanGrace({ id }: HeldImport): Promise<void> {
    await engine.pool.query(
      `update subscriber_imports set created_at = created_at - interval '1 minute' where id = $1`,
      [id],
    );
  }
});
