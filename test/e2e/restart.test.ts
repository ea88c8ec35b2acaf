import { WorkflowFailedError } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sourceKey } from '../../engine/files/source-key.ts';
import { createFolderStore } from '../../engine/files/folder-store.ts';
import { serve } from '../engine/files/serve.ts';
import { startTestEngine } from '../support/engine.ts';
import { maintain } from '../support/maintenance.ts';
import type { TestEngine } from '../support/engine.ts';
import { refuse } from '../support/refuse.ts';
import { createImport, createList, emailsOf, untilEnded } from '../support/imports.ts';
import { holdCleaning } from './support/hold-cleaning.ts';
import {
  command,
  EXPECTED_STATS,
  holdImport,
  MANY_PIECES,
  MERGING,
  PLACES,
  stagingTables,
} from './support/staged-import.ts';
import type { HeldImport } from './support/staged-import.ts';
import { fileOwner } from '../support/file-owner.ts';

describe('restarting a failed import', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine(MANY_PIECES);
    engine.setPolicy({ firstDownloadWaitMs: 1, secondDownloadWaitMs: 1 });
  });
  afterAll(() => engine.stop());

  it.each(PLACES)('that failed while $name ends as if nothing had happened', async (place) => {
    const failed = await failImport(await holdImport(engine, place));

    await restart(failed.id);

    await expectUndisturbed(failed);
  });

  it('stages again what was staged when the staging tables are gone', async () => {
    const failed = await failImport(await holdImport(engine, MERGING));
    const tables = await stagingTables(engine, failed.id);
    expect(tables).not.toEqual([]);
    await engine.pool.query(`drop table ${tables.map((name) => `staging.${name}`).join()} cascade`);

    await restart(failed.id);

    await expectUndisturbed(failed);
  });

  it('whose workflow was terminated goes on once the sweep has marked it as failed', async () => {
    const held = await holdImport(engine, MERGING);
    await workflow(held.id).terminate('an accident');
    await engine.pool.query(`update subscriber_imports set created_at = now() - interval '1 hour' where id = $1`, [
      held.id,
    ]);
    await maintain(engine.temporal, 'reconcile');
    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'failed' });
    await held.release();

    await restart(held.id);

    await expectUndisturbed(held);
  });

  it('downloads once more when the download had failed', async () => {
    let isBroken = true;
    const { origin } = await serve((_, response) => {
      response.writeHead(isBroken ? 500 : 200).end('email\nann@example.com\n');
    });
    const list = await createList(engine, 'Broken download');
    const id = await createImport(engine, list, { type: 'url', url: `${origin()}/list.csv` });
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'failed' });
    isBroken = false;

    await restart(id);

    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished', error_message: null });
    expect(await emailsOf(engine, list)).toEqual(['ann@example.com']);
  });

  it('may be asked for several times at once', async () => {
    const failed = await failImport(await holdImport(engine, MERGING));

    const asked = await Promise.allSettled(Array.from({ length: 5 }, (_, i) => restart(failed.id, `at-once-${i}`)));

    expect(asked.map(({ status }) => status)).toContain('fulfilled');
    await expectUndisturbed(failed);
  });

  it('may be asked for while the run that failed still cleans up', async () => {
    const held = await holdImport(engine, MERGING);
    const cleaning = await holdCleaning(engine, held.id);
    await workflow(held.id).signal('fail', 'The wrong file.');
    await held.release();
    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'failed' });

    // GET says that it has failed a moment before its row does; the row does once it cleans up.
    await cleaning.reached();
    const restarted = restart(held.id);
    await vi.waitFor(async () => expect(await hasBegun(restartId(held.id))).toBe(true), PATIENCE);
    await cleaning.release();
    await restarted;

    await expectUndisturbed(held);
  });

  it('can fail and be restarted again', async () => {
    const failed = await failImport(await holdImport(engine, MERGING));
    const accept = await refuse(engine.pool, {
      before: 'update',
      on: 'import_chunks',
      when: `new.subscriber_import_id = ${failed.id} and new.chunk_number = 7`,
    });
    await restart(failed.id);
    await untilStalled(failed.id);
    await workflow(failed.id).signal('fail', 'Again.');
    expect(await untilEnded(engine, failed.id)).toMatchObject({ state: 'failed', error_message: 'Again.' });
    await accept();

    await restart(failed.id);

    await expectUndisturbed(failed);
  });

  describe('is refused with a sentence', () => {
    it('when the import has finished', async () => {
      const id = await createImport(engine, await createList(engine, 'Finished'), 'email\nann@example.com\n');
      await untilEnded(engine, id);
      expect(await refusalOf(id)).toBe(`Import ${id} is finished; only a failed import can be restarted.`);
    });

    it('when it is paused', async () => {
      const held = await holdImport(engine, MERGING);
      await command(engine, held, 'pause');
      expect(await refusalOf(held.id)).toBe(`Import ${held.id} is paused; only a failed import can be restarted.`);
      await command(engine, held, 'cancel');
    });

    it('when there is none', async () => {
      expect(await refusalOf(999_999)).toBe('There is no subscriber import 999999.');
    });

    it('when its logs were purged', async () => {
      const { id } = await failImport(await holdImport(engine, MERGING));
      await engine.pool.query('update subscriber_imports set purged_at = now() where id = $1', [id]);
      expect(await refusalOf(id)).toBe(`The logs and the source of import ${id} were purged; create a new import.`);
    });

    it('when its source is gone', async () => {
      const { id } = await failImport(await holdImport(engine, MERGING));
      await createFolderStore(engine.config.filesDir).remove(sourceKey(await fileOwner(engine.pool, id)));
      expect(await refusalOf(id)).toBe(`The source of import ${id} is no longer stored; create a new import.`);
    });

    it('when its list tells subscribers apart by another field since', async () => {
      const { id, listId } = await failImport(await holdImport(engine, MERGING));
      const field = { name: 'Number', field_type: 'number', required: true };
      const { data } = await engine.call('POST', `/mailing_lists/${listId}/custom_fields`, { custom_field: field });
      await engine.pool.query('delete from subscribers where mailing_list_id = $1', [listId]);
      const mailing_list = { primary_key_custom_field_id: data.id };
      expect(await engine.call('PUT', `/mailing_lists/${listId}`, { mailing_list })).toMatchObject({ success: true });
      expect(await refusalOf(id)).toBe(
        `The primary key of the mailing list of import ${id} was changed; create a new import.`,
      );
    });

    it('when its list was deleted, and the import stays as it is', async () => {
      const failed = await failImport(await holdImport(engine, MERGING));
      await engine.pool.query('update mailing_lists set deleted_at = now() where id = $1', [failed.listId]);
      expect(await refusalOf(failed.id)).toBe(
        `The mailing list of import ${failed.id} was deleted; import the file into another list.`,
      );
      const { rows } = await engine.pool.query('select state, error_message from subscriber_imports where id = $1', [
        failed.id,
      ]);
      expect(rows).toEqual([{ state: 'failed', error_message: 'The wrong file.' }]);
    });
  });

  it('started by hand without its failure changes nothing', async () => {
    const failed = await failImport(await holdImport(engine, MERGING));
    const { data: before } = await engine.call('GET', `/subscriber_imports/${failed.id}`);
    const { jobKey } = await fileOwner(engine.pool, failed.id);
    const input = { importId: failed.id, jobKey, source: 'json', beginsAt: null, policy: {} };

    await engine.temporal.workflow.execute('subscriberImport', {
      taskQueue: 'sluice',
      workflowId: failed.workflowId,
      args: [input],
    });

    expect((await engine.call('GET', `/subscriber_imports/${failed.id}`)).data).toEqual(before);
  });

  async function failImport(held: HeldImport): Promise<HeldImport> {
    await workflow(held.id).signal('fail', 'The wrong file.');
    await held.release();
    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'failed', error_message: 'The wrong file.' });
    await workflow(held.id).result();
    return held;
  }

  async function expectUndisturbed({ id, listId }: HeldImport): Promise<void> {
    expect(await untilEnded(engine, id)).toMatchObject({
      state: 'finished',
      error_message: null,
      stats: EXPECTED_STATS,
    });
    const added = (await engine.text(`/subscriber_imports/${id}/logs/added`)).trimEnd().split('\n');
    const failed = (await engine.text(`/subscriber_imports/${id}/logs/failed`)).trimEnd().split('\n');
    expect([added.length, new Set(added).size, failed.length]).toEqual([339, 339, 41]);
    expect(await emailsOf(engine, listId)).toHaveLength(341);
    await workflow(id).result();
    expect(await stagingTables(engine, id)).toEqual([]);
  }

  async function untilStalled(id: number): Promise<void> {
    const view = () => workflow(id).query('jobView');
    await vi.waitFor(async () => expect(await view()).toMatchObject({ health: 'stalled' }), PATIENCE);
  }

  function workflow(id: number) {
    return engine.temporal.workflow.getHandle(`subscriber-import/${id}`);
  }

  function restart(importId: number, name = 'once'): Promise<unknown> {
    const options = { taskQueue: 'sluice', workflowId: restartId(importId, name), args: [{ importId }] };
    return engine.temporal.workflow.execute('restartImport', options);
  }

  const restartId = (importId: number, name = 'once') => `restart-import/${importId}/${name}`;

  /** Whether the activity of a workflow has begun. */
  async function hasBegun(workflowId: string): Promise<boolean> {
    const { raw } = await engine.temporal.workflow.getHandle(workflowId).describe();
    return (raw.pendingActivities ?? []).some(({ lastStartedTime }) => Boolean(lastStartedTime));
  }

  async function refusalOf(importId: number): Promise<string> {
    const error: unknown = await restart(importId).catch((reason: unknown) => reason);
    if (!(error instanceof WorkflowFailedError)) throw error;
    return (error.cause as { cause?: Error } | undefined)?.cause?.message ?? '';
  }
});

const PATIENCE = { timeout: 30_000, interval: 50 };
