import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createImport, createList, emailsOf, succeed, untilEnded, untilImport } from '../support/imports.ts';
import { runSluice } from '../support/sluice.ts';
import { createGate } from './support/gate.ts';

const ROWS = Array.from({ length: 12 }, (_, i) => `p${i}@example.com`);
const CSV = `email\n${ROWS.join('\n')}\n`;
const DEACTIVATING = { deactivate_subscribers_not_in_import: true };

describe('what an import would do', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine({ RANGE_BYTES: '60', CHUNK_ROWS: '3' });
  });
  afterAll(() => engine.stop());

  const command = async (id: number, name: string) =>
    succeed(await engine.call('POST', `/subscriber_imports/${id}/${name}`)).data;
  const stateOf = (id: number, wanted: string) => untilImport(engine, id, ({ state }) => state === wanted);
  const statuses = async (listId: number) => {
    const { data } = await engine.call('GET', `/mailing_lists/${listId}/subscribers`);
    return Object.fromEntries(data.map(({ email, status }: Record<string, string>) => [email, status]));
  };

  it('is balanced against the ledger: one that lacks an outcome fails, and says so', async () => {
    const listId = await createList(engine, 'Damaged');
    const gate = await createGate(engine, { before: 'insert', on: 'subscribers', when: `new.email = '${ROWS[0]}'` });
    const id = await createImport(engine, listId, CSV, { max_failed_records: 5 });
    await gate.reached();
    const damaged = () =>
      engine.pool.query(
        `update import_chunks set added = added - 1 where subscriber_import_id = $1 and added > 0
            and chunk_number = (select min(chunk_number) from import_chunks where subscriber_import_id = $1 and added > 0)`,
        [id],
      );
    await expect.poll(async () => (await damaged()).rowCount, { timeout: 30_000 }).toBe(1);
    await gate.open();
    expect(await untilEnded(engine, id)).toMatchObject({
      state: 'failed',
      error_message: expect.stringMatching(/12 records and 11 outcomes: they do not balance/) as string,
      balance: { records: 12, outcomes: 11, is_balanced: false },
    });
  });

  it('is told by a dry run in several chunks, which is then started', async () => {
    const listId = await createList(engine, 'Previewed');
    await untilEnded(engine, await createImport(engine, listId, 'email\ngone@example.com\np1@example.com\n'));
    const settings = { ...DEACTIVATING, overwrite: true, max_failed_records: 0 };
    const dryRunId = await createImport(engine, listId, `${CSV}two@example.com addresses@example.com\n`, {
      ...settings,
      dry_run: true,
    });
    const dry = await untilEnded(engine, dryRunId);
    expect(dry.stats).toMatchObject({
      subscribers: { added: 11, updated: 1, failed: 1 },
      unchanged: 1,
      deactivated: 1,
    });
    expect(await statuses(listId)).toEqual({ 'gone@example.com': 'active', 'p1@example.com': 'active' });

    const { id } = await command(dryRunId, 'start');
    expect(await stateOf(id as number, 'paused')).toMatchObject({ pause_reason: expect.stringContaining('1 of 13') });
    expect(await emailsOf(engine, listId)).toHaveLength(2);
    await command(id as number, 'unpause');
    expect((await untilEnded(engine, id as number)).stats).toEqual(dry.stats);
    expect(await statuses(listId)).toMatchObject({ 'gone@example.com': 'deactivated' });
  });

  it('deactivates no list for an empty source, unless a person says so', async () => {
    const listId = await createList(engine, 'Emptied');
    await untilEnded(engine, await createImport(engine, listId, 'email\nann@example.com\n'));
    const id = await createImport(engine, listId, 'email\n', DEACTIVATING);
    expect(await stateOf(id, 'paused')).toMatchObject({
      pause_reason: expect.stringContaining(
        'no record with an address, and deactivate_subscribers_not_in_import',
      ) as string,
    });
    await command(id, 'cancel');
    expect(await statuses(listId)).toEqual({ 'ann@example.com': 'active' });

    const meant = await createImport(engine, listId, 'email\n', { ...DEACTIVATING, max_deactivated: '100%' });
    expect((await untilEnded(engine, meant)).stats).toMatchObject({ deactivated: 1 });
    expect(await statuses(listId)).toEqual({ 'ann@example.com': 'deactivated' });
  });

  it('is shown by the command line, which stops at an import that a guard has paused', async () => {
    const list = await createList(engine, 'Commanded');
    await untilEnded(engine, await createImport(engine, list, 'email\ngone@example.com\n'));
    const folder = await mkdtemp(join(tmpdir(), 'sluice-previews-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'people.csv');
    await writeFile(file, 'email\nann@example.com\ntwo@example.com addresses@example.com\n');
    const url = await engine.app.listen({ host: '127.0.0.1', port: 0 });
    const run = (words: readonly (string | number)[]) =>
      runSluice(words.map(String), { SLUICE_URL: url, SLUICE_API_KEY: engine.apiKey });
    const args = ['import', file, '--list', list, '--deactivate-missing', '--watch'];
    const dry = await run([...args, '--dry-run']);
    expect(dry).toMatchObject({ code: 0, stderr: expect.stringMatching(/Dry run \d+ is finished\.\n {2}added +1\n/) });
    expect(dry.stderr).toMatch(
      /deactivated +1\nTo see the failed rows: npx sluice failed \d+ > failed\.csv\nNothing was written\./,
    );
    expect(await emailsOf(engine, list)).toEqual(['gone@example.com']);

    const guarded = await run([...args, '--max-failed', '10%', '--max-deactivated', '0']);
    expect(guarded).toMatchObject({ code: 5, stderr: expect.stringMatching(/is paused: 1 of 2 records failed/) });
    expect(guarded.stderr).toContain(`npx sluice job ${guarded.stdout.trim()} unpause`);
    expect(await run([...args, '--max-failed', '5']).then(({ code }) => code)).toBe(0);
    expect(await run([...args, '--max-failed', 'many'])).toMatchObject({ code: 2 });
  });
});
