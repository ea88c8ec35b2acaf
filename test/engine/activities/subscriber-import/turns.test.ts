import { Readable } from 'node:stream';
import { MockActivityEnvironment } from '@temporalio/testing';
import { ApplicationFailure } from '@temporalio/common';
import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../../../engine/db/core/slonik.ts';
import { findLiveJob } from '../../../../engine/db/jobs/live-jobs.ts';
import { sourceKey } from '../../../../engine/files/source-key.ts';
import { subscriberImportKind } from '../../../../engine/job-kinds/subscriber-import.ts';
import { endDownloadTurn, isItsTurn } from '../../../../engine/db/imports/turns.ts';
import { recordImportState } from '../../../../engine/activities/subscriber-import/record-import-state.ts';
import { takeTurn } from '../../../../engine/activities/subscriber-import/take-turn.ts';
import { DEFAULTS } from '../../../support/import-options.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';

describe('whether it is the turn of an import', () => {
  const limits = { imports: 10, downloads: 4 };
  const none = { imports: 0, downloads: 0, smallImports: 0, importsAhead: 0, downloadsAhead: 0, smallAhead: 0 };
  it.each([
    ['nothing else is there', {}, true, true],
    ['every turn is taken', { imports: 10 }, false, false],
    ['every download is taken', { imports: 4, downloads: 4 }, true, false],
    ['older ones take what is left', { imports: 8, importsAhead: 2 }, false, false],
    ['older ones leave one', { imports: 8, importsAhead: 1 }, true, true],
    [
      'older ones wait for downloads only',
      { imports: 4, downloads: 4, importsAhead: 30, downloadsAhead: 30 },
      true,
      false,
    ],
    ['older ones may download', { imports: 6, downloads: 2, importsAhead: 30, downloadsAhead: 30 }, true, false],
    [
      'older ones may download and take all',
      { imports: 8, downloads: 2, importsAhead: 30, downloadsAhead: 30 },
      false,
      false,
    ],
  ])('%s', (_, count, inline, url) => {
    expect(isItsTurn({ ...none, ...count }, limits, { downloads: false, isSmall: false })).toBe(inline);
    expect(isItsTurn({ ...none, ...count }, limits, { downloads: true, isSmall: false })).toBe(url);
  });

  it.each([
    ['large ones hold every turn and wait', { imports: 10, importsAhead: 50 }, true, false],
    ['small ones hold their own turns', { imports: 2, smallImports: 2 }, true, true],
    ['small ones hold their own turns, large ones all others', { imports: 12, smallImports: 2 }, false, false],
    ['one that is small goes ahead', { imports: 10, importsAhead: 1, smallAhead: 1 }, true, false],
    ['two that are small go ahead', { imports: 10, importsAhead: 2, smallAhead: 2 }, false, false],
    ['small ones hold their own turns and eight others', { imports: 10, smallImports: 10 }, true, true],
    ['the last one goes to a large one ahead', { imports: 11, smallImports: 2, importsAhead: 1 }, false, false],
  ])('of a small or a large one: %s', (_, count, small, large) => {
    expect(isItsTurn({ ...none, ...count }, limits, { downloads: false, isSmall: true })).toBe(small);
    expect(isItsTurn({ ...none, ...count }, limits, { downloads: false, isSmall: false })).toBe(large);
  });
});

describe('turns of an organization that may have three imports under way, two of them downloading', () => {
  let fixture: ImportFixture;
  let database: DatabasePool;
  beforeAll(async () => {
    fixture = await createImportFixture();
    database = await createDatabase(String(fixture.pool.options.connectionString), { connections: 1 });
  });
  afterAll(async () => {
    await database.end();
    await fixture.close();
  });

  const ask = async (importId: number) => {
    try {
      await new MockActivityEnvironment({ attempt: 1 }).run(takeTurn(fixture.deps), { importId });
      return 'taken';
    } catch (error) {
      if (!(error instanceof ApplicationFailure)) throw error;
      return error.message;
    }
  };
  const create = (organizationId: number, listId: number, type = 'json') =>
    addImport(fixture, { organizationId, listId, type });

  it('are taken in the order of age, and given back at the end', async () => {
    const { organizationId, listId } = await addList(fixture);
    const ids = [];
    for (let i = 0; i < 5; i++) ids.push(await create(organizationId, listId));
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = ids;

    for (const id of [a, b, c, a]) expect(await ask(id)).toBe('taken');
    expect(await ask(d)).toMatch(/^Waits for a slot: 3 imports of its organization are under way, 0 .* 0 are ahead/);
    expect(await ask(e)).toMatch(/1 are ahead/);
    await recordImportState(fixture.deps)({ importId: b, state: 'cancelled', errorMessage: null });
    expect(await ask(e)).toMatch(/1 are ahead/);
    expect(await ask(d)).toBe('taken');
  });

  it('are no hindrance to another organization', async () => {
    const [busy, other] = [await addList(fixture), await addList(fixture)];
    for (let i = 0; i < 3; i++) expect(await ask(await create(busy.organizationId, busy.listId))).toBe('taken');
    expect(await ask(await create(busy.organizationId, busy.listId))).not.toBe('taken');
    expect(await ask(await create(other.organizationId, other.listId))).toBe('taken');
  });

  it('are counted for downloads until the source is there', async () => {
    const { organizationId, listId } = await addList(fixture);
    const urls = [];
    for (let i = 0; i < 3; i++) urls.push(await create(organizationId, listId, 'url'));
    const [a = 0, b = 0, c = 0] = urls;
    expect([await ask(a), await ask(b)]).toEqual(['taken', 'taken']);
    expect(await ask(c)).toMatch(/2 of them download/);
    await endDownloadTurn(fixture.pool, a);
    expect(await ask(c)).toBe('taken');
    expect(await ask(await create(organizationId, listId))).not.toBe('taken');
  });

  it('go to the next one when one that asked before is paused or has not asked for two minutes', async () => {
    const { organizationId, listId } = await addList(fixture);
    const ids = [];
    for (let i = 0; i < 6; i++) ids.push(await create(organizationId, listId));
    const [a = 0, , , d = 0, e = 0, f = 0] = ids;
    for (const id of ids) await ask(id);
    await fixture.pool.query(`update subscriber_imports set state = 'paused' where id = $1`, [d]);
    await fixture.pool.query(
      `update subscriber_imports set turn_asked_at = now() - interval '3 minutes' where id = $1`,
      [e],
    );
    await recordImportState(fixture.deps)({ importId: a, state: 'finished', errorMessage: null });
    expect(await ask(f)).toBe('taken');
  });

  it('go to small ones, whose own turns come first, but not before a large one that has waited for ten minutes', async () => {
    const { organizationId, listId } = await addList(fixture);
    const addSmall = async () => {
      const id = await create(organizationId, listId);
      await fixture.deps.files.write(
        sourceKey({ id, jobKey: null }),
        Readable.from([Buffer.from('email\na@example.com\n')]),
      );
      return id;
    };
    const place = async (id: number) => {
      const job = await findLiveJob(database, subscriberImportKind, id);
      return job?.placeInQueue;
    };
    const large = [];
    for (let i = 0; i < 5; i++) large.push(await create(organizationId, listId));
    const [a = 0, , , d = 0, e = 0] = large;
    for (const id of large) await ask(id);
    expect(await ask(await addSmall())).toBe('taken');
    expect(await ask(await addSmall())).toBe('taken');
    const third = await addSmall();
    expect(await ask(third)).toMatch(/5 imports of its organization are under way, .* 0 are ahead/);
    expect(await Promise.all([third, d, e].map(place))).toEqual([1, 2, 3]);

    await fixture.pool.query(
      `update subscriber_imports set created_at = now() - interval '11 minutes',
      begins_at = now() - interval '11 minutes' where id = $1`,
      [d],
    );
    expect(await ask(d)).toMatch(/0 are ahead/);
    await recordImportState(fixture.deps)({ importId: a, state: 'finished', errorMessage: null });
    expect(await ask(third)).toMatch(/1 are ahead/);
    expect(await Promise.all([d, third, e].map(place))).toEqual([1, 1, 3]);
    expect(await ask(d)).toBe('taken');
  });
});

let number = 0;

async function addList({ pool }: ImportFixture): Promise<{ organizationId: number; listId: number }> {
  const { rows } = await pool.query<{ organizationId: number; listId: number }>(
    `with o as (insert into organizations (name) values ($1) returning id)
     insert into mailing_lists (organization_id, name) select id, 'Turns' from o
     returning organization_id as "organizationId", id as "listId"`,
    [`Turns ${++number}`],
  );
  return rows[0] ?? { organizationId: 0, listId: 0 };
}

async function addImport(
  { pool }: ImportFixture,
  { organizationId, listId, type }: { organizationId: number; listId: number; type: string },
): Promise<number> {
  const source = type === 'url' ? { type, url: 'http://127.0.0.1/list.csv' } : { type, filename: 'data' };
  const { rows } = await pool.query<{ id: number }>(
    `insert into subscriber_imports (organization_id, mailing_list_id, begins_at, options, policy)
     values ($1, $2, now(), $3, '{}') returning id`,
    [organizationId, listId, JSON.stringify({ ...DEFAULTS, file_source: source })],
  );
  return rows[0]?.id ?? 0;
}
