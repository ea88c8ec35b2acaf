import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createImport, createList, csvOfAddresses, untilEnded } from '../support/imports.ts';

const ROWS = 1_500;

describe('the tasks of an import', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine({ RANGE_BYTES: '1000', CHUNK_ROWS: '50' });
  });
  afterAll(() => engine.stop());

  it('are done in groups, so that its history has fewer activities than it has tasks', async () => {
    const id = await createImport(engine, await createList(engine, 'Groups'), csvOfAddresses(ROWS));
    const ended = await untilEnded(engine, id);
    expect(ended).toMatchObject({ state: 'finished', stats: { records_imported: ROWS, subscribers: { added: ROWS } } });
    const asked = await activitiesOf(id);
    expect(asked).toContain('stageRanges');
    expect(asked).toContain('mergeChunks');
    const tasks = asked.filter((name) => /^(?:stageRange|mergeChunk)s?$/.test(name));
    expect(tasks.length).toBeLessThan((await tasksOf(id)) / 2);
  });

  async function activitiesOf(id: number): Promise<string[]> {
    const history = await engine.temporal.workflow.getHandle(`subscriber-import/${id}`).fetchHistory();
    return (history.events ?? []).flatMap(
      (event) => event.activityTaskScheduledEventAttributes?.activityType?.name ?? [],
    );
  }

  async function tasksOf(id: number): Promise<number> {
    const { rows } = await engine.pool.query<{ ranges: number; chunks: number }>(
      `select (select count(*)::integer from import_ranges where subscriber_import_id = $1) as ranges,
              (select count(*)::integer from import_chunks where subscriber_import_id = $1) as chunks`,
      [id],
    );
    const { ranges = 0, chunks = 0 } = rows[0] ?? {};
    return ranges + chunks;
  }
});
