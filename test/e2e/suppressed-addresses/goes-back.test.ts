import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestEngine } from '../../support/engine.ts';
import { startTestEngine } from '../../support/engine.ts';
import { succeed } from '../../support/imports.ts';
import { maintain } from '../../support/maintenance.ts';
import { suppress, untilSuppressed, untilSuppression } from '../../support/suppressions.ts';
import { createGate } from '../support/gate.ts';
import { addressesToSuppress, expectSuppressed, holdSuppression, suppressing } from '../support/held-suppression.ts';
import { copy, goBack } from '../support/older-database.ts';

/** Simulated restore or failover: the database lacks the last steps of an import. */
describe('an import of suppressed addresses whose database went back', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine({ RANGE_BYTES: '8192' });
    await engine.upload('packed.csv', gzipSync(addressesToSuppress()));
  });
  afterAll(() => engine.stop());

  it('goes back itself, and counts each row once', async () => {
    const id = await pausedImport();
    const backup = await copy(engine);
    const later = await createGate(engine, suppressing(6));
    await command(id, 'unpause');
    await later.reached();
    await goBack(engine, backup);

    await expectSuppressed(engine, id);
    expect(await commandsOf(id)).toContain('restart');
  });

  it('goes back itself, and stays paused', async () => {
    const id = await pausedImport();
    const backup = await copy(engine);
    const later = await createGate(engine, suppressing(6));
    await command(id, 'unpause');
    await later.reached();
    await command(id, 'pause');
    await goBack(engine, backup);

    await untilSuppression(engine, id, ({ state }) => state === 'paused');
    await command(id, 'unpause');
    await expectSuppressed(engine, id);
  });

  it.each([
    ['', addressesToSuppress()],
    [', of a file that came packed', { type: 'upload_directory', filename: 'packed.csv' }],
  ])('continues when its end was lost%s', async (_, source) => {
    const id = await pausedImport(source);
    const backup = await copy(engine);
    await command(id, 'unpause');
    await expectSuppressed(engine, id);
    await result(id);
    await goBack(engine, backup);
    await reconcile();

    await vi.waitFor(() => command(id, 'unpause'), PATIENCE);
    await expectSuppressed(engine, id);
  });

  it('continues when its failure was lost', async () => {
    const id = await pausedImport();
    const backup = await copy(engine);
    succeed(await engine.call('POST', `/jobs/suppressed_address_import/${id}/fail`));
    expect(await untilSuppressed(engine, id)).toMatchObject({ state: 'failed' });
    await result(id);
    await goBack(engine, backup);
    await reconcile();

    await vi.waitFor(() => command(id, 'unpause'), PATIENCE);
    await expectSuppressed(engine, id);
  });

  it('keeps its source for 15 minutes after its end', async () => {
    await engine.upload('kept.csv', gzipSync(addressesToSuppress()));
    const id = await suppress(engine, { type: 'upload_directory', filename: 'kept.csv' });
    await expectSuppressed(engine, id);
    await result(id);
    await engine.pool.query(`update installation set kept_suppressions_removed_to = now() - interval '1 hour'`);
    await endedAgo(id, '14 minutes');
    await maintain(engine.temporal, 'purge');
    await maintain(engine.temporal, 'reconcile');
    expect((await filesOf(id)).sort()).toEqual(['packed', 'settings']);
    await endedAgo(id, '16 minutes');
    await maintain(engine.temporal, 'reconcile');
    expect(await filesOf(id)).toEqual([]);
  });

  /** An import that has imported a part of its ranges. */
  async function pausedImport(source?: string | Record<string, unknown>): Promise<number> {
    const { id, gate } = await holdSuppression(engine, source);
    await command(id, 'pause');
    await gate.open();
    await untilSuppression(engine, id, ({ state }) => state === 'paused');
    return id;
  }

  async function command(id: number, name: string): Promise<void> {
    succeed(await engine.call('POST', `/suppressed_address_imports/${id}/${name}`));
  }

  /** Rows younger than some seconds are left alone. */
  async function reconcile(): Promise<void> {
    await engine.pool.query(`update suppressed_address_imports set created_at = created_at - interval '1 minute'`);
    await maintain(engine.temporal, 'reconcile');
  }

  const endedAgo = (id: number, ago: string) =>
    engine.pool.query('update suppressed_address_imports set finished_at = now() - $2::interval where id = $1', [
      id,
      ago,
    ]);

  /** Names of the stored files of an import. */
  async function filesOf(id: number): Promise<string[]> {
    const files = [];
    for await (const key of engine.app.files.list('suppressions/')) files.push(key);
    return files.filter((key) => key.startsWith(`suppressions/${id}-`)).map((key) => key.split('/')[2] ?? '');
  }

  const result = (id: number) => engine.temporal.workflow.getHandle(`suppressed-address-import/${id}`).result();

  async function commandsOf(id: number): Promise<string[]> {
    const { data } = await engine.call('GET', `/suppressed_address_imports/${id}/activity`);
    return data.map((entry: { command: string }) => entry.command);
  }
});

const PATIENCE = { timeout: 30_000, interval: 200 };
