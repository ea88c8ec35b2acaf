import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityDeps } from '../../../../engine/activities/deps.ts';
import { purgeImport } from '../../../../engine/activities/purge-import.ts';
import type { LogLimits } from '../../../../engine/platform/config.ts';
import { falseBooks } from '../../../chaos/checks/books.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { DEFAULTS } from '../../../support/import-options.ts';
import { attempt, runImport, stageImport, undisturbed } from '../pipeline.ts';
import { accidents, disturbed, emptyStaging } from './accidents.ts';

const RUNS = Number(process.env['SLUICE_PROPERTY_RUNS'] ?? 30);

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(async () => {
  expect(await falseBooks(fixture)).toEqual([]);
  await fixture.close();
});

const ANY: LogLimits = { failedLog: 1e9, failedLogsOfOrganization: 1e9, logsOfOrganization: 1e9 };
const withLimits = (limits: Partial<LogLimits>): ActivityDeps => ({
  ...fixture.deps,
  logLimits: { ...ANY, ...limits },
});

const HEADED = { file_format: { ...DEFAULTS.file_format, csv_has_headers: true } };
const REASON = 'email is not a valid address';
/** Two rows in three fail, each with 10 characters. */
const ROWS = Array.from({ length: 60 }, (_, n) => (n % 3 === 0 ? `p${n}@x.io` : `bad ${n}`.padEnd(10)));
const SOURCE = `Email\n${ROWS.join('\n')}\n`;
/** The bytes that a line of the failed log counts: its text, the reason with its separators, and where it was. */
const LINE = `${'x'.repeat(10)},"${REASON}"\n`.length + 8;
const HEADER = 'Email,Error\n'.length;

async function importRows(deps: ActivityDeps, list: TestList, { lanes = 1, options = {} } = {}): Promise<number> {
  const id = await fixture.createImport(list, SOURCE, { ...HEADED, ...options });
  await runImport(id, { perform: undisturbed(deps), lanes });
  return id;
}

/** The logged entries of a kind, those that are left out, and the bytes that count. */
async function logOf(id: number, kind = 'failed') {
  const { rows } = await fixture.pool.query<{ lines: number; leftOut: number; bytes: number; content: string }>(
    `select coalesce(sum(entries), 0)::integer as lines, coalesce(sum(left_out), 0)::integer as "leftOut",
            coalesce(sum(bytes), 0)::integer as bytes, coalesce(string_agg(content, '' order by part, piece), '') as content
       from import_logs where subscriber_import_id = $1 and kind = $2`,
    [id, kind],
  );
  return rows[0] ?? { lines: 0, leftOut: 0, bytes: 0, content: '' };
}

async function bytesOf({ organizationId }: TestList): Promise<{ bytes: number; failed: number }> {
  const { rows } = await fixture.pool.query<{ bytes: number; failed: number }>(
    'select bytes, failed_bytes as failed from organization_logs where organization_id = $1',
    [organizationId],
  );
  return rows[0] ?? { bytes: 0, failed: 0 };
}

describe('the failed log of an import', () => {
  it('has its first lines up to its bound, and says how many rows it has not', async () => {
    const list = await fixture.createList();
    const id = await importRows(withLimits({ failedLog: HEADER + 5 * LINE + 10 }), list);
    const { counters } = await fixture.readImport(id);
    expect(counters).toMatchObject({ added: 20, failed: 40 });
    const failed = ROWS.filter((row) => row.startsWith('bad')).slice(0, 5);
    expect(await logOf(id)).toEqual({
      ...{ lines: 5, leftOut: 35, bytes: HEADER + 5 * LINE },
      content: `Email,Error\n${failed.map((row) => `${row},"${REASON}"\n`).join('')}`,
    });
    expect((await logOf(id, 'added')).lines).toBe(20);
  });

  it.each([
    ['less than its header', HEADER - 1, 0],
    ['its header alone', HEADER, 0],
    ['all of its lines', HEADER + 40 * LINE, 40],
  ])('may have %s', async (_, failedLog, lines) => {
    const id = await importRows(withLimits({ failedLog }), await fixture.createList());
    expect(await logOf(id)).toMatchObject({ lines, leftOut: 40 - lines });
    expect((await logOf(id)).bytes).toBeLessThanOrEqual(failedLog);
  });

  it('of a small import that is done in one transaction has the same bound', async () => {
    const list = await fixture.createList();
    const id = await fixture.createImport(list, SOURCE, HEADED);
    const deps = { ...withLimits({ failedLog: HEADER + 5 * LINE }), rangeBytes: 100_000, chunkRows: 1_000 };
    expect(await attempt(deps, 'importAtOnce', { importId: id })).toMatchObject({
      range: { failed: 40 },
      chunk: { counters: { added: 20 } },
    });
    await attempt(deps, 'recordImportState', { importId: id, state: 'finished', errorMessage: null });
    expect(await logOf(id)).toMatchObject({ lines: 5, leftOut: 35, bytes: HEADER + 5 * LINE });
  });

  it('never has more, whatever its ranges add at the same time', async () => {
    const failedLog = HEADER + 9 * LINE;
    const list = await fixture.createList();
    const ids = await Promise.all([1, 2, 3, 4].map(() => importRows(withLimits({ failedLog }), list, { lanes: 6 })));
    for (const id of ids) {
      const { lines, leftOut, bytes } = await logOf(id);
      expect(lines + leftOut).toBe(40);
      expect(bytes).toBeLessThanOrEqual(failedLog);
    }
  });

  it('is the same again when Postgres has lost what was staged', async () => {
    const list = await fixture.createList();
    const perform = undisturbed(withLimits({ failedLog: HEADER + 7 * LINE }));
    const id = await fixture.createImport(list, SOURCE, HEADED);
    await stageImport(id, { perform });
    const before = await logOf(id);
    expect(before).toMatchObject({ lines: 7, leftOut: 33 });
    await emptyStaging(fixture.pool);
    await perform('resetStaging', { importId: id });
    await stageImport(id, { perform });
    expect(await logOf(id)).toEqual(before);
    await runImport(id, { perform });
    expect(await logOf(id)).toEqual(before);
  });

  it.each(['skipRange', 'skipChunk'] as const)(
    'takes the rows that an operator skips up to its bound: %s',
    async (skip) => {
      const list = await fixture.createList();
      const deps = { ...withLimits({ failedLog: HEADER + 3 * LINE }), rangeBytes: 100, chunkRows: 5 };
      const perform = undisturbed(deps);
      const id = await fixture.createImport(list, SOURCE, HEADED);
      const { ranges, chunks } = await perform('scanSource', { importId: id });
      if (skip === 'skipChunk') await stageImport(id, { perform });
      for (let number = 0; number < (skip === 'skipChunk' ? chunks : ranges); number++)
        await perform(skip, { importId: id, number, reason: 'Given up.' });
      await runImport(id, { perform });
      expect((await fixture.readImport(id)).counters).toMatchObject({ failed: 60 });
      const { lines, leftOut, bytes } = await logOf(id);
      expect(lines + leftOut).toBe(60);
      expect(leftOut).toBeGreaterThan(50);
      expect(bytes).toBeLessThanOrEqual(HEADER + 3 * LINE);
    },
  );
});

describe('the failed logs of an organization', () => {
  it('have a bound together, which another organization does not share, until they are purged', async () => {
    const list = await fixture.createList();
    const whole = HEADER + 40 * LINE;
    const deps = withLimits({ failedLogsOfOrganization: whole + HEADER + 4 * LINE });
    const [first, second] = [await importRows(deps, list), await importRows(deps, list)];
    expect([await logOf(first), await logOf(second)]).toMatchObject([
      { lines: 40, leftOut: 0 },
      { lines: 4, leftOut: 36 },
    ]);
    const other = await fixture.createList();
    expect(await logOf(await importRows(deps, other))).toMatchObject({ lines: 40 });

    await purgeImport(deps, first);
    expect((await bytesOf(list)).failed).toBe(HEADER + 4 * LINE);
    expect(await logOf(await importRows(deps, list))).toMatchObject({ lines: 40, leftOut: 0 });
    expect(await logOf(await importRows(deps, list))).toMatchObject({ lines: 0, leftOut: 40 });
  });

  it('never have more, whatever imports add at the same time', async () => {
    const list = await fixture.createList();
    const deps = withLimits({ failedLogsOfOrganization: 100 * LINE });
    const ids = await Promise.all(Array.from({ length: 6 }, () => importRows(deps, list, { lanes: 3 })));
    const logs = await Promise.all(ids.map((id) => logOf(id)));
    for (const { lines, leftOut } of logs) expect(lines + leftOut).toBe(40);
    expect(logs.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(100 * LINE);
  });
});

describe('the logs of an organization', () => {
  it('take no more addresses when they have as many bytes as they may, and each says how many it has not', async () => {
    const list = await fixture.createList();
    const deps = withLimits({ logsOfOrganization: 500 });
    const [first, second] = [
      await importRows(deps, list),
      await importRows(deps, list, { options: { dry_run: true } }),
    ];
    expect(await logOf(first, 'added')).toMatchObject({ lines: 20, leftOut: 0 });
    expect((await bytesOf(list)).bytes).toBe((await logOf(first, 'added')).bytes + (await logOf(first)).bytes);
    expect(await logOf(second, 'skipped_overwrite')).toEqual({ lines: 0, leftOut: 20, bytes: 0, content: '' });
    expect(await logOf(second)).toMatchObject({ lines: 0, leftOut: 40 });
    expect((await fixture.readImport(second)).counters).toMatchObject({ skipped_overwrite: 20, failed: 40 });

    await purgeImport(deps, first);
    expect(await bytesOf(list)).toEqual({ bytes: 0, failed: 0 });
    const third = await importRows(deps, list);
    expect(await logOf(third, 'skipped_overwrite')).toMatchObject({ lines: 20, leftOut: 0 });
  });

  it('count an import again that was restarted', async () => {
    const list = await fixture.createList();
    const perform = undisturbed(fixture.deps);
    const id = await fixture.createImport(list, SOURCE, HEADED);
    await stageImport(id, { perform });
    await perform('mergeChunk', { importId: id, number: 0 });
    await perform('recordImportState', { importId: id, state: 'failed', errorMessage: 'Ended.' });
    expect((await bytesOf(list)).bytes).toBe((await logOf(id)).bytes + (await logOf(id, 'added')).bytes);
    await perform('reopenImport', { importId: id });
    await runImport(id, { perform });
    expect((await logOf(id, 'added')).lines).toBe(20);
    expect((await bytesOf(list)).bytes).toBe((await logOf(id)).bytes + (await logOf(id, 'added')).bytes);
  });
});

it(
  'every row is counted and logged or left out once, whatever happens to activities',
  { timeout: 600_000 },
  async () => {
    const limits = fc.record({
      failedLog: fc.integer({ min: 1, max: 45 * LINE }),
      failedLogsOfOrganization: fc.integer({ min: 1, max: 60 * LINE }),
      logsOfOrganization: fc.integer({ min: 1, max: 80 * LINE }),
    });
    const course = fc.record({ limits, accidents, lanes: fc.integer({ min: 1, max: 3 }) });
    await fc.assert(
      fc.asyncProperty(course, async ({ limits, accidents, lanes }) => {
        const list = await fixture.createList();
        const id = await fixture.createImport(list, SOURCE, HEADED);
        const deps = { ...withLimits(limits), rangeBytes: 150, chunkRows: 8 };
        await runImport(id, { perform: disturbed(deps, accidents), lanes });
        expect((await fixture.readImport(id)).counters).toMatchObject({ added: 20, failed: 40 });
        const { lines, leftOut, bytes } = await logOf(id);
        expect(lines + leftOut).toBe(40);
        expect(bytes).toBeLessThanOrEqual(Math.min(...Object.values(limits)));
        expect(await falseBooks(fixture)).toEqual([]);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
);
