import { expect, it, onTestFinished } from 'vitest';
import { createPool } from '../../../../engine/db/core/pool.ts';
import { beginEpoch, keepEpoch, readEpoch } from '../../../../engine/db/installation/epoch.ts';
import { readSetBack } from '../../../../engine/db/installation/set-back.ts';
import { createTestDatabase } from '../../../support/database.ts';

const KINDS = [
  { table: 'subscriber_imports', idColumn: 'id' },
  { table: 'list_deletions', idColumn: 'mailing_list_id' },
];
const HOUR_MS = 3_600_000;

it('a database that never went back has no such time', async () => {
  const { pool, url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const session = createPool(url, { begin: keepEpoch });
  await session.query('select 1');
  await session.end();
  expect(await readSetBack(pool, KINDS)).toBeNull();
});

it('a copy has the time, and jobs may be lost since an hour before its youngest one', async () => {
  const { pool, url, drop } = await createTestDatabase();
  onTestFinished(drop);
  await pool.query(`
    insert into organizations (id, name) values (1, 'Any');
    insert into mailing_lists (id, organization_id, name) values (7, 1, 'Any');
    insert into list_deletions (mailing_list_id, organization_id, created_at) values (7, 1, now() - interval '5 hours');
    update installation set origin = 'another server'`);
  const session = createPool(url, { begin: keepEpoch });
  await session.query('select 1');
  await session.end();
  const setBack = await readSetBack(pool, KINDS);
  expect(setBack?.epoch).toBe(await readEpoch(pool));
  expect(setBack?.agoMs).toBeLessThan(HOUR_MS);
  expect(Math.round((Number(setBack?.at) - Number(setBack?.since)) / HOUR_MS)).toBe(6);
});

it('without an older job they may be lost since a week, and after a week nothing is reported', async () => {
  const { pool, drop } = await createTestDatabase();
  onTestFinished(drop);
  await beginEpoch(pool);
  const setBack = await readSetBack(pool, KINDS);
  expect(Number(setBack?.at) - Number(setBack?.since)).toBe(7 * 24 * HOUR_MS);
  await pool.query(`update installation set epoch_began_at = now() - interval '8 days'`);
  expect(await readSetBack(pool, KINDS)).toBeNull();
});

it('a database of an earlier version has none', async () => {
  const { pool, drop } = await createTestDatabase({ isMigrated: false });
  onTestFinished(drop);
  expect(await readSetBack(pool, KINDS)).toBeNull();
});
