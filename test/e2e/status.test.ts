import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SUBSCRIBER_STATUSES } from '../../engine/domain/subscribers.ts';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createImport, createList, succeed, untilEnded } from '../support/imports.ts';
import { runSluice } from '../support/sluice.ts';

const FILE = new URL('../cases/imports/112-console-status.csv', import.meta.url);
const CSV = readFileSync(FILE, 'utf8');
const PEOPLE = SUBSCRIBER_STATUSES.map((status) => [`${status.slice(0, 2)}@x.example`, status] as const);
const ALL = Object.fromEntries(SUBSCRIBER_STATUSES.map((status) => [status, true]));
const OVERWRITING = {
  ...{ column_mapping: ['email', 'City'], overwrite: true },
  ...{ overwrite_what: { status: true }, overwrite_when_status: ALL },
};

describe('an import that overwrites the status', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    // Each person is a chunk.
    engine = await startTestEngine({ RANGE_BYTES: '30', CHUNK_ROWS: '1' });
  });
  afterAll(() => engine.stop());

  const listWithPeople = async (name: string) => {
    const list = await createList(engine, name, [{ name: 'City', field_type: 'text' }]);
    const csv = `email,status\n${PEOPLE.map((person) => person.join(',')).join('\n')}\n`;
    await untilEnded(engine, await createImport(engine, list, csv, { column_mapping: ['email', 'status'] }));
    return list;
  };
  const statusesOf = async (list: number) => {
    const { data } = await engine.call('GET', `/mailing_lists/${list}/subscribers`);
    return Object.fromEntries(data.map(({ email, status }: Record<string, string>) => [email, status]));
  };

  it('changes nobody whose row says nothing of it, and counts nobody as reactivated', async () => {
    const list = await listWithPeople('Kept');
    const { stats } = await untilEnded(engine, await createImport(engine, list, CSV, OVERWRITING));
    expect(stats).toMatchObject({ subscribers: { updated: 5 }, reactivated: 0 });
    expect(await statusesOf(list)).toEqual(Object.fromEntries(PEOPLE));
  });

  it('reactivates by a default that the call sends, with the number of its dry run', async () => {
    const list = await listWithPeople('Reactivated');
    const settings = { ...OVERWRITING, subscriber_defaults: { status: 'active' }, dry_run: true };
    const dryRun = await untilEnded(engine, await createImport(engine, list, CSV, settings));
    expect(dryRun.stats).toMatchObject({ reactivated: 4, statuses: { active: 5 } });
    expect(await statusesOf(list)).toEqual(Object.fromEntries(PEOPLE));

    const started = succeed(await engine.call('POST', `/subscriber_imports/${dryRun.id}/start`)).data;
    expect(started.stats).toMatchObject({ reactivated: 0 });
    expect((await untilEnded(engine, started.id as number)).stats).toEqual(dryRun.stats);
    expect(new Set(Object.values(await statusesOf(list)))).toEqual(new Set(['active']));
  });

  it('keeps what its dry run did with rows that say nothing, when that is started', async () => {
    const list = await listWithPeople('Checked');
    const dryRun = await untilEnded(engine, await createImport(engine, list, CSV, { ...OVERWRITING, dry_run: true }));
    const { id } = succeed(await engine.call('POST', `/subscriber_imports/${dryRun.id}/start`)).data;
    expect((await untilEnded(engine, id as number)).stats).toEqual(dryRun.stats);
    expect(await statusesOf(list)).toEqual(Object.fromEntries(PEOPLE));
  });

  it('takes the status of rows without one from the command line', async () => {
    const list = await createList(engine, 'Commanded', [{ name: 'City', field_type: 'text' }]);
    const url = await engine.app.listen({ host: '127.0.0.1', port: 0 });
    const run = (...words: string[]) =>
      runSluice(['import', fileURLToPath(FILE), '--list', String(list), ...words], {
        SLUICE_URL: url,
        SLUICE_API_KEY: engine.apiKey,
      });
    expect(await run('--status', 'unsubscribed', '--watch')).toMatchObject({ code: 0 });
    expect(new Set(Object.values(await statusesOf(list)))).toEqual(new Set(['unsubscribed']));
    expect(await run('--status', 'gone')).toMatchObject({ code: 2, stderr: expect.stringContaining('scomp') });
  });
});
