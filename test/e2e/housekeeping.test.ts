import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { lastingPort } from '../support/lasting-port.ts';
import type { TestEngine } from '../support/engine.ts';
import { MAINTENANCE } from '../../workflows/names.ts';
import { maintain } from '../support/maintenance.ts';
import type { MaintenancePartName } from '../support/maintenance.ts';
import { startTestEngine } from '../support/engine.ts';
import { storedSourceKey } from '../support/file-owner.ts';
import { createImport, createList, emailsOf, untilEnded } from '../support/imports.ts';
import { startRoleProcess } from './support/role-process.ts';
import { command, contentOf, holdImport, MANY_PIECES, MERGING, stagingTables } from './support/staged-import.ts';

const CSV = 'email\nann@example.com\nnobody\n';

describe('housekeeping', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine(MANY_PIECES);
  });
  afterAll(() => engine.stop());

  describe('the sweep', () => {
    it('starts the import that a killed API left without a workflow', async () => {
      const list = await createList(engine, 'Killed API');
      const id = await killApiBeforeWorkflowStarts(list);
      expect(await isKnownToTemporal(id)).toBe(false);
      await age(id);

      await runBySignal('reconcile', async () => {
        expect(await detail(id)).toMatchObject({ state: 'finished', stats: { subscribers: { added: 1, failed: 1 } } });
      });

      expect(await emailsOf(engine, list)).toEqual(['ann@example.com']);
    });

    it('leaves alone a row so young that its request may be under way', async () => {
      const id = await insertWithoutWorkflow(await createList(engine, 'Young'));

      await sweep();

      expect(await isKnownToTemporal(id)).toBe(false);
      expect(await detail(id)).toMatchObject({ state: 'scheduled' });
    });

    it('leaves alone imports that are at work, paused or scheduled', async () => {
      const paused = await holdImport(engine, MERGING);
      await command(engine, paused, 'pause');
      const working = await holdImport(engine, MERGING);
      const begins_at = new Date(Date.now() + 3_600_000).toISOString();
      const scheduled = await createImport(engine, paused.listId, CSV, { begins_at });
      for (const id of [working.id, paused.id, scheduled]) await age(id);

      await sweep();

      const states = await Promise.all([working.id, paused.id, scheduled].map(async (id) => (await detail(id)).state));
      expect(states).toEqual(['importing', 'paused', 'scheduled']);
      for (const id of [working.id, paused.id, scheduled]) await command(engine, { id }, 'cancel');
    });

    it('removes the files that a finished import has kept for a database that goes back', async () => {
      const id = await createImport(engine, await createList(engine, 'Kept'), CSV);
      await untilEnded(engine, id);
      await engine.temporal.workflow.getHandle(`subscriber-import/${id}`).result();
      const source = await storedSourceKey(engine.pool, id);
      await sweep();
      expect(await engine.app.files.size(source)).toBe(CSV.length);

      await engine.pool.query(`update installation set kept_files_removed_to = now() - interval '1 hour'`);
      await engine.pool.query(
        `update subscriber_imports set finished_at = now() - interval '16 minutes' where id = $1`,
        [id],
      );
      await sweep();
      expect(await engine.app.files.size(source)).toBeNull();
    });

    it('marks an import as failed whose workflow was terminated; what was merged stays, counted and logged', async () => {
      const held = await holdImport(engine, MERGING);
      await engine.temporal.workflow.getHandle(held.workflowId).terminate();
      await age(held.id);
      await vi.waitFor(async () => {
        await sweep();
        expect(await detail(held.id)).toMatchObject({ state: 'failed' });
      }, PATIENCE);
      const failed = await contentOf(engine, held);

      await held.release();
      await untilNobodyWorks();

      expect(await contentOf(engine, held)).toEqual(failed);
      const { error_message, finished_at, stats } = await detail(held.id);
      expect(error_message).toBe('The workflow of this import was ended from outside before the import was finished.');
      expect(finished_at).toEqual(expect.any(String));
      const added = await linesOfLog(held.id, 'added');
      expect(added).toHaveLength(stats.subscribers.added);
      const emails = await emailsOf(engine, held.listId);
      expect(emails.sort()).toEqual([...added, 'gone@example.com', 'p0@example.com'].sort());
    });
  });

  describe('the purge', () => {
    it('removes logs, staging and source after the retention, and nothing else', async () => {
      const { logRetentionMs } = engine.config.policy;
      engine.setPolicy({ logRetentionMs: 1 });
      const list = await createList(engine, 'Purged');
      const finished = await createImport(engine, list, CSV);
      await untilEnded(engine, finished);
      const failed = await holdImport(engine, MERGING);
      await engine.temporal.workflow.getHandle(failed.workflowId).signal('fail', 'Enough.');
      await untilEnded(engine, failed.id);
      engine.setPolicy({ logRetentionMs });
      const kept = await createImport(engine, list, CSV);
      await untilEnded(engine, kept);
      const before = await detail(finished);
      expect(await stagingTables(engine, failed.id)).not.toEqual([]);

      await runBySignal('purge', async () => {
        const { rows } = await engine.pool.query(
          `select id from subscriber_imports where id = any ($1) and purged_at is not null
              and not exists (select 1 from import_logs where subscriber_import_id = id)
            order by id`,
          [[finished, failed.id]],
        );
        expect(rows).toEqual([{ id: finished }, { id: failed.id }]);
      });

      expect(await detail(finished)).toEqual(before);
      expect(await stagingTables(engine, failed.id)).toEqual([]);
      expect(await engine.app.files.size(await storedSourceKey(engine.pool, failed.id))).toBeNull();
      expect(await linesOfLog(kept, 'skipped_overwrite')).toEqual(['ann@example.com']);
    });
  });

  async function detail(id: number) {
    return (await engine.call('GET', `/subscriber_imports/${id}`)).data;
  }

  async function linesOfLog(id: number, kind: string): Promise<string[]> {
    return (await engine.text(`/subscriber_imports/${id}/logs/${kind}`)).trimEnd().split('\n');
  }

  /** Creates an import through an API that is killed when the row is written and Temporal has not answered yet. */
  async function killApiBeforeWorkflowStarts(list: number): Promise<number> {
    const silent = await listenInSilence();
    const port = await lastingPort();
    const api = await startRoleProcess('api', { ...engine.config, port, temporalAddress: silent.address });
    const source = { type: 'json', content: CSV };
    const request = fetch(`http://127.0.0.1:${port}/ga/api/v2/mailing_lists/${list}/subscriber_imports`, {
      method: 'POST',
      headers: { authorization: `Basic ${engine.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ subscriber_import: { column_mapping: ['email'], file_source: source } }),
    });
    const broken = expect(request).rejects.toThrow();
    const id = await vi.waitFor(async () => {
      const { data } = await engine.call('GET', `/mailing_lists/${list}/subscriber_imports`);
      expect(data).toHaveLength(1);
      return data[0].id as number;
    }, PATIENCE);
    await api.kill();
    await broken;
    silent.close();
    return id;
  }

  async function insertWithoutWorkflow(list: number): Promise<number> {
    const begins_at = new Date(Date.now() + 3_600_000).toISOString();
    const model = await createImport(engine, list, CSV, { begins_at });
    const { rows } = await engine.pool.query(
      `insert into subscriber_imports (organization_id, mailing_list_id, begins_at, options, policy)
       select organization_id, mailing_list_id, now(), options, policy from subscriber_imports where id = $1 returning id`,
      [model],
    );
    await command(engine, { id: model }, 'cancel');
    return rows[0].id;
  }

  /** Makes an import old enough for the sweep. */
  async function age(id: number): Promise<void> {
    await engine.pool.query(`update subscriber_imports set created_at = now() - interval '1 minute' where id = $1`, [
      id,
    ]);
  }

  async function runBySignal(part: MaintenancePartName, expectation: () => Promise<void>): Promise<void> {
    await vi.waitFor(async () => {
      await engine.temporal.workflow.getHandle(MAINTENANCE).signal(part);
      await vi.waitFor(expectation, { timeout: 3_000, interval: 50 });
    }, PATIENCE);
  }

  const sweep = () => maintain(engine.temporal, 'reconcile');

  async function isKnownToTemporal(id: number): Promise<boolean> {
    const found = await engine.temporal.workflow
      .getHandle(`subscriber-import/${id}`)
      .describe()
      .catch(() => null);
    return found !== null;
  }

  async function untilNobodyWorks(): Promise<void> {
    await vi.waitFor(async () => {
      const { rows } = await engine.pool.query(
        `select state from pg_stat_activity
          where datname = current_database() and application_name = 'sluice-worker' and state <> 'idle'`,
      );
      expect(rows).toEqual([]);
    }, PATIENCE);
  }
});

const PATIENCE = { timeout: 30_000, interval: 50 };

/** A server that takes connections and never says a word. */
async function listenInSilence() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
