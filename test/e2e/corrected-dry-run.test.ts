import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandJob } from '../support/commands.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, emailsOf, succeed, untilEnded } from '../support/imports.ts';
import { maintain } from '../support/maintenance.ts';
import { MANY_PIECES } from './support/staged-import.ts';

const ROWS = 120;
const emailOf = (row: number) => `p${row}@example.com`;
/** Each tenth row has no address. */
const isFaulty = (row: number) => row % 10 === 0;
const CSV = `email,Topic\n${Array.from({ length: ROWS }, (_, at) => {
  const row = at + 1;
  return isFaulty(row) ? `p${row}.example.com,Cats\n` : `${emailOf(row)},Cats\n`;
}).join('')}`;
const TOPIC = { name: 'Topic', field_type: 'select_single_dropdown', options: ['Cats'] };

describe('an import of a dry run whose rows were corrected', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine(MANY_PIECES);
  });
  afterAll(() => engine.stop());

  const dryRun = async () => {
    const list = await createList(engine, `List ${crypto.randomUUID()}`, [TOPIC]);
    const before = await createImport(engine, list, `email\n${emailOf(10)}\ngone@example.com\n`);
    await untilEnded(engine, before);
    const id = await createImport(engine, list, CSV, {
      ...{ column_mapping: ['email', 'Topic'], dry_run: true },
      column_rules: [null, { create_options: true }],
    });
    expect((await untilEnded(engine, id)).stats.subscribers).toMatchObject({ failed: ROWS / 10 });
    return { list, id };
  };
  const correct = async (id: number, row: number, correction: object) =>
    succeed(
      await engine.call('PUT', `/subscriber_imports/${id}/corrections/rows/${row}`, {
        correction: { ...correction, version: 0 },
      }),
    );
  const start = async (id: number, body?: object) =>
    succeed(await engine.call('POST', `/subscriber_imports/${id}/start`, body)).data['id'] as number;

  it('reads the whole file with them, piece by piece', async () => {
    const { list, id } = await dryRun();
    for (let row = 10; row <= 90; row += 10) await correct(id, row, { cells: { email: emailOf(row) } });
    await correct(id, 100, { cells: { email: emailOf(100), Topic: 'Dogs' } });
    await correct(id, 110, { dropped: true });
    const started = await start(id);
    expect((await untilEnded(engine, started)).stats).toMatchObject({
      number_of_records: ROWS,
      subscribers: { added: ROWS - 12 + 9, skipped_overwrite: 1, failed: 2 },
    });
    const emails = await emailsOf(engine, list);
    expect(emails).toEqual(expect.arrayContaining([10, 50, 100].map(emailOf)));
    expect(emails).not.toContain(emailOf(110));
    const { data } = await engine.call('GET', `/subscriber_imports/${started}/corrections`);
    expect(data).toMatchObject({ number_of_rows: 2, left: 1, dropped: 1, ready: 0 });
    const { data: fields } = await engine.call('GET', `/mailing_lists/${list}/custom_fields`);
    expect(JSON.stringify(fields)).toContain('Dogs');
  });

  it('keeps them until it is purged, too, though the logs of the dry run have expired', async () => {
    const { id } = await dryRun();
    await correct(id, 10, { cells: { email: emailOf(10) } });
    const started = await start(id, { begins_at: new Date(Date.now() + 3_600_000).toISOString() });
    await expire(id);
    expect(await engine.call('GET', `/subscriber_imports/${id}/corrections`)).toMatchObject({
      error_message: 'worklist not found',
    });
    await maintain(engine.temporal, 'purge');
    expect(await rowsOf(id)).toBe(ROWS / 10);
    await commandJob(engine, `/subscriber_imports/${started}/cancel`);
    await untilEnded(engine, started);
    await expire(started);
    await maintain(engine.temporal, 'purge');
    expect(await rowsOf(id)).toBe(0);
  });

  const expire = (id: number) =>
    engine.pool.query(`update subscriber_imports set finished_at = now() - interval '1 year' where id = $1`, [id]);
  const rowsOf = async (id: number) => {
    const query = `select count(*)::int as rows from import_worklist_rows where subscriber_import_id = $1`;
    return (await engine.pool.query<{ rows: number }>(query, [id])).rows[0]?.rows;
  };
});
