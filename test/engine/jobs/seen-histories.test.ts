import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createSeenHistories } from '../../../engine/jobs/seen-histories.ts';
import type { SeenHistory } from '../../../engine/jobs/seen-histories.ts';
import { createNamespace } from '../../support/namespaces.ts';

const HOUR_MS = 3_600_000;

describe('what the workflows of a worker have seen', () => {
  let client: Client;
  beforeAll(async () => {
    ({ client } = await createNamespace(inject('temporal').address, `test-${randomUUID()}`));
  });
  afterAll(() => client.connection.close());

  it('is in Temporal as long as no history is shorter', async () => {
    const histories = createSeenHistories();
    expect(await histories.areLacking(client)).toBe(false);
    for (const seen of [await begin(), await begin()]) histories.note(seen);
    expect(await histories.areLacking(client)).toBe(false);
    expect(await histories.areLacking(client)).toBe(false);
  });

  it('is lacking when a history is shorter than it was', async () => {
    const histories = createSeenHistories();
    const { length, ...seen } = await begin();
    histories.note({ ...seen, length: length + 1 });
    for (let other = 0; other < 20; other++) histories.note(await begin());
    expect(await histories.areLacking(client)).toBe(true);
  });

  it('is lacking when an event was written again later', async () => {
    const histories = createSeenHistories();
    const { at, ...seen } = await begin();
    histories.note({ ...seen, at: at - 1_000 });
    expect(await histories.areLacking(client)).toBe(true);
  });

  it('is compared again with the newest of it when nothing was seen since', async () => {
    const histories = createSeenHistories();
    const seen = await begin();
    histories.note(seen);
    expect(await histories.areLacking(client)).toBe(false);
    await client.workflowService.deleteWorkflowExecution({
      namespace: client.options.namespace,
      workflowExecution: { workflowId: seen.workflowId, runId: seen.runId },
    });
    await expect.poll(() => histories.areLacking(client), { timeout: 20_000 }).toBe(true);
  });

  it('is forgotten when Temporal lacks it, and noted again by the next worker', async () => {
    const histories = createSeenHistories();
    const lost = { workflowId: 'lost', runId: randomUUID(), length: 3, at: Date.now() };
    histories.note(lost);
    expect(await histories.areLacking(client)).toBe(true);
    histories.note(lost);
    expect(await histories.areLacking(client)).toBe(false);
    histories.begin();
    histories.note(lost);
    expect(await histories.areLacking(client)).toBe(true);
  });

  it('counts no workflow that a namespace may have removed after its time', async () => {
    let now = 0;
    const histories = createSeenHistories(() => now);
    histories.note({ workflowId: 'old', runId: randomUUID(), length: 3, at: Date.now() });
    now += HOUR_MS;
    expect(await histories.areLacking(client)).toBe(false);
  });

  /** A workflow that no worker takes, with two events. */
  async function begin(): Promise<SeenHistory> {
    const workflowId = randomUUID();
    const options = { workflowId, taskQueue: 'none', args: [] };
    const { firstExecutionRunId: runId } = await client.workflow.start('any', options);
    return { workflowId, runId, length: 2, at: Date.now() };
  }
});
