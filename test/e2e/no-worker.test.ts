import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createImport, createList, emailsOf, untilEnded } from '../support/imports.ts';
import { command, EXPECTED_STATS, holdImport, MANY_PIECES, MERGING } from './support/staged-import.ts';

describe('while no worker runs', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine(MANY_PIECES);
  });
  afterAll(() => engine.stop());

  it('an import is taken and shown, and imported when a worker is back', async () => {
    await engine.stopWorker();
    const list = await createList(engine, 'Patient');
    const id = await createImport(engine, list, 'email\nann@example.com\n');
    const { data } = await engine.call('GET', `/subscriber_imports/${id}`);
    await engine.startWorker();

    expect(data).toMatchObject({ id, state: 'scheduled', stats: { number_of_records: null, records_imported: 0 } });
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished' });
    expect(await emailsOf(engine, list)).toEqual(['ann@example.com']);
  });

  it('an import stopped half-way is shown as the database knows it, and finished when a worker is back', async () => {
    const held = await holdImport(engine, MERGING);
    await engine.stopWorker();
    const { data } = await engine.call('GET', `/subscriber_imports/${held.id}`);
    const emails = await emailsOf(engine, held.listId);
    await held.release();
    await engine.startWorker();

    expect(data).toMatchObject({
      state: 'importing',
      stats: { number_of_records: 400, subscribers: { added: emails.length - 2, failed: 40 } },
    });
    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
  });

  it('a command is answered with what is known of it, and can be sent again', async () => {
    const list = await createList(engine, 'Commanded');
    const begins_at = new Date(Date.now() + 3_600_000).toISOString();
    const id = await createImport(engine, list, 'email\nann@example.com\n', { begins_at });
    await engine.stopWorker();
    const response = await engine.send('POST', `/subscriber_imports/${id}/pause`);
    await engine.startWorker();

    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);
    expect(response.json()).toEqual({
      ...{ success: false, data: null, error_code: 'internal_error' },
      error_message:
        'no worker answered in time, so it is not known whether the import has been paused; ' +
        'nothing of the import is lost: read its state and send the command again if needed',
    });
    // Temporal may still hand the first one to the worker, and may take some seconds to look for a new one.
    await vi.waitFor(async () => {
      await engine.call('POST', `/subscriber_imports/${id}/pause`);
      expect((await engine.call('GET', `/subscriber_imports/${id}`)).data.state).toBe('paused');
    }, PATIENCE);
    expect(await command(engine, { id }, 'unpause')).toMatchObject({ state: 'scheduled' });
    await command(engine, { id }, 'cancel');
  });
});

const PATIENCE = { timeout: 30_000, interval: 100 };
