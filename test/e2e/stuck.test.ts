import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, symlink, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { jobFolder } from '../../engine/files/job-folder.ts';
import { serve } from '../engine/files/serve.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { fileOwner } from '../support/file-owner.ts';
import { createImport, createList, emailsOf, untilEnded } from '../support/imports.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { mountSmallDisk, NO_SMALL_DISK } from '../support/small-disk.ts';
import type { SmallDisk } from '../support/small-disk.ts';
import { openDrill, PATIENCE } from './support/on-call-drill.ts';
import type { Drill } from './support/on-call-drill.ts';
import type { OnCallDocument } from './support/on-call-page.ts';
import { startRoleProcess } from './support/role-process.ts';
import { heldActivity, holdImport, MANY_PIECES, MERGING, STAGING } from './support/staged-import.ts';

describe('each page of docs/on-call.md about what holds a job up from outside', () => {
  let engine: TestEngine;
  let drill: Drill;
  let page: OnCallDocument;
  beforeAll(async () => {
    engine = await startTestEngine(MANY_PIECES);
    drill = await openDrill(engine);
    page = drill.page;
  });
  afterAll(() => engine.stop());

  it('Worker gone: says so, and a worker goes on with what a lost one was at and with what waited', async () => {
    await engine.stopWorker();
    const worker = await startRoleProcess('worker', engine.config);
    const held = await holdImport(engine, MERGING);
    await worker.kill();
    await held.release();
    const waiting = await createImport(engine, await createList(engine, 'Waiting'), 'email\nann@example.com\n');

    expect(await page.run('Begin here', 1, { importId: waiting })).toMatch(
      /no_worker: .*\n +what to do: npx sluice worker\n/,
    );
    await drill.untilWatched(waiting, 'no_worker');
    // Its work is known to be lost when nothing was heard of it for ten seconds.
    await drill.untilSaid(held.id, /worker_lost: .*\n +what to do: npx sluice worker\n/);
    await drill.untilWatched(held.id, 'worker_lost');

    const started = await startCommand(page.command('Worker gone', 0));
    await drill.expectUndisturbed(held);
    expect(await untilEnded(engine, waiting)).toMatchObject({ state: 'finished' });
    await started.stop();
    await engine.startWorker();
  });

  it('API gone: starts one', async () => {
    const port = String(await lastingPort());
    const started = await startCommand(page.command('API gone', 0), { PORT: port });
    const health = () => fetch(`http://127.0.0.1:${port}/readyz`);
    await vi.waitFor(async () => expect((await health()).status).toBe(200), PATIENCE);
    await started.stop();
    await expect(health()).rejects.toThrow();
  });

  it('Postgres down: is named, and work goes on when it is back', async () => {
    const held = await holdImport(engine, MERGING);
    const database = new URL(engine.config.databaseUrl ?? '').pathname.slice(1);
    const admin = new pg.Client({ connectionString: inject('postgres').adminUrl });
    await admin.connect();
    await admin.query(`alter database ${database} allow_connections false`);
    await held.release();
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
    await drill.untilStuck(held, 'postgres_down');
    await admin.query(`alter database ${database} allow_connections true`);
    await admin.end();
    await page.run('Postgres down or full', 0, { importId: held.id });
    await drill.expectUndisturbed(held);
  });

  it('Postgres full: is named while rows are staged, and work goes on when there is room', async (context) => {
    const disk = await mountTablespace();
    if (disk === null) return context.skip(NO_SMALL_DISK);
    const database = new URL(engine.config.databaseUrl ?? '').pathname.slice(1);
    await engine.pool.query(`alter database ${database} set default_tablespace = ${disk.name}`);
    // Sessions that are open keep what they began with.
    await engine.stopWorker();
    await engine.startWorker();
    await disk.fill();
    const list = await createList(engine, 'No room to stage');
    // Without a settlement so small an import needs no staging tables.
    const settles = { deactivate_subscribers_not_in_import: true };
    const id = await createImport(engine, list, 'email\nann@example.com\n', settles);
    await drill.untilStuck({ id }, 'postgres_full');
    await disk.makeRoom();
    expect(await page.run('Postgres down or full', 0, { importId: id })).toContain(`subscriber-import/${id}`);
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished' });
    expect(await emailsOf(engine, list)).toEqual(['ann@example.com']);
    await drill.untilWell(id);
    await engine.pool.query(`alter database ${database} reset default_tablespace`);
    await engine.stopWorker();
    await engine.startWorker();
  });

  it('Postgres full: is named while subscribers are merged, and work goes on when there is room', async (context) => {
    const disk = await mountTablespace();
    if (disk === null) return context.skip(NO_SMALL_DISK);
    await engine.pool.query(`alter table subscribers set tablespace ${disk.name}`);
    // Empty pages, which earlier imports may have left, could take all rows of this one.
    await engine.pool.query('vacuum full subscribers');
    const held = await holdImport(engine, STAGING);
    await disk.fill();
    await held.release();
    await drill.untilStuck(held, 'postgres_full');
    await disk.makeRoom();
    await page.run('Postgres down or full', 0, { importId: held.id });
    await drill.expectUndisturbed(held);
  });

  it('File store down: is named, and work goes on when it is back', async () => {
    const server = await holdAnswers('email\nann@example.com\n');
    const list = await createList(engine, 'No files');
    const id = await createImport(engine, list, { type: 'url', url: server.url });
    // Nobody, not even root, may write there.
    const folder = join(engine.config.filesDir, jobFolder('imports', await fileOwner(engine.pool, id)));
    // Its settings are there.
    await rm(folder, { recursive: true });
    await symlink('/sys/kernel', folder);
    server.release();
    await drill.untilStuck({ id }, 'files_down');
    await unlink(folder);
    await page.run('File store down or full', 0, { importId: id });
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished' });
    expect(await emailsOf(engine, list)).toEqual(['ann@example.com']);
  });

  it('File store full: is named, and work goes on when there is room', async (context) => {
    const disk = await mountSmallDisk(await mkdtemp(join(tmpdir(), 'sluice-files-')), 1);
    if (disk === null) return context.skip(NO_SMALL_DISK);
    onTestFinished(() => unmount(disk));
    await engine.stopWorker();
    await engine.startWorker({ filesDir: join(disk.dir, 'files') });
    await disk.fill();
    const server = await holdAnswers('email\nann@example.com\n');
    server.release();
    const list = await createList(engine, 'No room for files');
    const id = await createImport(engine, list, { type: 'url', url: server.url });
    await drill.untilStuck({ id }, 'files_full');
    await disk.makeRoom();
    expect(await page.run('File store down or full', 0, { importId: id })).toContain(`subscriber-import/${id}`);
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished' });
    expect(await emailsOf(engine, list)).toEqual(['ann@example.com']);
    await drill.untilWell(id);
    await engine.stopWorker();
    await engine.startWorker();
  });

  it('Lock wait: names who holds the lock, and ends that session', async () => {
    const held = await holdImport(engine, STAGING);
    const holder = await engine.pool.connect();
    holder.on('error', () => undefined);
    await holder.query(`set application_name = 'somebody at a console'; begin;
      select 1 from mailing_lists where id = ${held.listId} for update`);
    await held.release();
    await drill.untilStuck(held, 'lock_wait');
    const said = await page.run('Begin here', 1, { importId: held.id });
    expect(said).toMatch(/lock_wait: [^]*somebody at a console, idle in transaction/);
    await page.run('Lock wait', 0, { importId: held.id });
    const { data } = await engine.call('GET', `/subscriber_imports/${held.id}/activity`);
    expect(data.at(-1)).toMatchObject({ command: 'unblock', actor: { type: 'operator' } });
    await drill.expectUndisturbed(held);
    holder.release(true);
  });

  it.each([0, 1])('Paused activity: is named, and unpaused (%i)', async (nth) => {
    const held = await holdImport(engine, MERGING);
    const activityId = await heldActivity(engine, held);
    const activity = {
      namespace: engine.config.temporalNamespace,
      execution: { workflowId: held.workflowId },
      id: activityId,
    };
    await engine.temporal.workflowService.pauseActivity(activity);
    await drill.untilStuck(held, 'activity_paused');
    await page.run('Paused activity', nth, { importId: held.id, activityId });
    await held.release();
    await drill.expectUndisturbed(held);
  });

  it('has no command that was not tried', () => {
    expect(page.untried('stuck.test.ts')).toEqual([]);
  });

  /** A tablespace of two megabytes; its tables go home at the end of the test. */
  async function mountTablespace() {
    const { rows } = await engine.pool.query<{ data_directory: string }>('show data_directory');
    const { uid } = await stat(rows[0]?.data_directory ?? '');
    const disk = await mountSmallDisk(await mkdtemp(join(tmpdir(), 'sluice-tables-')), 2, uid);
    if (disk === null) return null;
    const name = `small_${Date.now()}`;
    await engine.pool.query(`create tablespace ${name} location '${disk.dir}'`);
    onTestFinished(async () => {
      await engine.pool.query('alter table subscribers set tablespace pg_default');
      await engine.pool.query(`drop tablespace ${name}`);
      await unmount(disk);
    });
    return { ...disk, name };
  }

  /** Starts a command that goes on until it is stopped. */
  async function startCommand(line: string, settings: Record<string, string> = {}): Promise<{ stop(): Promise<void> }> {
    const child = spawn('bash', ['-c', `exec ${line}`], {
      env: { ...(await page.environment()), ...settings },
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

async function unmount(disk: SmallDisk): Promise<void> {
  disk.remove();
  await rm(disk.dir, { recursive: true });
}

/** A server that sends nothing at all until it is released. */
async function holdAnswers(body: string) {
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  const { origin } = await serve((_, response) => void released.then(() => response.end(body)));
  return { url: `${origin()}/list.csv`, release };
}
