import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandJob } from '../support/commands.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { exportList } from '../support/exports.ts';
import { createImport, createList, succeed, untilEnded } from '../support/imports.ts';
import { maintain } from '../support/maintenance.ts';
import { runSluice } from '../support/sluice.ts';
import { undoImport, untilUndo, untilUndoEnded } from '../support/undos.ts';
import { createGate } from './support/gate.ts';
import { startRoleProcess } from './support/role-process.ts';

const people = (from: number, to: number, city: string) =>
  Array.from({ length: to - from }, (_, i) => `p${from + i}@example.com,${city}\n`).join('');
const BEFORE = `email,City\n${people(0, 400, 'Paris')}`;
const WRONG = `email,City\n${people(200, 4_000, 'Bergen')}`;
const MAPPING = { column_mapping: ['email', 'City'] };
const OVERWRITING = {
  ...MAPPING,
  ...{ overwrite: true, overwrite_what: { custom_fields: true }, deactivate_subscribers_not_in_import: true },
};
/** 3,800 rows, of which 200 change a subscriber; 200 others are deactivated. */
const TOTAL = 4_000;
const NONE = { restored_partly: 0, kept_changed: 0, kept_left: 0, kept_later: 0, gone: 0 };
const STATS = {
  ...{ number_of_subscribers: TOTAL, subscribers_undone: TOTAL },
  outcomes: { removed: 3_600, restored: 400, ...NONE },
  ...{ reactivated: 200, reactions_cancelled: 0, reactions_due: 0 },
};
/** A worker waits there inside the transaction of a slice, which is not committed. */
const UNDOING = { before: 'update', on: 'import_undos', when: 'new.progress_value > 1000' } as const;

let lists = 1;

describe('the undo of an import', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine({ RANGE_BYTES: '16384', CHUNK_ROWS: '300' });
  });
  afterAll(() => engine.stop());

  it('leaves the list as it was, after a dry run with the same counts, and is done once', async () => {
    const { list, before, wrong } = await importWrong();
    const after = await exportList(engine, list);
    expect(after).not.toBe(before);
    expect((await importOf(wrong)).undo_id).toBeNull();

    const counted = await undoImport(engine, wrong, { dryRun: true });
    expect(await untilUndoEnded(engine, counted)).toMatchObject({ state: 'finished', dry_run: true, stats: STATS });
    expect(await exportList(engine, list)).toBe(after);
    expect((await importOf(wrong)).undo_id).toBeNull();

    const id = await undoImport(engine, wrong);
    expect(await untilUndoEnded(engine, id)).toMatchObject({ state: 'finished', dry_run: false, stats: STATS });
    expect(await exportList(engine, list)).toBe(before);
    expect((await importOf(wrong)).undo_id).toBe(id);
    expect(lines(await engine.text(`/import_undos/${id}/logs/removed`))).toHaveLength(3_600);
    expect(lines(await engine.text(`/import_undos/${id}/logs/reactivated`)).sort()[0]).toBe('p0@example.com');
    expect((await engine.call('GET', `/import_undos/${id}/logs/kept_left`)).error_code).toBe('not_found');
    expect((await engine.call('GET', '/import_undos?page=0')).data).toMatchObject([{ id }, { id: counted }]);
    expect((await engine.call('GET', '/jobs/all?job_type=ImportUndo')).data[0]).toMatchObject({
      ...{ id, name: `Undo of import ${wrong}`, state: 'finished', progress_value: TOTAL, dry_run: false },
    });
    expect(await refusalOf(wrong)).toBe(`Import ${wrong} is undone by undo ${id}; an import is undone once.`);
  });

  it('is exact when the worker is killed in the middle', async () => {
    const { list, before, wrong } = await importWrong();
    await engine.stopWorker();
    const gate = await createGate(engine, UNDOING);
    const id = await undoImport(engine, wrong);
    const worker = await startRoleProcess('worker', engine.config);
    await gate.reached();
    await worker.kill();
    await gate.open();
    await engine.startWorker();
    expect(await untilUndoEnded(engine, id)).toMatchObject({ state: 'finished', stats: STATS });
    expect(await exportList(engine, list)).toBe(before);
  });

  it('undoes nothing while it is paused, and resumes where it was; another one is refused then', async () => {
    const { list, before, wrong } = await importWrong();
    const { id, paused } = await pauseInTheMiddle(wrong);
    expect(paused).toMatchObject({ state: 'paused', stats: { number_of_subscribers: TOTAL } });
    expect(paused.stats.subscribers_undone).toBeLessThan(TOTAL);
    expect((await engine.call('GET', `/import_undos/${id}`)).data).toMatchObject(paused);
    expect(await refusalOf(wrong)).toContain(`is undone by undo ${id}`);
    await commandJob(engine, `/import_undos/${id}/unpause`);
    expect(await untilUndoEnded(engine, id)).toMatchObject({ state: 'finished', stats: STATS });
    expect(await exportList(engine, list)).toBe(before);
    const { data: activity } = await engine.call('GET', `/import_undos/${id}/activity`);
    expect(activity.map(({ command }: { command: string }) => command)).toEqual(['create', 'pause', 'unpause']);
  });

  it('can be cancelled half-way, and what is left is undone by another one', async () => {
    const { list, before, wrong } = await importWrong();
    const { id } = await pauseInTheMiddle(wrong);
    const cancelled = (await commandJob(engine, `/import_undos/${id}/cancel`)).data;
    expect(cancelled.state).toBe('cancelled');
    expect((await importOf(wrong)).undo_id).toBeNull();

    const rest = await untilUndoEnded(engine, await undoImport(engine, wrong));
    expect(rest.stats.number_of_subscribers + cancelled.stats.subscribers_undone).toBe(TOTAL);
    expect(rest.stats.outcomes).toMatchObject(NONE);
    expect(await exportList(engine, list)).toBe(before);
  });

  it('is cancelled with its list, whose deletion leaves none of its logs', async () => {
    const { list, wrong } = await importWrong();
    const { id } = await pauseInTheMiddle(wrong);
    const { data } = succeed(await engine.call('GET', `/mailing_lists/${list}/delete_confirmation_code`));
    succeed(await engine.call('DELETE', `/mailing_lists/${list}/confirmed/${data.delete_confirmation_code}`));
    const deletion = engine.temporal.workflow.getHandle(`list-deletion/${list}`);
    expect(await deletion.result()).toMatchObject({ state: 'finished' });
    expect((await engine.call('GET', `/import_undos/${id}`)).data).toMatchObject({ state: 'cancelled' });
    expect(await countRows('import_undo_logs where import_undo_id = $1', id)).toBe(0);
    expect(await countRows('import_before_images where subscriber_import_id = $1', wrong)).toBe(0);
  });

  it('takes back what a failed import has written, which is then not restarted', async () => {
    const { list, before } = await importBefore();
    const gate = await createGate(engine, { before: 'update', on: 'import_chunks', when: 'new.chunk_number = 6' });
    const wrong = await createImport(engine, list, WRONG, OVERWRITING);
    await gate.reached();
    expect(await refusalOf(wrong)).toMatch(/is importing: wait for its end, or cancel it, and undo it then/);
    succeed(await engine.call('POST', `/jobs/subscriber_import/${wrong}/fail`, { reason: 'tested' }));
    await gate.open();
    expect((await untilEnded(engine, wrong)).state).toBe('failed');
    const id = await undoImport(engine, wrong);
    expect(await untilUndoEnded(engine, id)).toMatchObject({ state: 'finished' });
    expect(await exportList(engine, list)).toBe(before);
    expect((await engine.call('POST', `/jobs/subscriber_import/${wrong}/restart`)).error_message).toContain(
      `Import ${wrong} is undone by undo ${id}`,
    );
    await engine.temporal.workflow.getHandle(`import-undo/${id}`).result();
    const files = [];
    for await (const key of engine.app.files.list('imports/')) if (key.startsWith(`imports/${wrong}-`)) files.push(key);
    expect(files).toEqual([]);
  });

  it('keeps the logs of its import until it ends, and loses its own when their retention is over', async () => {
    const { wrong } = await importWrong();
    const { id } = await pauseInTheMiddle(wrong);
    await age('subscriber_imports', wrong);
    await maintain(engine.temporal, 'purge');
    expect(await countRows('import_before_images where subscriber_import_id = $1', wrong)).toBeGreaterThan(0);
    await commandJob(engine, `/import_undos/${id}/unpause`);
    expect(await untilUndoEnded(engine, id)).toMatchObject({ state: 'finished', stats: STATS });
    await age('import_undos', id);
    await maintain(engine.temporal, 'purge');
    expect(await countRows('import_before_images where subscriber_import_id = $1', wrong)).toBe(0);
    expect(await countRows('import_undo_logs where import_undo_id = $1', id)).toBe(0);
    expect((await engine.call('GET', `/import_undos/${id}`)).data).toMatchObject({ stats: STATS });
    expect(await countRows('organization_logs where bytes < 0 or undo_bytes < 0')).toBe(0);
  });

  it('is begun and watched on the command line', async () => {
    const { list, before, wrong } = await importWrong();
    const url = await engine.app.listen({ host: '127.0.0.1', port: 0 });
    const undo = (...args: readonly string[]) =>
      runSluice(['import:undo', String(wrong), ...args], { SLUICE_URL: url, SLUICE_API_KEY: engine.apiKey });
    const counted = await undo('--dry-run', '--watch');
    expect(counted).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\n$/) });
    expect(counted.stderr).toMatch(
      /4000 of 4000 subscribers[^]+Dry run \d+ is finished\.\n {2}removed +3600\n {2}restored +400\n {2}reactivated +200\n$/,
    );
    const { code, stdout } = await undo();
    expect(code).toBe(0);
    expect(await untilUndoEnded(engine, Number(stdout))).toMatchObject({ state: 'finished', stats: STATS });
    expect(await exportList(engine, list)).toBe(before);
    expect(await undo('--watch')).toMatchObject({ code: 1, stderr: expect.stringContaining('is undone once') });
  });

  it('is refused with a sentence for an import that has kept nothing, or is a dry run', async () => {
    const { list } = await importBefore();
    const without = await createImport(engine, list, WRONG, { ...OVERWRITING, undo: false });
    await untilEnded(engine, without);
    expect(await refusalOf(without)).toBe(
      `Import ${without} was created with "undo": false and kept nothing it could be undone by.`,
    );
    const dryRun = await createImport(engine, list, WRONG, { ...OVERWRITING, dry_run: true });
    await untilEnded(engine, dryRun);
    expect(await refusalOf(dryRun)).toContain('is a dry run');
  });

  async function importBefore() {
    const list = await createList(engine, `News ${lists++}`, [{ name: 'City', field_type: 'text' }]);
    const first = await createImport(engine, list, BEFORE, MAPPING);
    await untilEnded(engine, first);
    return { list, first, before: await exportList(engine, list) };
  }

  /** A list, its export, and an import that should not have been. */
  async function importWrong() {
    const { list, before } = await importBefore();
    const wrong = await createImport(engine, list, WRONG, OVERWRITING);
    expect(await untilEnded(engine, wrong)).toMatchObject({ state: 'finished' });
    return { list, before, wrong };
  }

  async function pauseInTheMiddle(importId: number) {
    const gate = await createGate(engine, UNDOING);
    const id = await undoImport(engine, importId);
    await gate.reached();
    await untilUndo(engine, id, ({ state }) => state === 'undoing');
    const paused = (await commandJob(engine, `/import_undos/${id}/pause`)).data;
    await gate.open();
    return { id, paused };
  }

  const lines = (text: string) => text.trim().split('\n');

  const importOf = async (id: number) => succeed(await engine.call('GET', `/subscriber_imports/${id}`)).data;

  async function refusalOf(importId: number): Promise<string | null> {
    const { error_code, error_message } = await engine.call('POST', `/subscriber_imports/${importId}/undo`);
    expect(error_code).toBe('validation_failed');
    return error_message;
  }

  async function countRows(from: string, ...values: readonly number[]): Promise<number> {
    const { rows } = await engine.pool.query<{ n: number }>(`select count(*)::int as n from ${from}`, [...values]);
    return rows[0]?.n ?? 0;
  }

  const age = (table: string, id: number) =>
    engine.pool.query(`update ${table} set finished_at = now() - interval '8 days' where id = $1`, [id]);
});
