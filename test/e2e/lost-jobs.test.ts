import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commandJob } from '../support/commands.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createExport, untilExportEnded } from '../support/exports.ts';
import { createImport, createList, emailsOf, succeed, untilEnded, untilImport } from '../support/imports.ts';
import { maintain } from '../support/maintenance.ts';
import { untilSuppressed } from '../support/suppressions.ts';
import { createGate } from './support/gate.ts';
import { addListOf, countOf, holdDeletion } from './support/deleted-lists.ts';
import { expectSuppressed, holdSuppression } from './support/held-suppression.ts';
import { command, EXPECTED_STATS, holdImport, MANY_PIECES, MERGING, STAGING } from './support/staged-import.ts';

const CSV = 'email\nann@example.com\n';

/** Simulated loss of Temporal's data, as when they are removed or replaced by those of an earlier time. */
describe('jobs that Temporal no longer knows', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine(MANY_PIECES);
  });
  afterAll(() => engine.stop());

  it.each([STAGING, MERGING])('go on from their ledger: an import while $name', async (place) => {
    const held = await holdImport(engine, place);
    await forget(held.workflowId);
    await reconcile();
    await held.release();

    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
    expect(await emailsOf(engine, held.listId)).toHaveLength(341);
    expect(await commandsOf(held.id)).toContain('restart');
  });

  it('go on from their ledger: an export', async () => {
    const list = await addListOf(engine, 'Exported', 4_000);
    const gate = await createGate(engine, { before: 'update', on: 'export_parts', when: 'new.part_number = 2' });
    const id = await createExport(engine, list);
    await gate.reached();
    await forget(`subscriber-export/${id}`);
    await reconcile();
    await gate.open();

    expect(await untilExportEnded(engine, id)).toMatchObject({ state: 'finished' });
    const lines = (await engine.text(`/subscriber_exports/${id}/file`)).trim().split('\n');
    expect([lines.length, new Set(lines).size]).toEqual([4_001, 4_001]);
  });

  it('go on from their ledger: an import of suppressed addresses', async () => {
    const { id, gate } = await holdSuppression(engine);
    await forget(`suppressed-address-import/${id}`);
    await reconcile();
    await gate.open();

    await expectSuppressed(engine, id);
    const { data } = await engine.call('GET', `/suppressed_address_imports/${id}/activity`);
    expect(data.map((entry: { command: string }) => entry.command)).toContain('restart');
  });

  it('stay paused, and go on when they are told to', async () => {
    const held = await holdImport(engine, MERGING);
    await command(engine, held, 'pause');
    await forget(held.workflowId);
    await held.release();
    await reconcile();

    await untilKnown(held.workflowId);
    await untilImport(engine, held.id, ({ state }) => state === 'paused');
    await command(engine, held, 'unpause');
    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
  });

  it('stay paused: the deletion of a list', async () => {
    const { list, gate } = await holdDeletion(engine, deleteList);
    await commandJob(engine, `/mailing_lists/${list}/deletion/pause`);
    await forget(`list-deletion/${list}`);
    await gate.open();
    await reconcile();

    await untilKnown(`list-deletion/${list}`);
    await vi.waitFor(async () => {
      expect((await engine.call('GET', `/mailing_lists/${list}/deletion`)).data.state).toBe('paused');
    }, PATIENCE);
    expect(await countOf(engine, list)).toBeGreaterThan(0);
    await commandJob(engine, `/mailing_lists/${list}/deletion/unpause`);
    await engine.temporal.workflow.getHandle(`list-deletion/${list}`).result();
    expect(await countOf(engine, list)).toBe(0);
  });

  describe('with LOST_JOBS=fail', () => {
    beforeAll(async () => {
      await engine.stopWorker();
      await engine.startWorker({ lostJobs: 'fail' });
    });

    it('fail with a sentence when they had begun', async () => {
      const held = await holdImport(engine, MERGING);
      await forget(held.workflowId);
      await held.release();
      await reconcile();

      expect(await untilEnded(engine, held.id)).toMatchObject({
        state: 'failed',
        error_message: 'Temporal no longer knows the workflow of this import.',
      });
    });

    it('fail with a sentence when they had begun: an import of suppressed addresses', async () => {
      const { id, gate } = await holdSuppression(engine);
      await forget(`suppressed-address-import/${id}`);
      await gate.open();
      await reconcile();

      expect(await untilSuppressed(engine, id)).toMatchObject({
        state: 'failed',
        error_message: 'Temporal no longer knows the workflow of this import.',
      });
    });

    it('start again when they had not', async () => {
      const begins_at = new Date(Date.now() + 3_600_000).toISOString();
      const id = await createImport(engine, await createList(engine, 'Scheduled'), CSV, { begins_at });
      await forget(`subscriber-import/${id}`);
      await reconcile();

      await untilKnown(`subscriber-import/${id}`);
      expect((await engine.call('GET', `/subscriber_imports/${id}`)).data.state).toBe('scheduled');
      expect(await commandsOf(id)).not.toContain('restart');
    });
  });

  async function forget(workflowId: string): Promise<void> {
    const { namespace } = engine.temporal.options;
    const workflowExecution = { workflowId };
    await engine.temporal.workflowService.deleteWorkflowExecution({ namespace, workflowExecution });
    await vi.waitFor(async () => expect(await isKnown(workflowId)).toBe(false), PATIENCE);
  }

  /** Rows younger than some seconds are left alone. */
  async function reconcile(): Promise<void> {
    for (const table of JOB_TABLES) {
      await engine.pool.query(`update ${table} set created_at = now() - interval '1 minute'`);
    }
    await maintain(engine.temporal, 'reconcile');
  }

  async function untilKnown(workflowId: string): Promise<void> {
    await vi.waitFor(async () => expect(await isKnown(workflowId)).toBe(true), PATIENCE);
  }

  async function isKnown(workflowId: string): Promise<boolean> {
    const found = await engine.temporal.workflow
      .getHandle(workflowId)
      .describe()
      .catch(() => null);
    return found !== null;
  }

  async function commandsOf(importId: number): Promise<string[]> {
    const { data } = await engine.call('GET', `/subscriber_imports/${importId}/activity`);
    return data.map((entry: { command: string }) => entry.command);
  }

  async function deleteList(list: number): Promise<void> {
    const { data } = succeed(await engine.call('GET', `/mailing_lists/${list}/delete_confirmation_code`));
    succeed(await engine.call('DELETE', `/mailing_lists/${list}/confirmed/${data.delete_confirmation_code}`));
  }
});

const JOB_TABLES = ['subscriber_imports', 'subscriber_exports', 'suppressed_address_imports', 'list_deletions'];

const PATIENCE = { timeout: 30_000, interval: 50 };
