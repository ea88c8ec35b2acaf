import { expect } from 'vitest';
import type { TestEngine } from '../../support/engine.ts';
import { suppress, untilSuppressed, untilSuppression } from '../../support/suppressions.ts';
import { createGate } from './gate.ts';
import type { Gate, GateSpec } from './gate.ts';

const ROWS = 4_000;
const COUNTS = { added: 3_600, failed: 400, skipped_duplicate: 0 };

/** A file of 4,000 addresses of its own, of which each tenth is none: ten ranges of 8 KiB and more. */
export function addressesToSuppress(): string {
  const domain = `held${files++}.example.com`;
  return `email\n${Array.from({ length: ROWS }, (_, i) => `p${i}${i % 10 === 9 ? '.' : '@'}${domain}\n`).join('')}`;
}

let files = 1;

/** The place inside the transaction of a range, whose addresses are written and not committed. */
export function suppressing(range: number): GateSpec {
  return { before: 'update', on: 'suppressed_address_ranges', when: `new.range_number = ${range}` };
}

/** An import of suppressed addresses that is held in the middle. */
export async function holdSuppression(
  engine: TestEngine,
  source: string | Record<string, unknown> = addressesToSuppress(),
): Promise<{ readonly id: number; readonly gate: Gate }> {
  const gate = await createGate(engine, suppressing(3));
  const id = await suppress(engine, source);
  await gate.reached();
  await untilSuppression(engine, id, ({ state }) => state === 'importing');
  return { id, gate };
}

/** Waits for the end of such an import, which must have each row in one counter, one log and, if it is an address, one address. */
export async function expectSuppressed(engine: TestEngine, id: number): Promise<void> {
  expect(await untilSuppressed(engine, id)).toMatchObject({
    state: 'finished',
    error_message: null,
    stats: { number_of_records: ROWS, ...COUNTS },
  });
  const { rows } = await engine.pool.query<Record<string, number>>(
    `select (select count(*)::int from suppressed_addresses where suppressed_address_import_id = $1) as addresses,
            coalesce(sum(entries) filter (where kind = 'added'), 0)::int as added,
            coalesce(sum(entries) filter (where kind = 'failed'), 0)::int as failed,
            coalesce(sum(entries) filter (where kind = 'skipped_duplicate'), 0)::int as skipped_duplicate
       from suppressed_address_logs where suppressed_address_import_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ ...COUNTS, addresses: COUNTS.added }]);
}
