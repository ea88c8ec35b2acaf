import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { SEARCH_ATTRIBUTES } from '../../engine/jobs/search-attributes.ts';
import { serve } from '../engine/files/serve.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, emailsOf, succeed, untilEnded, untilImport } from '../support/imports.ts';
import { openOnCallDocument } from './support/on-call-page.ts';
import type { OnCallDocument } from './support/on-call-page.ts';
import { startRoleProcess } from './support/role-process.ts';
import { DOWNLOADING, EXPECTED_STATS, holdImport, MANY_PIECES, MERGING, STAGING } from './support/staged-import.ts';
import type { HeldImport } from './support/staged-import.ts';

describe('each page of docs/on-call.md', () => {
  let engine: TestEngine;
  let page: OnCallDocument;
  beforeAll(async () => {
    engine = await startTestEngine(MANY_PIECES);
    page = openOnCallDocument(engine);
    // Each drill looks when its trouble has begun, instead of waiting for the schedule.
    for (const id of ['sluice-sweep', 'sluice-purge']) await engine.temporal.schedule.getHandle(id).pause();
  });
  afterAll(() => engine.stop());

  it('begins with lists of what there is, and a look at once', async () => {
    const held = await holdImport(engine, MERGING);
    expect(await page.run('Begin here', 0)).toMatch(new RegExp(`^${held.id} +subscriber_import .* importing`, 'm'));
    expect(await page.run('Begin here', 1, { importId: held.id })).toContain(`subscriber-import/${held.id}: importing`);
    await page.run('Begin here', 2);
    await held.release();
    await expectUndisturbed(held);
  });

  describe('Stalled', () => {
    it.each([
      { how: 'retries', nth: 0, added: 300 },
      { how: 'retries by signal', nth: 3, added: 300 },
    ])('$how once the reason is mended', async ({ nth, added }) => {
      const { id, listId, heal } = await stall();
      expect(await page.run('Begin here', 1, { importId: id })).toMatch(
        /stalled[^]*poison_chunk: The chunk \d+ could not/,
      );
      await heal();
      await page.run('Stalled', nth, { importId: id });
      expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished', stats: { subscribers: { added } } });
      expect(await emailsOf(engine, listId)).toHaveLength(added);
    });

    it('gives the chunk up', async () => {
      const { id, heal } = await stall();
      await page.run('Stalled', 1, { importId: id });
      const { state, stats } = await untilEnded(engine, id);
      expect([state, stats.subscribers.added + stats.subscribers.failed]).toEqual(['finished', 300]);
      expect(stats.subscribers.failed).toBeGreaterThan(0);
      await heal();
    });

    it('fails with a reason, and goes on as a failed import does', async () => {
      const { id, heal } = await stall();
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
    await workflow(held.id).terminate('an accident');
    await engine.pool.query(`update subscriber_imports set created_at = now() - interval '1 hour' where id = $1`, [
      held.id,
    ]);
    await page.run('Failed', 2);
    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'failed' });
    await held.release();
    await page.run('Failed', 1, { importId: held.id });
    await untilImport(engine, held.id, ({ state }) => state === 'finished');
    await expectUndisturbed(held);
  });

  it('Slow: holds an import, and lets it go on', async () => {
    const held = await holdImport(engine, MERGING);
    await page.run('Slow', 0, { importId: held.id });
    expect((await engine.call('GET', `/subscriber_imports/${held.id}`)).data.state).toBe('paused');
    await held.release();
    await page.run('Slow', 1, { importId: held.id });
    await expectUndisturbed(held);
  });

  it('Stuck downloading: cancels', async () => {
    const held = await holdImport(engine, DOWNLOADING);
    await page.run('Stuck downloading', 0, { importId: held.id });
    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'cancelled' });
  });

  it('Worker gone: says so, and a worker goes on with what a lost one was at and with what waited', async () => {
    await engine.stopWorker();
    const worker = await startRoleProcess('worker', engine.config);
    const held = await holdImport(engine, MERGING);
    await worker.kill();
    await held.release();
    const waiting = await createImport(engine, await createList(engine, 'Waiting'), 'email\nann@example.com\n');

    expect(await page.run('Begin here', 1, { importId: waiting })).toMatch(
      /no_worker: .*\n +what to do: npm run worker\n/,
    );
    // Its work is known to be lost when nothing was heard of it for ten seconds.
    await untilSaid(held.id, /worker_lost: .*\n +what to do: npm run worker\n/);

    const started = await startCommand(page.command('Worker gone', 0));
    await expectUndisturbed(held);
    expect(await untilEnded(engine, waiting)).toMatchObject({ state: 'finished' });
    await started.stop();
    await engine.startWorker();
  });

  it('Postgres down: is named, and work goes on when it is back', async () => {
    const held = await holdImport(engine, MERGING);
    const database = new URL(engine.config.databaseUrl ?? '').pathname.slice(1);
    const admin = new pg.Client({ connectionString: inject('postgres').adminUrl });
    await admin.connect();
    await admin.query(`alter database ${database} allow_connections false`);
    await held.release();
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
    await untilStuck(held, 'postgres_down');
    await admin.query(`alter database ${database} allow_connections true`);
    await admin.end();
    await page.run('Postgres down or full', 0, { importId: held.id });
    await expectUndisturbed(held);
  });

  it('Postgres full: is named, and work goes on when there is room', async () => {
    const held = await holdImport(engine, STAGING);
    await engine.pool.query(`
      create function be_full() returns trigger language plpgsql as $$
        begin
          raise exception 'could not extend file' using errcode = '53100';
        end $$;
      create trigger be_full before update on import_chunks for each row
        when (new.subscriber_import_id = ${held.id}) execute function be_full()`);
    await held.release();
    await untilStuck(held, 'postgres_full');
    await engine.pool.query('drop function be_full() cascade');
    expect(await page.run('Postgres down or full', 0, { importId: held.id })).toContain(`subscriber-import/${held.id}`);
    await expectUndisturbed(held);
  });

  it('File store down: is named, and work goes on when it is back', async () => {
    const server = await holdAnswers('email\nann@example.com\n');
    const list = await createList(engine, 'No files');
    const id = await createImport(engine, list, { type: 'url', url: server.url });
    // Nobody, not even root, may write there.
    const folder = join(engine.config.filesDir, 'imports', String(id));
    await mkdir(dirname(folder), { recursive: true });
    await symlink('/sys/kernel', folder);
    server.release();
    await untilStuck({ id }, 'files_down');
    await unlink(folder);
    await page.run('File store down or full', 0, { importId: id });
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished' });
    expect(await emailsOf(engine, list)).toEqual(['ann@example.com']);
  });

  it('Lock wait: names who holds the lock, and ends that session', async () => {
    const held = await holdImport(engine, STAGING);
    const holder = await engine.pool.connect();
    holder.on('error', () => undefined);
    await holder.query(`set application_name = 'somebody at a console'; begin;
      select 1 from mailing_lists where id = ${held.listId} for update`);
    await held.release();
    await untilStuck(held, 'lock_wait');
    const said = await page.run('Begin here', 1, { importId: held.id });
    expect(said).toMatch(/lock_wait: [^]*somebody at a console, idle in transaction/);
    await page.run('Lock wait', 0, { importId: held.id });
    await expectUndisturbed(held);
    holder.release(true);
  });

  it.each([0, 1])('Paused activity: is named, and unpaused (%i)', async (nth) => {
    const held = await holdImport(engine, MERGING);
    const described = await workflow(held.id).describe();
    const activityId = described.raw.pendingActivities?.[0]?.activityId ?? '';
    const activity = { namespace: 'default', execution: { workflowId: held.workflowId }, id: activityId };
    await engine.temporal.workflowService.pauseActivity(activity);
    await untilStuck(held, 'activity_paused');
    await page.run('Paused activity', nth, { importId: held.id, activityId });
    await held.release();
    await expectUndisturbed(held);
  });

  it('History too long: begins an empty one', async () => {
    const held = await holdImport(engine, MERGING);
    const before = await workflow(held.id).describe();
    await page.run('History too long', 0, { importId: held.id });
    await untilEnded(engine, held.id);
    await held.release();
    await page.run('History too long', 1, { importId: held.id });
    await expectUndisturbed(held);
    expect((await workflow(held.id).describe()).runId).not.toBe(before.runId);
  });

  it('A list deletion is stalled: is named, and retried', async () => {
    const list = await createList(engine, 'Refused deletion');
    await engine.pool.query(`insert into subscribers (mailing_list_id, key, email) values ($1, 'a@x.io', 'a@x.io')`, [
      list,
    ]);
    await engine.pool.query(`
      create function refuse_deletion() returns trigger language plpgsql as $$
        begin
          raise exception 'refused' using errcode = '23000';
        end $$;
      create trigger refuse_deletion before delete on subscribers for each row
        when (old.mailing_list_id = ${list}) execute function refuse_deletion()`);
    await deleteList(list);
    const deletion = engine.temporal.workflow.getHandle(`list-deletion/${list}`);
    await vi.waitFor(
      async () => expect(await deletion.query('jobView')).toMatchObject({ health: 'stalled' }),
      PATIENCE,
    );
    expect(await page.run('Begin here', 0)).toMatch(
      new RegExp(`list-deletion/${list} .*deleting_subscribers, stalled`),
    );
    await engine.pool.query('drop function refuse_deletion() cascade');
    await page.run('A list deletion is stalled', 0, { listId: list });
    expect(await deletion.result()).toMatchObject({ state: 'finished' });
  });

  it('has no command that was not tried', () => {
    // The page about bad deploys has a drill of its own (deploys.test.ts).
    expect(page.untried()).toEqual(['Bad deploy: npx sluice job 345']);
  });

  function workflow(id: number) {
    return engine.temporal.workflow.getHandle(`subscriber-import/${id}`);
  }

  /** Waits until the job, its current details and its search attributes name a cause, with the housekeeping of every half minute. */
  async function untilStuck({ id }: { readonly id: number }, cause: string): Promise<void> {
    await vi.waitFor(async () => {
      await engine.temporal.workflow.execute('diagnose', { taskQueue: 'sluice', workflowId: `diagnose-${id}` });
      expect(await workflow(id).query('jobView')).toMatchObject({ stuck: { cause } });
    }, PATIENCE);
    const { currentDetails } = await workflow(id).query<any>('__temporal_workflow_metadata');
    expect(currentDetails).toContain(`**Stuck (${cause}):**`);
    const { searchAttributes } = await workflow(id).describe();
    expect(searchAttributes).toMatchObject({ JobHealth: ['stuck'], StuckCause: [cause] });
    await untilSaid(id, new RegExp(`${cause}: `));
  }

  async function untilSaid(importId: number, pattern: RegExp): Promise<void> {
    await vi.waitFor(async () => expect(await page.run('Begin here', 1, { importId })).toMatch(pattern), PATIENCE);
  }

  async function expectUndisturbed({ id, listId }: HeldImport): Promise<void> {
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
    expect(await emailsOf(engine, listId)).toHaveLength(341);
    await vi.waitFor(async () => {
      const { typedSearchAttributes: attributes } = await workflow(id).describe();
      expect(attributes.get(SEARCH_ATTRIBUTES.jobHealth)).toBe('ok');
      expect(attributes.get(SEARCH_ATTRIBUTES.stuckCause) ?? null).toBeNull();
    }, PATIENCE);
  }

  /** An import of 300 rows of which Postgres refuses one. */
  async function stall() {
    const listId = await createList(engine, `Poisoned ${crypto.randomUUID()}`);
    await engine.pool.query(`
      create function refuse_${listId}() returns trigger language plpgsql as $$
        begin
          raise exception 'refused' using errcode = '22000';
        end $$;
      create trigger refuse_${listId} before insert on subscribers for each row
        when (new.mailing_list_id = ${listId} and new.key = 'p7@example.com') execute function refuse_${listId}()`);
    const csv = `email\n${Array.from({ length: 300 }, (_, i) => `p${i}@example.com\n`).join('')}`;
    const id = await createImport(engine, listId, csv);
    await vi.waitFor(
      async () => expect(await workflow(id).query('jobView')).toMatchObject({ health: 'stalled' }),
      PATIENCE,
    );
    const heal = () => engine.pool.query(`drop function if exists refuse_${listId}() cascade`);
    return { id, listId, heal };
  }

  async function deleteList(listId: number): Promise<void> {
    const path = `/mailing_lists/${listId}`;
    const { data } = succeed(await engine.call('GET', `${path}/delete_confirmation_code`));
    succeed(await engine.call('DELETE', `${path}/confirmed/${data.delete_confirmation_code}`));
  }

  /** Starts a command that goes on until it is stopped. */
  async function startCommand(line: string): Promise<{ stop(): Promise<void> }> {
    const child = spawn('bash', ['-c', `exec ${line}`], {
      env: await page.environment(),
      detached: true,
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    return {
      stop: async () => {
        process.kill(-(child.pid ?? 0), 'SIGTERM');
        await ended;
      },
    };
  }
});

const PATIENCE = { timeout: 60_000, interval: 250 };

/** A server that sends nothing at all until it is released. */
async function holdAnswers(body: string) {
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  const { origin } = await serve((_, response) => void released.then(() => response.end(body)));
  return { url: `${origin()}/list.csv`, release };
}
