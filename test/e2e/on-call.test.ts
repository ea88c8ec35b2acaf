import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { commandJob } from '../support/commands.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { refuse } from '../support/refuse.ts';
import { createList, emailsOf, succeed, untilEnded, untilImport } from '../support/imports.ts';
import { openDrill, PATIENCE, stallImport } from './support/on-call-drill.ts';
import type { Drill } from './support/on-call-drill.ts';
import { DRILLS } from './support/on-call-page.ts';
import type { OnCallDocument } from './support/on-call-page.ts';
import { DOWNLOADING, holdImport, MANY_PIECES, MERGING } from './support/staged-import.ts';

describe('each page of docs/on-call.md', () => {
  let engine: TestEngine;
  let drill: Drill;
  let page: OnCallDocument;
  beforeAll(async () => {
    engine = await startTestEngine(MANY_PIECES);
    drill = await openDrill(engine);
    page = drill.page;
  });
  afterAll(() => engine.stop());

  it('begins with lists of what there is, and a look at once', async () => {
    const held = await holdImport(engine, MERGING);
    expect(await page.run('Begin here', 0)).toMatch(new RegExp(`^${held.id} +subscriber_import .* importing`, 'm'));
    expect(await page.run('Begin here', 1, { importId: held.id })).toContain(`subscriber-import/${held.id}: importing`);
    await page.run('Begin here', 2);
    await held.release();
    await drill.expectUndisturbed(held);
  });

  it('begins with an examination, the address of Temporal for its own commands, and a file for support', async () => {
    expect(await page.run('Begin here', 3)).toMatch(/^ok +workers +Workers that poll: 1\.$/m);
    const { temporalAddress, temporalNamespace } = engine.config;
    const line = page.command('Begin here', 4).replace(/^export /, 'echo ');
    const { stdout } = await promisify(execFile)('bash', ['-c', line], { env: await page.environment() });
    expect(stdout).toBe(`TEMPORAL_ADDRESS=${temporalAddress} TEMPORAL_NAMESPACE=${temporalNamespace}\n`);
    const file = (await page.run('Begin here', 5)).trim();
    onTestFinished(() => rm(file));
    expect(file).toMatch(/^sluice-support-\d{8}T\d{6}Z\.json\.gz$/);
  });

  it.each(['Temporal down', 'Calls fail', 'Mail server down', 'FTP server gone', 'Redis down or full'] as const)(
    '%s: is examined',
    async (title) => {
      expect(await page.run(title, 0)).toMatch(/^ok +temporal +Temporal \d/m);
    },
  );

  describe('Stalled', () => {
    it.each([
      { how: 'retries', nth: 0, added: 300 },
      { how: 'retries by signal', nth: 3, added: 300 },
    ])('$how once the reason is mended', async ({ nth, added }) => {
      const { id, listId, heal } = await stallImport(engine);
      expect(await page.run('Begin here', 1, { importId: id })).toMatch(
        /stalled[^]*poison_chunk: The chunk \d+ failed/,
      );
      await heal();
      await page.run('Stalled', nth, { importId: id });
      expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished', stats: { subscribers: { added } } });
      expect(await emailsOf(engine, listId)).toHaveLength(added);
    });

    it('gives the chunk up', async () => {
      const { id, heal } = await stallImport(engine);
      await page.run('Stalled', 1, { importId: id });
      const { state, stats } = await untilEnded(engine, id);
      expect([state, stats.subscribers.added + stats.subscribers.failed]).toEqual(['finished', 300]);
      expect(stats.subscribers.failed).toBeGreaterThan(0);
      await heal();
    });

    it('fails with a reason, and goes on as a failed import does', async () => {
      const { id, heal } = await stallImport(engine);
      await page.run('Stalled', 2, { importId: id });
      const error_message = 'The customer sends another file.';
      expect(await untilEnded(engine, id)).toMatchObject({ state: 'failed', error_message });
      expect(await page.run('Begin here', 1, { importId: id })).toContain(`npx sluice job ${id} restart`);
      await heal();
      await page.run('Failed', 0, { importId: id });
      expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished', stats: { subscribers: { added: 300 } } });
    });
  });

  it('Failed: sweeps a terminated workflow, and restarts it from Temporal', async () => {
    const held = await holdImport(engine, MERGING);
    await drill.workflow(held.id).terminate('an accident');
    await engine.pool.query(`update subscriber_imports set created_at = now() - interval '1 hour' where id = $1`, [
      held.id,
    ]);
    await page.run('Failed', 2);
    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'failed' });
    await held.release();
    await page.run('Failed', 1, { importId: held.id });
    await untilImport(engine, held.id, ({ state }) => state === 'finished');
    await drill.expectUndisturbed(held);
  });

  it('Slow: holds an import, and lets it go on', async () => {
    const held = await holdImport(engine, MERGING);
    await page.run('Slow', 0, { importId: held.id });
    expect((await engine.call('GET', `/subscriber_imports/${held.id}`)).data.state).toBe('paused');
    await held.release();
    await page.run('Slow', 1, { importId: held.id });
    await drill.expectUndisturbed(held);
  });

  it('Paused: names who paused an import, and resumes it', async () => {
    const held = await holdImport(engine, MERGING);
    await commandJob(engine, `/subscriber_imports/${held.id}/pause`);
    expect(await page.run('Begin here', 1, { importId: held.id })).toMatch(
      new RegExp(`Paused by a command at .* UTC \\(API key .*\\)\\.\n  To resume: npx sluice job ${held.id} unpause`),
    );
    await held.release();
    await page.run('Paused', 0, { importId: held.id });
    await drill.expectUndisturbed(held);
  });

  it('Stuck downloading: cancels', async () => {
    const held = await holdImport(engine, DOWNLOADING);
    await page.run('Stuck downloading', 0, { importId: held.id });
    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'cancelled' });
  });

  it('History too long: begins an empty one', async () => {
    const held = await holdImport(engine, MERGING);
    const before = await drill.workflow(held.id).describe();
    await page.run('History too long', 0, { importId: held.id });
    await untilEnded(engine, held.id);
    await held.release();
    await page.run('History too long', 1, { importId: held.id });
    await drill.expectUndisturbed(held);
    expect((await drill.workflow(held.id).describe()).runId).not.toBe(before.runId);
  });

  it('A list deletion is stalled: is named, and retried', async () => {
    const list = await createList(engine, 'Refused deletion');
    await engine.pool.query(`insert into subscribers (mailing_list_id, key, email) values ($1, 'a@x.io', 'a@x.io')`, [
      list,
    ]);
    const accept = await refuse(engine.pool, {
      before: 'delete',
      on: 'subscribers',
      when: `old.mailing_list_id = ${list}`,
      sqlstate: '23000',
    });
    await deleteList(list);
    const deletion = engine.temporal.workflow.getHandle(`list-deletion/${list}`);
    await vi.waitFor(
      async () => expect(await deletion.query('jobView')).toMatchObject({ health: 'stalled' }),
      PATIENCE,
    );
    expect(await page.run('Begin here', 0)).toMatch(
      new RegExp(`list-deletion/${list} .*deleting_subscribers, stalled`),
    );
    await accept();
    await page.run('A list deletion is stalled', 0, { listId: list });
    expect(await deletion.result()).toMatchObject({ state: 'finished' });
  });

  it('has no command that was not tried', () => {
    expect(page.untried('on-call.test.ts')).toEqual([]);
    expect(page.titles).toEqual(expect.arrayContaining(Object.values(DRILLS).flat()));
    expect(page.titles).toHaveLength(Object.values(DRILLS).flat().length);
  });

  async function deleteList(listId: number): Promise<void> {
    const path = `/mailing_lists/${listId}`;
    const { data } = succeed(await engine.call('GET', `${path}/delete_confirmation_code`));
    succeed(await engine.call('DELETE', `${path}/confirmed/${data.delete_confirmation_code}`));
  }
});
