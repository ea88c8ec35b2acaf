import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandJob } from '../support/commands.ts';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createImport, createList, csvOfAddresses, succeed, untilEnded } from '../support/imports.ts';
import { createGate } from './support/gate.ts';

const ROWS = 6_000;

let engine: TestEngine;
beforeAll(async () => {
  // One chunk, in slices of some fifty rows.
  engine = await startTestEngine({ MERGE_MS: '1' });
});
afterAll(() => engine.stop());

it('an import that is paused within a chunk still counts the rows of the slices that are merged', async () => {
  const gate = await createGate(engine, { before: 'update', on: 'import_chunks', when: 'new.slices >= 5' });
  const id = await createImport(engine, await createList(engine, 'News'), csvOfAddresses(ROWS));
  await gate.reached();
  const importing = await read(id);
  expect(importing.stats.subscribers.added).toBeGreaterThan(0);

  const answered = (await commandJob(engine, `/subscriber_imports/${id}/pause`)).data;
  const paused = await read(id);
  await gate.open();
  expect(answered).toMatchObject({ state: 'paused', stats: importing.stats });
  expect(paused).toMatchObject({ state: 'paused', stats: importing.stats });

  const resumed = (await commandJob(engine, `/subscriber_imports/${id}/unpause`)).data;
  expect(resumed.stats.records_imported).toBeGreaterThanOrEqual(importing.stats.records_imported as number);
  expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished', stats: { subscribers: { added: ROWS } } });
});

async function read(id: number) {
  return succeed(await engine.call('GET', `/subscriber_imports/${id}`)).data;
}
