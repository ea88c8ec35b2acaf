import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { configEnvironment } from '../../engine/platform/config-environment.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, emailsOf, untilEnded } from '../support/imports.ts';
import { runSluice } from '../support/sluice.ts';

const REFUSED = 'p7@example.com';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.stop());

it('npx sluice job names the constraint that refuses a row of a stalled merge, and retries when it is gone', async () => {
  const list = await createList(engine, 'Constrained');
  await engine.pool.query(
    `alter table subscribers add constraint subscribers_no_seven check (key <> '${REFUSED}') not valid`,
  );
  const rows = Array.from({ length: 30 }, (_, i) => `p${i}@example.com\n`).join('');
  await engine.upload('people.csv', `email\n${rows}`);
  const id = await createImport(engine, list, { type: 'upload_directory', filename: 'people.csv' });

  await vi.waitFor(async () => {
    const { stdout } = await job(id);
    expect(stdout).toMatch(
      /^ {2}parked: chunk \d+: Postgres refused the work with SQLSTATE 23514 \(constraint subscribers_no_seven, table subscribers\)\.$/m,
    );
    expect(stdout).not.toContain('@example.com');
  }, PATIENCE);

  await engine.pool.query('alter table subscribers drop constraint subscribers_no_seven');
  expect(await job(id, 'retry')).toMatchObject({ code: 0 });
  expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished' });
  expect(await emailsOf(engine, list)).toContain(REFUSED);
});

const PATIENCE = { timeout: 90_000, interval: 500 };

const job = (id: number, ...action: string[]) =>
  runSluice(['job', String(id), ...action], configEnvironment(engine.config));
