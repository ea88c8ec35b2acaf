import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandJob } from '../support/commands.ts';
import type { ReportedJob } from '../../engine/cli/redo/reported-job.ts';
import { serve } from '../engine/files/serve.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createExport, untilExportEnded } from '../support/exports.ts';
import { createImport, createList, emailsOf, untilEnded } from '../support/imports.ts';
import { maintain } from '../support/maintenance.ts';
import { readLostJobs } from './support/lost-jobs.ts';
import { copy, goBack } from './support/older-database.ts';

const LATER = { begins_at: new Date(Date.now() + 3_600_000).toISOString() };
const csvOf = (name: string) => `email\n${name}@example.com\n`;

describe('sluice reconcile --redo', () => {
  let engine: TestEngine;
  beforeEach(async () => {
    engine = await startTestEngine();
  });
  afterEach(() => engine.stop());

  it('creates lost imports again, each once, and says why it leaves the others', async () => {
    const [list, doomed] = [await createList(engine, 'Kept'), await createList(engine, 'Doomed')];
    await untilEnded(engine, await createImport(engine, list, csvOf('before')));
    const { origin } = await serve((_request, response) => response.end(csvOf('url')));
    await engine.upload('own.csv', csvOf('directory'));
    await engine.upload('gone.csv', csvOf('gone'));
    await engine.upload('done.csv', csvOf('done'));
    const backup = await copy(engine);

    const overwrite = { ...LATER, overwrite: true, file_format: { csv_has_headers: true } };
    await createImport(engine, list, csvOf('json'), overwrite);
    await createImport(engine, list, { type: 'url', url: `${origin()}/a.csv` }, LATER);
    const paused = await createImport(engine, list, { type: 'upload_directory', filename: 'own.csv' }, LATER);
    await commandJob(engine, `/subscriber_imports/${paused}/pause`);
    await createImport(engine, list, { type: 'upload_directory', filename: 'gone.csv' }, LATER);
    await createImport(engine, doomed, csvOf('doomed'), LATER);
    await untilEnded(engine, await createImport(engine, list, csvOf('finished')));
    await untilEnded(engine, await createImport(engine, list, { type: 'upload_directory', filename: 'done.csv' }));
    const lostList = await createList(engine, 'Lost');
    await createImport(engine, lostList, csvOf('lostlist'), LATER);
    await untilExportEnded(engine, await createExport(engine, list));
    await goBack(engine, backup);
    await engine.upload('gone.csv', '');
    await engine.pool.query('update mailing_lists set deleted_at = now() where id = $1', [doomed]);
    // Takes the id of a lost one.
    await untilEnded(engine, await createImport(engine, list, csvOf('other')));
    await maintain(engine.temporal, 'purge');

    await expect.poll(async () => (await reported()).length, { timeout: 20_000, interval: 500 }).toBe(9);
    const redone = await reported('--redo');
    const reasons = redone.map(({ redo, reason }) => (redo === 'done' ? redo : reason));
    expect(reasons.sort()).toEqual([
      'It had finished, and its settings are not stored.',
      'Its list is gone.',
      'Its list is gone.',
      'Only imports are done again.',
      ...['done', 'done', 'done', 'done', 'done'],
    ]);
    const ids = redone.filter(({ redo }) => redo === 'done').map(({ redoneAs }) => redoneAs ?? 0);
    const { rows } = await engine.pool.query('select count(*)::int as imports from subscriber_imports');
    expect((await reported('--redo')).filter(({ redo }) => redo === 'done').length).toBeLessThanOrEqual(5);
    expect((await engine.pool.query('select count(*)::int as imports from subscriber_imports')).rows).toEqual(rows);

    const statesOf = async () => {
      const query = `select state from subscriber_imports where id = any($1) order by state`;
      return (await engine.pool.query<{ state: string }>(query, [ids])).rows.map(({ state }) => state);
    };
    await expect
      .poll(statesOf, { timeout: 20_000 })
      .toEqual(['finished', 'paused', 'scheduled', 'scheduled', 'scheduled']);
    const options = await engine.pool.query(
      `select count(*)::int as overwriting from subscriber_imports where (options ->> 'overwrite')::boolean`,
    );
    expect(options.rows).toEqual([{ overwriting: 1 }]);
    const emails = ['before@example.com', 'done@example.com', 'other@example.com'];
    expect((await emailsOf(engine, list)).sort()).toEqual(emails);
  });

  it('imports the rows of a lost import whose time has come, once', async () => {
    const list = await createList(engine, 'Soon');
    const backup = await copy(engine);
    await createImport(engine, list, csvOf('soon'), { begins_at: new Date(Date.now() + 2_000).toISOString() });
    await goBack(engine, backup);
    await createImport(engine, list, csvOf('taken'), LATER);
    await expect.poll(async () => (await reported()).some(isOf(list)), { timeout: 20_000, interval: 500 }).toBe(true);
    const redone = (await reported('--redo')).find(isOf(list));
    expect(redone).toMatchObject({ redo: 'done' });
    const id = redone?.redoneAs ?? 0;
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished', stats: { subscribers: { added: 1 } } });
    expect((await reported('--redo')).find(isOf(list))).toMatchObject({ redo: 'done', redoneAs: id });
    expect(await emailsOf(engine, list)).toEqual(['soon@example.com']);
  });

  const isOf = (list: number) => (job: ReportedJob) => job.mailingListId === list && job.redo !== 'impossible';

  const reported = (...options: string[]) => readLostJobs(engine.config, ...options);
});
