import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandJob } from '../../support/commands.ts';
import { startTestEngine } from '../../support/engine.ts';
import type { TestEngine } from '../../support/engine.ts';
import { succeed } from '../../support/imports.ts';
import { maintain } from '../../support/maintenance.ts';
import { suppress, suppressedAddresses, untilSuppressed, untilSuppression } from '../../support/suppressions.ts';
import { holdSuppression } from '../support/held-suppression.ts';
import { readLostJobs } from '../support/lost-jobs.ts';
import { copy, goBack } from '../support/older-database.ts';

const KIND = 'suppressed_address_import';
const PATIENCE = { timeout: 60_000, interval: 500 };
const textOf = (name: string) => `email\n${name}@example.com\n`;

describe('sluice reconcile --redo', () => {
  let engine: TestEngine;
  beforeEach(async () => {
    engine = await startTestEngine({ RANGE_BYTES: '8192' });
  });
  afterEach(() => engine.stop());

  it('creates lost imports of suppressed addresses again, each once, and says why it leaves the others', async () => {
    await untilSuppressed(engine, await suppress(engine, textOf('before')));
    await engine.upload('packed.csv', gzipSync(textOf('packed')));
    const backup = await copy(engine);
    await untilSuppressed(engine, await suppress(engine, textOf('text')));
    await untilSuppressed(engine, await suppress(engine, { type: 'upload_directory', filename: 'packed.csv' }));
    const { id: cancelled, gate } = await holdSuppression(engine);
    const cancel = engine.call('POST', `/suppressed_address_imports/${cancelled}/cancel`);
    await gate.open();
    succeed(await cancel);
    await untilSuppressed(engine, cancelled);
    await goBack(engine, backup);
    await engine.upload('packed.csv', '');
    // Takes the id of a lost one.
    await untilSuppressed(engine, await suppress(engine, textOf('other')));
    await maintain(engine.temporal, 'purge');

    await expect.poll(async () => (await lost()).length, PATIENCE).toBe(3);
    const redone = await lost('--redo');
    expect(redone.map(({ redo, reason }) => reason ?? redo).sort()).toEqual(['It was cancelled.', 'done', 'done']);
    const ids = redone.flatMap(({ redoneAs }) => redoneAs ?? []);
    for (const id of ids) {
      expect(await untilSuppressed(engine, id)).toMatchObject({ state: 'finished', stats: { added: 1 } });
      const { data } = await engine.call('GET', `/suppressed_address_imports/${id}/activity`);
      expect(data.map((entry: { command: string }) => entry.command)).toContain('create');
    }
    const again = (await lost('--redo')).flatMap(({ redoneAs }) => redoneAs ?? []);
    expect(ids).toEqual(expect.arrayContaining(again));
    const { rows } = await engine.pool.query('select count(*)::int as imports from suppressed_address_imports');
    expect(rows).toEqual([{ imports: 4 }]);
    const names = ['before', 'other', 'packed', 'text'];
    expect((await suppressedAddresses(engine)).sort()).toEqual(names.map((name) => `${name}@example.com`));
  });

  it('pauses one again that was paused', async () => {
    const backup = await copy(engine);
    const { id, gate } = await holdSuppression(engine);
    const pause = engine.call('POST', `/suppressed_address_imports/${id}/pause`);
    await gate.open();
    succeed(await pause);
    await goBack(engine, backup);

    await expect.poll(async () => (await lost()).length, PATIENCE).toBe(1);
    const [redone] = await lost('--redo');
    const again = redone?.redoneAs ?? 0;
    await untilSuppression(engine, again, ({ state }) => state === 'paused');
    await commandJob(engine, `/suppressed_address_imports/${again}/unpause`);
    expect(await untilSuppressed(engine, again)).toMatchObject({ state: 'finished', stats: { added: 3_600 } });
  });

  const lost = async (...options: string[]) =>
    (await readLostJobs(engine.config, ...options)).filter(({ kind }) => kind === KIND);
});
