import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { commandJob } from '../support/commands.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, emailsOf, succeed, untilEnded, untilImport } from '../support/imports.ts';
import { maintain } from '../support/maintenance.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import { countOf, holdDeletion } from './support/deleted-lists.ts';
import { createGate } from './support/gate.ts';
import { copy, goBack } from './support/older-database.ts';
import { command, EXPECTED_STATS, holdImport, MANY_PIECES, MERGING } from './support/staged-import.ts';

/** Simulated restore or failover: the database lacks the last steps of a job that is no import of subscribers. */
describe('a job whose database went back, of another kind:', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine(MANY_PIECES);
  });
  afterAll(() => engine.stop());

  describe('a list deletion', () => {
    it('goes back itself between two batches, and deletes all', async () => {
      const { list, backup } = await copiedDeletion();
      const deleting = await createGate(engine, {
        ...{ before: 'update', on: 'list_deletions', when: `old.subscribers_deleted < new.subscribers_deleted` },
      });
      await unpause(list);
      await deleting.reached();
      await goBack(engine, backup);

      await expectDeleted(list);
      expect(await commandsOf(`/mailing_lists/${list}/deletion`)).toContain('restart');
    });

    it('goes back itself, and stays paused', async () => {
      const { list, backup } = await copiedDeletion();
      const before = await countOf(engine, list);
      const deleting = await createGate(engine, {
        ...{ before: 'update', on: 'list_deletions', when: `old.subscribers_deleted < new.subscribers_deleted` },
      });
      await unpause(list);
      await deleting.reached();
      await commandJob(engine, `/mailing_lists/${list}/deletion/pause`);
      await goBack(engine, backup);

      await vi.waitFor(async () => expect(await stateOf(list)).toBe('paused'), PATIENCE);
      expect(await countOf(engine, list)).toBe(before);
      await unpause(list);
      await expectDeleted(list);
    });

    it('continues when its end was lost', async () => {
      const { list, backup } = await copiedDeletion();
      await unpause(list);
      await expectDeleted(list);
      await goBack(engine, backup);
      expect(await countOf(engine, list)).toBeGreaterThan(0);
      await reconcile();

      await vi.waitFor(() => unpause(list), PATIENCE);
      await expectDeleted(list);
    });

    /** A deletion that has deleted one batch and is paused, and a copy of the database as it is then. */
    async function copiedDeletion() {
      const { list, gate } = await holdDeletion(engine, deleteList);
      // The pause breaks off the batch that is held.
      await commandJob(engine, `/mailing_lists/${list}/deletion/pause`);
      await gate.open();
      return { list, backup: await copy(engine) };
    }

    const stateOf = async (list: number) => (await engine.call('GET', `/mailing_lists/${list}/deletion`)).data.state;

    async function unpause(list: number): Promise<void> {
      await commandJob(engine, `/mailing_lists/${list}/deletion/unpause`);
    }

    async function expectDeleted(list: number): Promise<void> {
      await vi.waitFor(async () => expect(await stateOf(list)).toBe('finished'), PATIENCE);
      expect((await engine.call('GET', `/mailing_lists/${list}/deletion`)).data.stats).toEqual({
        number_of_subscribers: 12_000,
        subscribers_deleted: 12_000,
      });
      expect(await countOf(engine, list)).toBe(0);
      await engine.temporal.workflow.getHandle(`list-deletion/${list}`).result();
    }
  });

  describe('a webhook endpoint', () => {
    it.each([
      ['while it waits to try again', false],
      ['after it had delivered all', true],
    ])('delivers again what it had delivered since, and drops nothing: %s', async (_, hasEnded) => {
      const receiver = await startWebhookReceiver();
      onTestFinished(() => receiver.close());
      receiver.answer(500);
      const body = { webhook_endpoint: { url: receiver.url } };
      const { id } = succeed(await engine.call('POST', '/webhook_endpoints', body)).data;
      onTestFinished(async () => void (await engine.call('DELETE', `/webhook_endpoints/${id}`)));
      await untilEnded(engine, await createImport(engine, await createList(engine, `Announced ${id}`), ONE));
      await receiver.untilRequested(2);
      const backup = await copy(engine);
      const lost = await deliveredSince(receiver, id as number, hasEnded);
      await goBack(engine, backup);
      expect(await waitingOf(id as number)).toBe(2);
      await reconcile();

      await engine.call('POST', `/jobs/webhook_endpoint/${id}/retry`);
      receiver.answer(204);
      await vi.waitFor(async () => expect(await waitingOf(id as number)).toBe(0), PATIENCE);
      const taken = receiver.taken().map((event) => event.id);
      expect(new Set(taken).size).toBe(2);
      expect(taken).toHaveLength(lost + 2);
      expect(receiver.faults()).toEqual([]);
    });

    /** Lets one event or all be delivered. @returns how many were */
    async function deliveredSince(
      receiver: Awaited<ReturnType<typeof startWebhookReceiver>>,
      id: number,
      all: boolean,
    ) {
      let taken = 0;
      receiver.answer(() => (all || taken++ === 0 ? 204 : 500));
      await engine.call('POST', `/jobs/webhook_endpoint/${id}/retry`);
      await vi.waitFor(async () => expect(await waitingOf(id)).toBe(all ? 0 : 1), PATIENCE);
      if (all) await engine.temporal.workflow.getHandle(`webhook-endpoint/${id}`).result();
      receiver.answer(500);
      return all ? 2 : 1;
    }

    const waitingOf = async (id: number) => (await engine.call('GET', `/webhook_endpoints/${id}`)).data.waiting;
  });

  describe('a dry run', () => {
    it.each([
      ['goes back itself', false],
      ['continues when its end was lost', true],
    ])('%s, counts as before, and an import starts of it', async (_, hasEnded) => {
      const held = await holdImport(engine, MERGING, { dry_run: true });
      const paused = command(engine, held, 'pause');
      await held.release();
      await paused;
      await untilImport(engine, held.id, ({ state }) => state === 'paused');
      const backup = await copy(engine);
      const last = await createGate(engine, { before: 'update', on: 'import_chunks', when: 'new.chunk_number >= 6' });
      await command(engine, held, 'unpause');
      if (hasEnded) {
        await last.open();
        await untilEnded(engine, held.id);
        await engine.temporal.workflow.getHandle(held.workflowId).result();
      } else {
        await last.reached();
      }
      await goBack(engine, backup);
      if (hasEnded) {
        await reconcile();
        await vi.waitFor(async () => command(engine, held, 'unpause'), PATIENCE);
      }

      expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
      expect(await emailsOf(engine, held.listId)).toHaveLength(2);
      const { id } = succeed(await engine.call('POST', `/subscriber_imports/${held.id}/start`)).data;
      expect(await untilEnded(engine, id as number)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
      expect(await emailsOf(engine, held.listId)).toHaveLength(341);
    });
  });

  /** The reconciliation leaves rows alone that are younger than some seconds. */
  async function reconcile(): Promise<void> {
    for (const table of ['subscriber_imports', 'list_deletions'])
      await engine.pool.query(`update ${table} set created_at = created_at - interval '1 minute'`);
    await engine.pool.query(`update webhook_events set at = at - interval '1 minute'`);
    await maintain(engine.temporal, 'reconcile');
  }

  async function commandsOf(path: string): Promise<string[]> {
    const { data } = await engine.call('GET', `${path}/activity`);
    return data.map((entry: { command: string }) => entry.command);
  }

  async function deleteList(list: number): Promise<void> {
    const { data } = succeed(await engine.call('GET', `/mailing_lists/${list}/delete_confirmation_code`));
    succeed(await engine.call('DELETE', `/mailing_lists/${list}/confirmed/${data.delete_confirmation_code}`));
  }
});

const ONE = 'email\nann@example.com\n';
const PATIENCE = { timeout: 60_000, interval: 200 };
