import type { WorkflowHandle } from '@temporalio/client';
import { tsToMs } from '@temporalio/common/lib/time.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, untilEnded } from '../support/imports.ts';
import { createGate } from './support/gate.ts';
import { addTenant } from './support/tenant.ts';

/** Imports of an organization whose tasks wait in front of the one of the other. */
const AHEAD = 40;
/** Tasks that a worker fetches at the same time, and some more. */
const FETCHED = 15;

describe('an organization whose tasks wait behind those of another one', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.stop());

  it('has a turn with workflow tasks', async () => {
    const many = await addTenant(engine, 'Many imports');
    const one = await addTenant(engine, 'One import');
    const lists = [await createList(many, 'Many'), await createList(one, 'One')] as const;
    await engine.stopWorker();
    const ids: number[] = [];
    for (let i = 0; i < AHEAD; i++) ids.push(await createImport(many, lists[0], CSV));
    const last = await createImport(one, lists[1], CSV);
    await engine.startWorker();

    const started = new Map<number, number>();
    for (const id of [...ids, last]) {
      await expect.poll(() => firstTaskStartedAt(id), PATIENCE).toBeGreaterThan(0);
      started.set(id, await firstTaskStartedAt(id));
    }
    const order = [...started].sort((a, b) => a[1] - b[1]).map(([id]) => id);
    // In order of age it is behind all others.
    expect(order.indexOf(last)).toBeLessThan(FETCHED);
  });

  /** Returns the time at which a worker took the first workflow task of the import, in milliseconds; 0: none has. */
  async function firstTaskStartedAt(importId: number): Promise<number> {
    const { events } = await engine.temporal.workflow.getHandle(`subscriber-import/${importId}`).fetchHistory();
    const started = events?.find((event) => event.workflowTaskStartedEventAttributes);
    return started === undefined ? 0 : tsToMs(started.eventTime);
  }
});

describe('a worker with two slots for turns and tasks of small imports', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine({ WORKER_CONCURRENCY: '2', WORKER_CONNECTIONS: '10' });
  });
  afterAll(() => engine.stop());

  it('serves the organizations in turn', async () => {
    const many = await addTenant(engine, 'Many imports');
    const one = await addTenant(engine, 'One import');
    const lists = [await createList(many, 'Many'), await createList(one, 'One')] as const;
    const asksForTurn = 'new.turn_asked_at is distinct from old.turn_asked_at';
    const gate = await createGate(engine, { before: 'update', on: 'subscriber_imports', when: asksForTurn });
    const ids: number[] = [];
    for (let i = 0; i < 10; i++) ids.push(await createImport(many, lists[0], CSV, NOT_INLINE));
    for (const id of ids) await untilPending(id);
    const last = await createImport(one, lists[1], CSV, NOT_INLINE);
    await untilPending(last);
    await gate.open();

    const started = new Map<number, number>();
    for (const id of [...ids, last]) {
      await untilEnded(engine, id);
      started.set(id, await turnStartedAt(id));
    }
    const order = [...started].sort((a, b) => a[1] - b[1]).map(([id]) => id);
    // Two have a slot, and the server may have handed out a third. In order of age it is behind ten others.
    expect(order.indexOf(last)).toBeLessThan(6);
  });

  async function untilPending(importId: number): Promise<void> {
    const pending = async () => {
      const { raw } = await handleOf(importId).describe();
      return raw.pendingActivities?.map(({ activityType }) => activityType?.name);
    };
    await expect.poll(pending, PATIENCE).toContain('takeTurn');
  }

  /** Returns the time at which a worker took the task of the small queue that asks for the turn of the import, in milliseconds. */
  async function turnStartedAt(importId: number): Promise<number> {
    const { events } = await handleOf(importId).fetchHistory();
    const scheduled = events?.find(
      ({ activityTaskScheduledEventAttributes: activity }) => activity?.activityType?.name === 'takeTurn',
    );
    const queue = scheduled?.activityTaskScheduledEventAttributes?.taskQueue?.name;
    expect(queue).toBe(engine.temporal.names.smallQueue);
    const started = events?.find(({ activityTaskStartedEventAttributes: activity }) =>
      activity?.scheduledEventId?.eq(scheduled?.eventId ?? 0),
    );
    return tsToMs(started?.eventTime);
  }

  function handleOf(importId: number): WorkflowHandle {
    return engine.temporal.workflow.getHandle(`subscriber-import/${importId}`);
  }
});

/** An import with a guard has its turn before it begins. */
const NOT_INLINE = { max_failed_records: 1 };
const CSV = 'email\nann@example.com\n';
const PATIENCE = { timeout: 60_000, interval: 50 };
