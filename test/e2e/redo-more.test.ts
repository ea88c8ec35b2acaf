import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEpoch } from '../../engine/db/installation/epoch.ts';
import { readRunInput } from '../../engine/jobs/run-key.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, emailsOf, succeed, untilEnded } from '../support/imports.ts';
import { readLostJobs } from './support/lost-jobs.ts';
import { copy, goBack } from './support/older-database.ts';

const LATER = { begins_at: new Date(Date.now() + 3_600_000).toISOString() };
const csvOf = (name: string) => `email\n${name}@example.com\n`;

describe('sluice reconcile --redo', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.stop());

  it('creates an import again that was started from a dry run, with the file that was tried', async () => {
    const list = await createList(engine, 'Tried');
    await engine.upload('tried.csv', csvOf('tried'));
    const source = { type: 'upload_directory', filename: 'tried.csv' };
    const overwrite = { overwrite: true, file_format: { csv_has_headers: true }, dry_run: true };
    const dryRun = await createImport(engine, list, source, overwrite);
    await untilEnded(engine, dryRun);
    await engine.upload('tried.csv', csvOf('changed'));
    const backup = await copy(engine);
    const { id } = succeed(await engine.call('POST', `/subscriber_imports/${dryRun}/start`)).data;
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished' });
    await goBack(engine, backup);
    expect(await emailsOf(engine, list)).toEqual([]);

    await expect.poll(async () => (await lostOf(list)).length, PATIENCE).toBe(1);
    const [redone] = await lostOf(list, '--redo');
    expect(redone).toMatchObject({ state: 'finished', redo: 'done' });
    expect(await untilEnded(engine, redone?.redoneAs ?? 0)).toMatchObject({
      ...{ state: 'finished', dry_run: false, overwrite: true },
      stats: { subscribers: { added: 1 } },
    });
    expect(await emailsOf(engine, list)).toEqual(['tried@example.com']);
  });

  it('creates an import of corrected rows again, whose parent is the import that has failed rows', async () => {
    const list = await createList(engine, 'Corrected');
    const parent = await createImport(engine, list, 'email\nann.example.com\n');
    await untilEnded(engine, parent);
    const path = `/subscriber_imports/${parent}/corrections`;
    const correction = { cells: { email: 'ann@example.com' }, version: 0 };
    succeed(await engine.call('PUT', `${path}/rows/1`, { correction }));
    const backup = await copy(engine);
    const { id } = succeed(await engine.call('POST', `${path}/import`)).data;
    expect(await untilEnded(engine, id as number)).toMatchObject({ state: 'finished', parent_id: parent });
    await goBack(engine, backup);
    // Takes the id of the lost one.
    await createImport(engine, list, csvOf('taken'), LATER);

    await expect.poll(async () => (await lostOf(list)).length, PATIENCE).toBe(1);
    const [redone] = await lostOf(list, '--redo');
    expect(redone).toMatchObject({ redo: 'done' });
    expect(await untilEnded(engine, redone?.redoneAs ?? 0)).toMatchObject({
      ...{ state: 'finished', parent_id: parent },
      stats: { subscribers: { added: 1 } },
    });
    expect(await emailsOf(engine, list)).toEqual(['ann@example.com']);
  });

  it('lists each of several jobs that had an id one after the other, and creates each again', async () => {
    const list = await createList(engine, 'Twice');
    const lost: number[] = [];
    for (const name of ['first', 'second']) {
      const backup = await copy(engine);
      lost.push(await createImport(engine, list, csvOf(name), LATER));
      await goBack(engine, backup);
    }
    const present = await createImport(engine, list, csvOf('present'), LATER);
    expect(lost).toEqual([present, present]);

    await expect.poll(async () => (await lostOf(list)).length, PATIENCE).toBe(2);
    expect(await lostOf(list)).toMatchObject([
      { id: present, idIsTaken: true, redo: 'possible' },
      { id: present, idIsTaken: true, redo: 'possible' },
    ]);
    const redone = (await lostOf(list, '--redo')).map(({ redoneAs }) => redoneAs ?? 0);
    expect(new Set([present, ...redone]).size).toBe(3);
    const { rows } = await engine.pool.query(
      `select id from subscriber_imports where mailing_list_id = $1 and state = 'scheduled'`,
      [list],
    );
    expect(rows).toHaveLength(3);
    const epoch = await readEpoch(engine.pool);
    for (const id of redone) expect(await inputOf(id)).toMatchObject({ epoch });
  });

  /** Input of the run of an import. */
  async function inputOf(id: number) {
    const workflowId = `subscriber-import/${id}`;
    const { runId } = await engine.temporal.workflow.getHandle(workflowId).describe();
    return readRunInput(engine.temporal, { workflowId, runId });
  }

  /** The lost jobs of a list. */
  async function lostOf(list: number, ...options: string[]) {
    return (await readLostJobs(engine.config, ...options)).filter(({ mailingListId }) => mailingListId === list);
  }
});

const PATIENCE = { timeout: 60_000, interval: 500 };
