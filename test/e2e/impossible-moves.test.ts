import { WorkflowUpdateFailedError } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createImport, createList, untilEnded } from '../support/imports.ts';
import { command, holdImport, MANY_PIECES, MERGING, PLACES, settledDeeds } from './support/staged-import.ts';

const IN_AN_HOUR = () => new Date(Date.now() + 3_600_000).toISOString();

describe('a command that the state does not take', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine({ ...MANY_PIECES, FIRST_DOWNLOAD_WAIT_MS: '1', SECOND_DOWNLOAD_WAIT_MS: '1' });
  });
  afterAll(() => engine.stop());

  it.each(PLACES)('is refused while $name, and leaves no trace in the history', async (place) => {
    const held = await holdImport(engine, place);
    const before = await settledDeeds(engine, held);

    expect(await refusal(held.id, 'unpause')).toBe(`import is ${place.state} and cannot be unpaused`);
    const workflow = engine.temporal.workflow.getHandle(held.workflowId);
    await expect(workflow.executeUpdate('retry')).rejects.toThrow(WorkflowUpdateFailedError);
    await expect(workflow.executeUpdate('skip_chunk')).rejects.toThrow(WorkflowUpdateFailedError);

    expect(await settledDeeds(engine, held)).toEqual(before);
    await command(engine, held, 'cancel');
  });

  it('is refused while paused, and leaves no trace in the history', async () => {
    const held = await holdImport(engine, MERGING);
    await command(engine, held, 'pause');
    const before = await settledDeeds(engine, held);

    expect(await refusal(held.id, 'pause')).toBe('import is paused and cannot be paused');

    expect(await settledDeeds(engine, held)).toEqual(before);
    await command(engine, held, 'cancel');
  });

  it('is refused while scheduled, and leaves no trace in the history', async () => {
    const listId = await createList(engine, 'Scheduled');
    const id = await createImport(engine, listId, 'email\na@example.com\n', { begins_at: IN_AN_HOUR() });
    const before = await settledDeeds(engine, { id, workflowId: `subscriber-import/${id}` });

    expect(await refusal(id, 'unpause')).toBe('import is scheduled and cannot be unpaused');

    expect(await settledDeeds(engine, { id, workflowId: `subscriber-import/${id}` })).toEqual(before);
    await command(engine, { id }, 'cancel');
  });

  it.each(['pause', 'unpause', 'cancel'])('is refused once the import has ended: %s', async (name) => {
    const listId = await createList(engine, `Ended ${name}`);
    const finished = await createImport(engine, listId, 'email\na@example.com\n');
    const failed = await createImport(engine, listId, { type: 'url', url: 'http://127.0.0.1:1/' });
    const cancelled = await createImport(engine, listId, 'email\nb@example.com\n', { begins_at: IN_AN_HOUR() });
    await command(engine, { id: cancelled }, 'cancel');
    await untilEnded(engine, finished);
    await untilEnded(engine, failed);
    // Their rows may change until they have cleaned up.
    for (const id of [finished, failed, cancelled])
      await engine.temporal.workflow.getHandle(`subscriber-import/${id}`).result();
    const before = await rowsOf([finished, failed, cancelled]);

    expect(await refusal(finished, name)).toMatch(/^import is finished and cannot be/);
    expect(await refusal(failed, name)).toMatch(/^import is failed and cannot be/);
    expect(await refusal(cancelled, name)).toMatch(/^import is cancelled and cannot be/);

    expect(await rowsOf([finished, failed, cancelled])).toEqual(before);
  });

  async function refusal(id: number, name: string): Promise<string | null> {
    const answer = await engine.call('POST', `/subscriber_imports/${id}/${name}`);
    expect(answer).toMatchObject({ success: false, data: null, error_code: 'validation_failed' });
    return answer.error_message;
  }

  async function rowsOf(ids: readonly number[]): Promise<unknown[]> {
    return (await engine.pool.query('select * from subscriber_imports where id = any ($1) order by id', [ids])).rows;
  }
});
