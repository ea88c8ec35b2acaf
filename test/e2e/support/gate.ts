import { randomInt } from 'node:crypto';
import { expect, onTestFinished, vi } from 'vitest';
import type { TestEngine } from '../../support/engine.ts';

/** Position of a gate: before a row of `on` is written for which `when` holds (SQL; `new` is the row). */
export interface GateSpec {
  readonly before: 'insert' | 'update';
  readonly on: string;
  readonly when?: string;
}

/** A closed gate in the database; it is opened at the end of the test at the latest. */
export interface Gate {
  /** Resolves when so many workers wait at the gate; one unless said otherwise. */
  reached(workers?: number): Promise<void>;
  /** Lets through who waits and who comes later. */
  open(): Promise<void>;
}

/**
 * Builds a gate of a trigger and an advisory lock: work waits inside its transaction, at a place the test chooses. Of
 * several gates at one place the youngest is reached first, since Postgres fires triggers in the order of their names.
 */
export async function createGate(engine: TestEngine, { before, on, when = 'true' }: GateSpec): Promise<Gate> {
  const key = randomInt(1, 2 ** 31 - 1);
  const holder = await engine.pool.connect();
  await holder.query('select pg_advisory_lock($1)', [key]);
  let isOpen = false;
  const open = async () => {
    if (isOpen) return;
    isOpen = true;
    // The database may have been replaced, and the connection have ended with it.
    const failed = await holder.query('select pg_advisory_unlock($1)', [key]).then(
      () => undefined,
      (error: Error) => error,
    );
    holder.release(failed);
  };
  onTestFinished(open);
  await engine.pool.query(`
    create function wait_at_gate_${key}() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(${key});
        return new;
      end $$;
    create trigger gate_${gatesLeft--} before ${before} on ${on} for each row when (${when}) execute function wait_at_gate_${key}()`);

  const waiting = async () => {
    const { rows } = await engine.pool.query(
      `select 1 from pg_locks where locktype = 'advisory' and objid = $1 and not granted
          and database = (select oid from pg_database where datname = current_database())`,
      [key],
    );
    return rows.length;
  };
  return {
    open,
    reached: (workers = 1) => vi.waitFor(async () => expect(await waiting()).toBeGreaterThanOrEqual(workers), PATIENCE),
  };
}

/** Counts down within numbers of one width, which sort as they count. */
let gatesLeft = 999_999;

const PATIENCE = { timeout: 30_000, interval: 20 };
