import { expect, vi } from 'vitest';
import type { TestEngine } from '../../support/engine.ts';

/** Holds the clean-up of an import at the table that it drops first. */
export async function holdCleaning(engine: TestEngine, id: number) {
  await engine.pool.query(`create unlogged table staging.import_${id}_keys (key text)`);
  const client = await engine.pool.connect();
  await client.query(`begin; lock table staging.import_${id}_keys in share mode`);
  const waiting = `select from pg_locks where not granted and relation = 'staging.import_${id}_keys'::regclass
     and database = (select oid from pg_database where datname = current_database())`;
  return {
    reached: () => vi.waitFor(async () => expect((await client.query(waiting)).rowCount).toBeGreaterThan(0), PATIENCE),
    release: async () => {
      await client.query('commit');
      client.release();
    },
  };
}

const PATIENCE = { timeout: 30_000, interval: 50 };
