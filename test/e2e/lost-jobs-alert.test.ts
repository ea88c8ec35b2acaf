import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, untilEnded } from '../support/imports.ts';
import { openOnCallDocument } from './support/on-call-page.ts';
import { copy, goBack } from './support/older-database.ts';

const CSV = 'email\nann@example.com\n';
const PATIENCE = { timeout: 60_000, interval: 500 };

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine({ METRICS: 'true' });
});
afterAll(() => engine.stop());

it('lost jobs are counted in the metrics, and the page of on-call.md lists them and creates them again', async () => {
  const page = openOnCallDocument(engine);
  const metrics = async () => (await engine.app.inject({ method: 'GET', url: '/metrics' })).body;
  const list = await createList(engine, 'Kept');
  await untilEnded(engine, await createImport(engine, list, CSV));
  await expect.poll(metrics, PATIENCE).toMatch(/^sluice_lost_jobs\{.*\} 0$/m);
  const backup = await copy(engine);
  const begins_at = new Date(Date.now() + 3_600_000).toISOString();
  const lost = await createImport(engine, list, CSV, { begins_at });
  await goBack(engine, backup);

  await expect.poll(metrics, PATIENCE).toMatch(/^sluice_lost_jobs\{.*\} 1$/m);
  expect(await metrics()).toMatch(/^sluice_part_ready\{.*part="postgres".*\} 1$/m);
  expect(await page.run('The database went back', 0)).toMatch(
    new RegExp(`^${lost} .* list ${list} .*redo: possible`, 'm'),
  );
  expect(await page.run('The database went back', 1)).toContain(
    '1 jobs of the last 24 hours were lost, 1 of which were done again.',
  );
  expect(page.untried('lost-jobs-alert.test.ts')).toEqual([]);
});
