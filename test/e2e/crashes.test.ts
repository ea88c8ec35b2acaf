import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createImport, createList, succeed, untilEnded } from '../support/imports.ts';
import { createGate } from './support/gate.ts';
import type { GateSpec } from './support/gate.ts';
import { startRoleProcess } from './support/role-process.ts';
import { command, EXPECTED_STATS, holdImport, MERGING, stagingTables } from './support/staged-import.ts';

const ROWS = 20_000;
const LOGS = ['added', 'failed', 'skipped_duplicate', 'skipped_overwrite'];

/** Inside each of these transactions a worker is killed once. */
const KILLS: readonly GateSpec[] = [
  { before: 'update', on: 'import_ranges', when: 'new.range_number >= 5' },
  { before: 'update', on: 'import_chunks', when: 'new.chunk_number >= 4' },
  { before: 'update', on: 'subscribers', when: `new.status = 'deactivated'` },
];

describe('an import whose workers die', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine({ RANGE_BYTES: '40000', CHUNK_ROWS: '2000' });
  });
  afterAll(() => engine.stop());

  it('ends with the rows, counters and logs of an undisturbed one', async () => {
    const undisturbed = await prepare('Undisturbed');
    const expected = await outcomeOf(undisturbed, await startImport(undisturbed));
    const list = await prepare('Disturbed');
    await engine.stopWorker();

    const gates = [];
    for (const spec of KILLS) gates.push(await createGate(engine, spec));
    const id = await startImport(list);
    for (const gate of gates) {
      const worker = await startRoleProcess('worker', engine.config);
      await gate.reached();
      await worker.kill();
      await gate.open();
    }
    await engine.startWorker();

    expect(await outcomeOf(list, id)).toEqual(expected);
    expect(expected.detail.stats.records_imported).toBe(ROWS);
    await engine.temporal.workflow.getHandle(`subscriber-import/${id}`).result();
    expect(await stagingTables(engine, id)).toEqual([]);
  });

  it('stages again what a crash of Postgres has emptied, and counts nothing twice', async () => {
    await engine.stopWorker();
    await engine.startWorker({ rangeBytes: 1_000, chunkRows: 50 });
    const held = await holdImport(engine, MERGING);
    await command(engine, held, 'pause');
    await engine.pool.query(
      `truncate ${(await stagingTables(engine, held.id)).map((name) => `staging.${name}`).join()}`,
    );
    await held.release();

    await command(engine, held, 'unpause');

    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
  });

  /** A list with some of the file's subscribers and some others. */
  async function prepare(name: string): Promise<number> {
    const list = await createList(engine, name, [{ name: 'City', field_type: 'text' }]);
    const known = Array.from({ length: 500 }, (_, i) =>
      i % 2 === 0 ? `p${i * 30}@example.com` : `gone${i}@example.com`,
    );
    await untilEnded(engine, await createImport(engine, list, `email\n${known.join('\n')}\n`));
    return list;
  }

  function startImport(list: number): Promise<number> {
    return createImport(engine, list, csv(), {
      column_mapping: ['email', 'City'],
      deactivate_subscribers_not_in_import: true,
      max_deactivated: '100%',
    });
  }

  /** All that an import leaves behind, without what no two imports have in common. */
  async function outcomeOf(list: number, id: number) {
    const { state, error_message, stats } = await untilEnded(engine, id);
    const { rows } = await engine.pool.query(
      `select email, status::text, f.value as city from subscribers left join jsonb_each_text(custom_fields) f on true
        where mailing_list_id = $1 order by email`,
      [list],
    );
    const logs: Record<string, string[]> = {};
    for (const kind of LOGS) {
      logs[kind] = (await engine.text(`/subscriber_imports/${id}/logs/${kind}`)).trimEnd().split('\n').sort();
    }
    const { data } = succeed(await engine.call('GET', '/subscriber_counts'));
    const { counts } = data.mailing_lists.find((entry: any) => entry.mailing_list.id === list);
    return { detail: { state, error_message, stats }, subscribers: rows, logs, counts };
  }
});

function csv(): string {
  const lines = Array.from({ length: ROWS }, (_, i) => {
    if (i % 50 === 49) return `nobody ${i},"Nowhere\n${i}"`;
    return `p${i % 40 === 7 ? i - 3 : i}@example.com,"City, ${i}"`;
  });
  return `email,city\n${lines.join('\n')}\n`;
}
