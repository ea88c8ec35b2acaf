import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropExchangedTable, partitionSubscribers } from '../../engine/db/partitioning/partition-subscribers.ts';
import { readPartitioning } from '../../engine/db/partitioning/progress.ts';
import { hold } from '../engine/activities/waiting.ts';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { exportList } from '../support/exports.ts';
import { createImport, createList, succeed, untilEnded } from '../support/imports.ts';
import { addListOf, countOf } from './support/deleted-lists.ts';

const KNOWN = 6_000;
const ROWS = 12_000;
const DELETED = 20_000;
const LIMITS = { rows: 500, lockTimeoutMs: 200, retryMs: 50 };

describe('partitioning the table of subscribers while the service runs', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine({ MERGE_MS: '5', CHUNK_ROWS: '1000', RANGE_BYTES: '65536' });
  });
  afterAll(() => engine.stop());

  it('loses and repeats no write of an import, a deletion and the API, also when it is killed', async () => {
    const imported = await createList(engine, 'Imported', [{ name: 'City', field_type: 'text' }]);
    await untilEnded(engine, await createImport(engine, imported, csv(KNOWN, 'Oslo'), MAPPED));
    const deleted = await addListOf(engine, 'Deleted', DELETED);
    const untouched = await addListOf(engine, 'Untouched', 3_000);
    const written = await addListOf(engine, 'Written', 10);
    const before = await contentOf(untouched);

    // The table is not exchanged before the process is killed.
    const holder = await hold(engine.pool, 'lock table subscribers in access share mode');
    const killed = spawn(process.execPath, [LAUNCHER, 'partition', '--parts', '4'], {
      env: { ...process.env, DATABASE_URL: engine.config.databaseUrl },
      stdio: 'ignore',
    });
    const importId = await createImport(engine, imported, csv(ROWS, 'Bergen'), { ...MAPPED, overwrite: true });
    const address = await create(written, 'before@example.com');
    await deleteList(deleted);
    while ((await readPartitioning(engine.pool)).rowsCopied === 0) await create(written, `new${++added}@example.com`);
    const ended = once(killed, 'exit');
    killed.kill('SIGKILL');
    await ended;
    await holder.release();

    const lines: string[] = [];
    const running = partitionSubscribers(engine.pool, 4, (line) => lines.push(line), LIMITS);
    succeed(await engine.call('PUT', `/mailing_lists/${written}/subscribers/${address}`, UNSUBSCRIBED));
    await running;
    await create(written, 'after@example.com');

    expect(await untilEnded(engine, importId)).toMatchObject({
      state: 'finished',
      stats: { number_of_records: ROWS, subscribers: { added: ROWS - KNOWN, updated: KNOWN } },
    });
    await engine.temporal.workflow.getHandle(`list-deletion/${deleted}`).result();
    expect(await readPartitioning(engine.pool)).toMatchObject({ state: 'partitioned', partitions: 4 });
    expect(await contentOf(untouched)).toEqual(before);
    expect(await countOf(engine, deleted)).toBe(0);
    expect(await cities(imported)).toEqual([{ city: 'Bergen', n: ROWS }]);
    expect(await countOf(engine, written)).toBe(10 + 2 + added);
    const found = await engine.call('GET', `/mailing_lists/${written}/subscribers/${address}`);
    expect(found.data).toMatchObject([{ status: 'unsubscribed' }]);
    await dropExchangedTable(engine.pool);
  });

  it('leaves a table that imports, exports and deletions work on', async () => {
    const list = await createList(engine, 'Later', [{ name: 'City', field_type: 'text' }]);
    await untilEnded(engine, await createImport(engine, list, csv(300, 'Oslo'), MAPPED));
    const again = await createImport(engine, list, csv(200, 'Bergen'), { ...MAPPED, overwrite: true });
    await untilEnded(engine, again);
    expect(await cities(list)).toEqual([
      { city: 'Bergen', n: 200 },
      { city: 'Oslo', n: 100 },
    ]);
    const lines = (await exportList(engine, list, { columns: ['email'] })).trim().split('\n');
    expect(lines).toHaveLength(301);
    expect(lines.slice(1)).toEqual([...lines.slice(1)].sort());
    await deleteList(list);
    await engine.temporal.workflow.getHandle(`list-deletion/${list}`).result();
    expect(await countOf(engine, list)).toBe(0);
  });

  let added = 0;

  async function create(list: number, email: string): Promise<number> {
    const path = `/mailing_lists/${list}/subscribers`;
    return succeed(await engine.call('POST', path, { subscriber: { email } })).data.id as number;
  }

  async function deleteList(list: number): Promise<void> {
    const { data } = succeed(await engine.call('GET', `/mailing_lists/${list}/delete_confirmation_code`));
    succeed(await engine.call('DELETE', `/mailing_lists/${list}/confirmed/${data.delete_confirmation_code}`));
  }

  async function contentOf(list: number): Promise<unknown[]> {
    return (await engine.pool.query('select * from subscribers where mailing_list_id = $1 order by id', [list])).rows;
  }

  async function cities(list: number): Promise<unknown[]> {
    const { rows } = await engine.pool.query(
      `select value as city, count(*) as n from subscribers, jsonb_each_text(custom_fields)
        where mailing_list_id = $1 group by 1 order by 1`,
      [list],
    );
    return rows;
  }
});

const MAPPED = { column_mapping: ['email', 'City'] };
const UNSUBSCRIBED = { subscriber: { status: 'unsubscribed' } };
const LAUNCHER = fileURLToPath(new URL('../../bin/sluice.js', import.meta.url));

function csv(rows: number, city: string): string {
  return `email,City\n${Array.from({ length: rows }, (_, n) => `s${n}@example.com,${city}\n`).join('')}`;
}
