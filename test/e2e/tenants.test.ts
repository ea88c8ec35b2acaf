import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../engine/files/serve.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { tsToMs } from '@temporalio/common/lib/time.js';
import type { WorkflowHandle } from '@temporalio/client';
import { findJob } from '../../engine/db/jobs/operator.ts';
import { JOB_KINDS } from '../../engine/job-kinds/index.ts';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { jobLines } from '../../engine/cli/job-lines.ts';
import { inspectJob } from '../../engine/jobs/inspect-job.ts';
import { readDependencyHealth } from '../../engine/jobs/dependency-health.ts';
import { currentDetailsOf } from '../support/current-details.ts';
import { createImport, createList, csvOfAddresses, emailsOf, untilEnded, untilImport } from '../support/imports.ts';
import { createGate } from './support/gate.ts';
import { addTenant } from './support/tenant.ts';

const SLOTS = 2;

describe('two organizations that share a worker with two slots', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine({ WORKER_CONCURRENCY: String(SLOTS), RANGE_BYTES: '2000', CHUNK_ROWS: '100' });
  });
  afterAll(() => engine.stop());

  it('import from URLs while servers of the other one trickle, whose further imports wait in turn', async () => {
    let open = 0;
    const trickling = await serve((request, response) => {
      open++;
      request.on('close', () => open--);
      response.write('email\n');
    });
    const prompt = await serve((_, response) => void response.end(csvOfAddresses(400)));
    const slow = await addTenant(engine, 'Slow servers');
    const fast = await addTenant(engine, 'Prompt server');
    const slowList = await createList(slow, 'Trickled');
    const held = [];
    for (let i = 0; i < 18; i++)
      held.push(await createImport(slow, slowList, { type: 'url', url: trickling.origin() }));
    await expect.poll(() => open, PATIENCE).toBe(BOUNDS.downloadsPerOrganization.max);

    const list = await createList(fast, 'Prompt');
    const rows = await createImport(fast, list, { type: 'url', url: prompt.origin() });

    expect(await untilEnded(fast, rows)).toMatchObject({ state: 'finished', stats: { subscribers: { added: 400 } } });
    expect(await emailsOf(engine, list)).toHaveLength(400);
    expect(open).toBe(BOUNDS.downloadsPerOrganization.max);

    const inState = async (state: string) => {
      const text = 'select id from subscriber_imports where organization_id = $1 and state = $2 order by id';
      return (await engine.pool.query<{ id: number }>(text, [slow.organizationId, state])).rows.map(({ id }) => id);
    };
    const [last = 0] = (await inState('scheduled')).slice(-1);
    await expectQueued(last);
    const tell = async (command: string, id: number) =>
      (await slow.call('POST', `/subscriber_imports/${id}/${command}`)).data;
    expect(await tell('pause', last)).toMatchObject({ state: 'paused' });
    expect(await tell('unpause', last)).toMatchObject({ state: 'scheduled' });
    const [first = 0] = await inState('downloading');
    const [next = 0] = await inState('scheduled');
    await tell('cancel', first);
    await untilImport(slow, next, ({ state }) => state === 'downloading');
    for (const id of held.filter((each) => each !== first).reverse()) await tell('cancel', id);
  });

  /** Whether operators see of an import that it waits for its turn, and that nothing is wrong with it. */
  async function expectQueued(importId: number): Promise<void> {
    const workflowId = `subscriber-import/${importId}`;
    expect(await currentDetailsOf(engine.temporal, workflowId)).toContain('Waits for a slot');
    const inspect = async () =>
      inspectJob(
        engine.temporal,
        { workflowId },
        {
          dependencies: await readDependencyHealth(engine.pool),
          limit: (call) => call(),
        },
      );
    await expect.poll(async () => (await inspect())?.facts.activities[0]?.attempt, PATIENCE).toBeGreaterThan(4);
    const inspection = await inspect();
    const job = await findJob(engine.app.service.db, JOB_KINDS, workflowId);
    if (job === null) throw new Error('There is no such job.');
    expect(jobLines(job, inspection, null).join('\n')).toMatch(
      /scheduled\n(?:.*\n)*  Waits for a slot: 4 imports .*, 4 of them download, .*\n.*Queued\. Starts by itself/,
    );
  }

  it('take turns with tasks that wait for a slot, whoever came first', async () => {
    const many = await addTenant(engine, 'Many imports');
    const one = await addTenant(engine, 'One import');
    const lists = [await createList(many, 'Many'), await createList(one, 'One')] as const;
    const gate = await createGate(engine, { before: 'insert', on: 'import_ranges' });
    // At the same moment: the inline attempts of more imports than may be tried inline wait at the gate together.
    const ids = await Promise.all(Array.from({ length: 10 }, () => createImport(many, lists[0], csvOfAddresses(400))));
    for (const id of ids) await untilScanWaits(id);
    const last = await createImport(one, lists[1], csvOfAddresses(400));
    await untilScanWaits(last);
    await gate.open();
    for (const id of ids) await untilEnded(many, id);
    await untilEnded(one, last);

    const started = new Map<number, number>();
    for (const id of [...ids, last]) started.set(id, await scanStartedAt(id));
    const order = [...started].sort((a, b) => a[1] - b[1]).map(([id]) => id);
    // Two scans have a slot and the third would be next. In order of age, the last one is behind ten others.
    expect(order.indexOf(last)).toBeLessThan(6);
  });

  /** Resolves when the scan of the import has a slot or waits for one. */
  async function untilScanWaits(importId: number): Promise<void> {
    const waiting = async () => {
      const { raw } = await importHandle(importId).describe();
      return raw.pendingActivities?.map(({ activityType }) => activityType?.name);
    };
    await expect.poll(waiting, PATIENCE).toContain('scanSource');
  }

  /** Returns the time at which a worker took the scan of the import, in milliseconds. */
  async function scanStartedAt(importId: number): Promise<number> {
    const { events } = await importHandle(importId).fetchHistory();
    const scheduled = events?.find(
      ({ activityTaskScheduledEventAttributes: activity }) => activity?.activityType?.name === 'scanSource',
    );
    const started = events?.find(({ activityTaskStartedEventAttributes: activity }) =>
      activity?.scheduledEventId?.eq(scheduled?.eventId ?? 0),
    );
    return tsToMs(started?.eventTime);
  }

  function importHandle(importId: number): WorkflowHandle {
    return engine.temporal.workflow.getHandle(`subscriber-import/${importId}`);
  }
});

const PATIENCE = { timeout: 30_000, interval: 20 };
