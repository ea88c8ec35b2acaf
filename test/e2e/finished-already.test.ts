import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, csvOfAddresses } from '../support/imports.ts';

const IN_AN_HOUR_MS = 3_600_000;

/** As when a worker has finished a small import, and dies before its workflow knows of it. */
describe('an import that the database has as finished, and whose workflow does not know', () => {
  let engine: TestEngine;
  beforeAll(async () => (engine = await startTestEngine()));
  afterAll(() => engine.stop());

  it.each(['pause', 'cancel'])('ends as finished when its workflow takes a %s first', async (command) => {
    const list = await createList(engine, `Told to ${command}`);
    const begins_at = new Date(Date.now() + IN_AN_HOUR_MS).toISOString();
    const id = await createImport(engine, list, csvOfAddresses(3), { begins_at });
    await engine.pool.query(`update subscriber_imports set state = 'finished', finished_at = now() where id = $1`, [
      id,
    ]);

    const handle = engine.temporal.workflow.getHandle(`subscriber-import/${id}`);
    await handle.signal(command);

    expect(await handle.result()).toMatchObject({ state: 'finished' });
    expect((await engine.call('GET', `/subscriber_imports/${id}`)).data).toMatchObject({ state: 'finished' });
  });
});
