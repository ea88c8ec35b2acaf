import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEngine } from '../../support/engine.ts';
import type { TestEngine } from '../../support/engine.ts';
import { suppress, untilSuppressed } from '../../support/suppressions.ts';
import { falseBooks } from './books.ts';

const FILE = 'email\nann@example.com\nbob@example.com\nann@example.com\nnot an address\n';

describe('the books of imports of suppressed addresses', () => {
  let engine: TestEngine;
  let id: number;
  beforeAll(async () => {
    engine = await startTestEngine();
    id = await suppress(engine, FILE);
    expect(await untilSuppressed(engine, id)).toMatchObject({ state: 'finished' });
  });
  afterAll(() => engine.stop());

  it('are right', async () => {
    expect(await falseBooks(engine)).toEqual([]);
  });

  it.each([
    [
      'a row in two counters',
      `update suppressed_address_imports set failed = failed + 1`,
      ['counts 5 rows', 'as failed'],
    ],
    ['a row that is passed over', `update suppressed_address_imports set progress_value = 3`, ['has passed 3 of 4']],
    [
      'a range that is not imported',
      `update suppressed_address_ranges set imported_at = null`,
      ['imported ranges of 0'],
    ],
    ['an address that is lost', `delete from suppressed_addresses where key like 'bob%'`, ['has 1']],
    [
      'a lost line of a log',
      `update suppressed_address_logs set content = '' where kind = 'skipped_duplicate'`,
      ['has not 1 lines', 'bytes of logs'],
    ],
  ])('name %s', async (_, change, named) => {
    const client = await engine.pool.connect();
    try {
      await client.query('begin');
      await client.query(change);
      const found = await falseBooks({ pool: client as never });
      expect(found).toHaveLength(named.length);
      for (const [nth, part] of named.entries()) expect(found[nth]).toContain(part);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
