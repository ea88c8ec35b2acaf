import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costsOf, readMeasurements } from './costs.ts';
import { importDuringFlood, importFiles, importInline } from './scenarios.ts';
import { NO_FAILURES, ONE_MACHINE } from './simulation.ts';
import type { Installation } from './simulation.ts';
import { openSandbox } from './workflow-sandbox.ts';
import type { Sandbox } from './workflow-sandbox.ts';

// The claims of docs/scale.md, each with little work; `npm run simulate` has the figures.

describe('a simulated installation', () => {
  const measured = readMeasurements();
  const costs = costsOf(measured);
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });
  afterAll(() => sandbox.close());

  const setting = (installation: Installation) => ({ sandbox, costs, seed: '1', installation });
  const withWorkers = (workers: number, changes: Partial<Installation> = {}) =>
    setting({
      ...{ workers, coresPerWorker: 2, postgresCores: 64, changesPerSecond: 2_000, failures: NO_FAILURES, ...changes },
    });
  /** The machine of the measurements without the cores that other work took. */
  const machine = (otherCores: number) =>
    setting({ ...ONE_MACHINE, coresPerWorker: measured.machine.cores - otherCores });
  const files = (workers: number) => ({ count: 2 * workers, rows: 150_000, organizations: workers });

  it.each(['new', 'changed'] as const)(
    'imports %s rows as fast as was measured, within a fifth, with as many events',
    async (kind) => {
      const { seconds, events, otherCores } = measured.imports[kind];
      const outcome = await importFiles(machine(otherCores), { count: 1, rows: measured.rows, organizations: 1, kind });
      expect(outcome.seconds / seconds).toBeGreaterThan(0.8);
      expect(outcome.seconds / seconds).toBeLessThan(1.2);
      expect(outcome.eventsPerImport / events).toBeGreaterThan(0.95);
      expect(outcome.eventsPerImport / events).toBeLessThan(1.05);
    },
  );

  it('imports inline content with as many events as was measured', async () => {
    const outcome = await importInline(machine(0), { clients: 1, imports: 3 });
    expect(outcome).toMatchObject({ eventsPerImport: measured.small.events, problems: [] });
  });

  it('imports more than seven times as many rows with ten workers while Postgres has cores left', async () => {
    const one = await importFiles(withWorkers(1), files(1));
    const ten = await importFiles(withWorkers(10), files(10));
    expect(ten.load.postgres).toBeLessThan(0.9);
    expect(ten.rowsPerSecond / one.rowsPerSecond).toBeGreaterThan(7);
  });

  it('imports hardly more rows with more workers than Postgres has cores for', async () => {
    const three = await importFiles(withWorkers(3, { postgresCores: 2 }), files(3));
    const six = await importFiles(withWorkers(6, { postgresCores: 2 }), files(6));
    expect(six.rowsPerSecond / three.rowsPerSecond).toBeLessThan(1.2);
  });

  it('delays imports of another organization by less than five times while one imports files', async () => {
    const flood = { floods: 1, files: 10, rows: 300_000, samples: 3 };
    const { alone, during } = await importDuringFlood(setting(ONE_MACHINE), flood);
    for (const rows of [100, 50_000]) expect(during[rows]! / alone[rows]!, `${rows} rows`).toBeLessThan(5);
  });

  it('merges each row once while workers die and transactions fail, and the same seed fails the same way', async () => {
    const failures = { secondsBetweenDeaths: 8, perTransaction: 0.02 };
    const run = () => importFiles(withWorkers(3, { failures }), files(3));
    const [first, second] = [await run(), await run()];
    expect(first.problems).toEqual([]);
    expect(first.deaths).toBeGreaterThan(0);
    expect(first.replays).toBeGreaterThan(0);
    expect(second).toEqual(first);
  });
});
