import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList } from '../support/imports.ts';
import { maintain } from '../support/maintenance.ts';

const PATIENCE = { timeout: 30_000, interval: 200 };

describe('the paused run of an import', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.stop());

  const run = (id: number) => engine.temporal.workflow.getHandle(`subscriber-import/${id}`);
  const listed = async () => {
    const found: string[] = [];
    const query = "ExecutionStatus = 'Running' and JobState = 'paused'";
    for await (const { workflowId } of engine.temporal.workflow.list({ query })) found.push(workflowId);
    return found;
  };
  const createPaused = async (list: number) => {
    const id = await createImport(engine, list, 'email\nann@example.com\n', { begins_at: '2099-01-01T00:00:00Z' });
    expect(await engine.call('POST', `/subscriber_imports/${id}/pause`)).toMatchObject({ success: true });
    return id;
  };

  it('is ended some minutes after the import, as when Temporal was restored; others stay paused', async () => {
    const list = await createList(engine, 'Restored');
    const [paused, justEnded, ended] = [await createPaused(list), await createPaused(list), await createPaused(list)];
    await vi.waitFor(async () => expect(await listed()).toHaveLength(3), PATIENCE);
    const end = "update subscriber_imports set state = 'cancelled', finished_at = now() - $2::interval where id = $1";
    await engine.pool.query(end, [justEnded, '1 minute']);
    await engine.pool.query(end, [ended, '6 minutes']);

    await maintain(engine.temporal, 'reconcile');
    expect((await run(ended).describe()).status.name).toBe('TERMINATED');
    for (const id of [paused, justEnded]) expect((await run(id).describe()).status.name).toBe('RUNNING');
    expect(await engine.call('GET', `/subscriber_imports/${ended}`)).toMatchObject({ data: { state: 'cancelled' } });
  });
});
