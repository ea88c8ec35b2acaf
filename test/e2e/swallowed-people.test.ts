import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, succeed, untilEnded, untilImport } from '../support/imports.ts';
import { runSluice } from '../support/sluice.ts';

const FIELDS = ['Name', 'City'].map((name) => ({ name, field_type: 'text' }));
const MAPPING = { column_mapping: ['email', 'Name', 'City'] };
const NAMED = ['--map', '1=email', '--map', '2=Name', '--map', '3=City', '--watch'];
const DEACTIVATING = { ...MAPPING, deactivate_subscribers_not_in_import: true };
const WITHIN = 'The row is within a field of row';
/** Row 3 has a quotation mark too many, which closes in row 6. */
const SWALLOWING = [
  ...['ann@x.example,Ann,Ulm', 'bob@x.example,Bob,Ulm', 'cid@x.example,"Cid,Ulm', 'dan@x.example,Dan,Ulm'],
  ...['eve@x.example,Eve,Ulm', 'fay@x.example,Fay","Ulm"', 'gus@x.example,Gus,Ulm'],
];
const fileOf = (...lines: string[]) => `email,Name,City\n${lines.join('\n')}\n`;

describe('people whose rows are within a field of another one', () => {
  let engine: TestEngine;
  let folder: string;
  let settings: Record<string, string>;
  beforeAll(async () => {
    engine = await startTestEngine();
    folder = await mkdtemp(join(tmpdir(), 'sluice-swallowed-'));
    const url = await engine.app.listen({ host: '127.0.0.1', port: 0 });
    settings = { SLUICE_URL: url, SLUICE_API_KEY: engine.apiKey, SLUICE_CACHE_DIR: folder };
  });
  afterAll(async () => {
    await engine.stop();
    await rm(folder, { recursive: true });
  });

  const list = async (...people: string[]) => {
    const id = await createList(engine, crypto.randomUUID(), FIELDS);
    for (const name of people) {
      succeed(
        await engine.call('POST', `/mailing_lists/${id}/subscribers`, { subscriber: { email: `${name}@x.example` } }),
      );
    }
    return id;
  };
  const command = async (listId: number, content: string, ...args: string[]) => {
    const file = join(folder, `${crypto.randomUUID()}.csv`);
    await writeFile(file, content);
    return runSluice(['import', file, '--list', String(listId), ...NAMED, ...args], settings);
  };
  const failedRowsOf = async (importId: number) => {
    const lines = (await engine.text(`/subscriber_imports/${importId}/failed_rows`)).trimEnd().split('\n').slice(1);
    return lines.map((line) => {
      const { row, fields, message } = JSON.parse(line) as { row: number; fields: string[]; message: string };
      return [row, fields[0], message];
    });
  };
  const statusesOf = async (listId: number) => {
    const { rows } = await engine.pool.query<{ name: string; status: string }>(
      `select split_part(email, '@', 1) as name, status from subscribers where mailing_list_id = $1`,
      [listId],
    );
    return Object.fromEntries(rows.map(({ name, status }) => [name, status]));
  };

  it('are failed rows with the number of that row, which they are not counted with, by API and command line alike', async () => {
    const content = fileOf(...SWALLOWING);
    const byApi = await createImport(engine, await list(), content, MAPPING);
    const run = await command(await list(), content);
    for (const id of [byApi, Number(run.stdout)]) {
      const { stats, notices } = await untilEnded(engine, id);
      expect(stats).toMatchObject({ number_of_records: 4, subscribers: { added: 3, failed: 1 } });
      expect(notices).toEqual([
        {
          ...{ code: 'swallowed_rows', columns: [], rows: [], count: 3 },
          message:
            '3 rows stand within a field of a failed row, where a quotation mark is missing or there is one too many. They are ' +
            'not imported, and not counted as failed: the failed rows have each of them.',
        },
      ]);
      expect(await failedRowsOf(id)).toEqual([
        [3, 'cid@x.example', expect.stringMatching(/^Name holds line breaks and rows of other people/)],
        ...['dan', 'eve', 'fay'].map((name) => [3, `${name}@x.example`, `${WITHIN} 3.`]),
      ]);
    }
    expect(run).toMatchObject({ code: 8, stderr: expect.stringContaining('Notice: 3 rows stand within a field') });
    const { stdout } = await runSluice(['failed', run.stdout.trim()], settings);
    expect(stdout.split(`${WITHIN} 3.`)).toHaveLength(4);
  });

  it('have the notice in an import of several ranges, and until its logs are purged', async () => {
    const others = Array.from({ length: 300 }, (_, at) => `p${at}@x.example,P,${'Ulm'.repeat(20)}`);
    const file = fileOf(...others, ...SWALLOWING, ...SWALLOWING.map((line) => `x${line}`));
    const id = await createImport(engine, await list(), file, { ...MAPPING, max_failed_records: '50%' });
    expect(await untilEnded(engine, id)).toMatchObject({ notices: [{ code: 'swallowed_rows', count: 6 }] });
    expect(new Set((await failedRowsOf(id)).map(([row]) => row))).toEqual(new Set([303, 307]));
    // A worker of an earlier version that ends an import does not note the number.
    await engine.pool.query('update subscriber_imports set swallowed = null where id = $1', [id]);
    expect(await untilEnded(engine, id)).toMatchObject({ notices: [{ code: 'swallowed_rows', count: 6 }] });
    await engine.pool.query(
      `update subscriber_imports set swallowed = null, purged_at = now(), notices = '[]', scan_notices = '[]' where id = $1`,
      [id],
    );
    expect(await untilEnded(engine, id)).toMatchObject({ notices: [] });
  });

  it('stay active where the import deactivates those who are not in the file', async () => {
    const known = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay', 'gus', 'hal', 'ida'];
    const malformed = ['"hal@x.example"x,Hal,Ulm', 'ida@x.example,Ida,Ulm,more'];
    const content = fileOf(...SWALLOWING, ...malformed);
    const [one, other] = [await list(...known, 'zoe'), await list(...known, 'zoe')];
    const id = await createImport(engine, one, content, { ...DEACTIVATING, max_deactivated: 5 });
    await untilEnded(engine, id);
    const run = await command(other, content, '--deactivate-missing', '--max-deactivated', '5');
    expect(run.code).toBe(8);
    for (const listId of [one, other]) {
      const { zoe, ...present } = await statusesOf(listId);
      expect(present).toMatchObject(Object.fromEntries(known.map((name) => [name, 'active'])));
      expect(zoe).toBe('deactivated');
    }
  });

  it.each([
    ['a row within a field', fileOf('ann@x.example,"Ann,Ulm', 'bob@x.example,Bob,Ulm', 'no address,Cid","Ulm"')],
    ['a malformed row', fileOf('ann@x.example,Ann,Ulm', '"no"address,Bob,Ulm')],
    ['a row with an address that cannot be read', fileOf('ann@x.example,Ann,Ulm', 'bob at x.example,Bob,Ulm')],
  ])('pause the import before anyone is deactivated where %s has no address', async (_, content) => {
    const listId = await list('ann', 'bob', 'cid');
    const id = await createImport(engine, listId, content, DEACTIVATING);
    const { pause_reason } = await untilImport(engine, id, ({ state }) => state === 'paused');
    expect(pause_reason).toContain('address');
    expect(await command(listId, content, '--deactivate-missing')).toMatchObject({
      ...{ code: 5, stderr: expect.stringContaining(pause_reason) },
    });
    expect(await statusesOf(listId)).toMatchObject({ ann: 'active', bob: 'active', cid: 'active' });
  });

  it('are named where a guard lets others be deactivated, and the command ends with 8', async () => {
    const content = fileOf('ann@x.example,Ann,Ulm', 'bob at x.example,Bob,Ulm', 'no address,Cid,Ulm');
    const sentence = (verb: string) =>
      `2 failed records have no address that can be read. Their people may be among the 2 subscribers that ${verb} deactivated: ` +
      'look at the failed rows.';
    for (const [dry_run, verb] of [
      [true, 'would be'],
      [false, 'were'],
    ] as const) {
      const listId = await list('ann', 'bob', 'cid');
      const id = await createImport(engine, listId, content, { ...DEACTIVATING, max_deactivated: 2, dry_run });
      const { notices } = await untilEnded(engine, id);
      expect(notices).toEqual([{ code: 'unread_rows', message: sentence(verb), columns: [], rows: [], count: 2 }]);
    }
    const passed = await command(
      await list('ann', 'bob', 'cid'),
      content,
      '--deactivate-missing',
      '--max-deactivated',
      '2',
    );
    expect(passed).toMatchObject({ code: 8, stderr: expect.stringContaining(sentence('were')) });
    const harmless = await command(await list('ann'), content, '--deactivate-missing', '--max-deactivated', '2');
    expect(harmless).toMatchObject({ code: 0, stderr: expect.not.stringContaining('no address that can be read') });
  });
});
