import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestEngine } from '../../support/engine.ts';
import { startTestEngine } from '../../support/engine.ts';
import { maintain } from '../../support/maintenance.ts';
import { suppress, untilSuppressed } from '../../support/suppressions.ts';

const MOST = 6_000;
const MOST_FAILED = 5_000;
const ROWS = 100;

describe('the logs of imports of suppressed addresses', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine({
      RANGE_BYTES: '500',
      LOGS_OF_ORGANIZATION_BYTES: String(MOST),
      FAILED_LOGS_OF_ORGANIZATION_BYTES: String(MOST_FAILED),
    });
  });
  afterAll(() => engine.stop());

  it('take no more bytes of the organization than all of its logs may, and give them back when they are purged', async () => {
    const ids: number[] = [];
    for (let file = 0; file < 4; file++) {
      ids.push(await importRows((row) => `p${row}@f${file}.example.com`, { added: ROWS, failed: 0 }));
      expect((await expectCounted()).bytes).toBeLessThanOrEqual(MOST);
    }
    expect((await expectCounted()).bytes).toBeGreaterThan(MOST - 600);
    expect(await countLogged(ids, 'added')).toBe(ROWS * ids.length);
    expect(await engine.text(`/suppressed_address_imports/${ids[3] ?? 0}/logs/added`)).toContain(
      ' more rows are counted, but not in this log: it may have no more bytes.',
    );
    await purge();
    expect(await expectCounted()).toEqual({ bytes: 0, failed: 0 });
  });

  it('have no more failed rows than the failed logs of the organization may', async () => {
    const ids: number[] = [];
    for (let file = 0; file < 2; file++) {
      ids.push(await importRows((row) => `p${row}.f${file}.example.com`, { added: 0, failed: ROWS }));
      const { failed } = await expectCounted();
      expect(failed).toBeGreaterThan(1_000);
      expect(failed).toBeLessThanOrEqual(MOST_FAILED);
    }
    expect(await countLogged(ids, 'failed')).toBe(ROWS * ids.length);
    await purge();
    expect(await expectCounted()).toEqual({ bytes: 0, failed: 0 });
  });

  async function importRows(address: (row: number) => string, stats: Record<string, number>): Promise<number> {
    const csv = `email\n${Array.from({ length: ROWS }, (_, row) => `${address(row)}\n`).join('')}`;
    const id = await suppress(engine, csv);
    expect(await untilSuppressed(engine, id)).toMatchObject({ state: 'finished', stats });
    return id;
  }

  /** Bytes that the organization counts, which are those that its logs have. */
  async function expectCounted(): Promise<{ bytes: number; failed: number }> {
    const counted = await engine.pool.query<{ bytes: number; failed: number }>(
      'select bytes, failed_bytes as failed from organization_logs where organization_id = 1',
    );
    const stored = await engine.pool.query<{ bytes: number; failed: number }>(
      `select coalesce(sum(octet_length(content)), 0)::bigint as bytes,
              coalesce(sum(octet_length(content)) filter (where kind = 'failed'), 0)::bigint as failed
         from suppressed_address_logs`,
    );
    expect(counted.rows).toEqual(stored.rows);
    return stored.rows[0] ?? { bytes: -1, failed: -1 };
  }

  /** Rows that the logs of a kind have or leave out. */
  async function countLogged(ids: readonly number[], kind: string): Promise<number> {
    const { rows } = await engine.pool.query<{ n: number }>(
      `select sum(entries + left_out)::integer as n from suppressed_address_logs
        where suppressed_address_import_id = any ($1::bigint[]) and kind = $2`,
      [ids, kind],
    );
    return rows[0]?.n ?? 0;
  }

  async function purge(): Promise<void> {
    await engine.pool.query(`update suppressed_address_imports set finished_at = now() - interval '8 days'`);
    await maintain(engine.temporal, 'purge');
  }
});
