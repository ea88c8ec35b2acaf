import { mkdir, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandJob } from '../support/commands.ts';
import { serve } from '../engine/files/serve.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/names.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, emailsOf, succeed, untilEnded, untilImport } from '../support/imports.ts';
import { maintain } from '../support/maintenance.ts';
import { copy, goBack } from './support/older-database.ts';
import { addTenant } from './support/tenant.ts';

const LATER = { begins_at: new Date(Date.now() + 3_600_000).toISOString() };
const ANOTHER = 'The database has another job of this id';
const csvOf = (name: string) => `email\n${name}@example.com\n`;

describe('a database that went back a minute', () => {
  let engine: TestEngine;
  let other: Awaited<ReturnType<typeof addTenant>>;
  beforeAll(async () => {
    engine = await startTestEngine();
    other = await addTenant(engine, 'Other');
  });
  afterAll(() => engine.stop());

  it('gives ids out again, and no new import has anything of a lost one', async () => {
    const lists = [await createList(engine, 'Lost'), await createList(other, 'New')] as const;
    const [lostList, newList] = lists;
    await engine.upload('own.csv', csvOf('lost'));
    const { origin } = await serve((request, response) => {
      response.end(csvOf(request.url?.includes('lost') === true ? 'lost' : 'new'));
    });
    await uploadOf(engine, other.organizationId, csvOf('new'));
    const backup = await copy(engine);
    const lost: number[] = [];
    for (let place = 0; place < 3; place++) {
      lost.push(await createImport(engine, lostList, csvOf('lost'), LATER));
      const dryRun = await createImport(engine, lostList, csvOf('lost'), { dry_run: true });
      await untilEnded(engine, dryRun);
      lost.push(dryRun);
      const paused = await createImport(engine, lostList, { type: 'url', url: `${origin()}/lost.csv` }, LATER);
      await commandJob(engine, `/subscriber_imports/${paused}/pause`);
      lost.push(paused);
    }
    await goBack(engine, backup);

    const sources = [
      { type: 'upload_directory', filename: 'own.csv' },
      { type: 'url', url: `${origin()}/new.csv` },
      csvOf('new'),
    ];
    const created: number[] = [];
    for (let place = 0; place < lost.length + 2; place++) {
      const source = sources[(place + Math.floor(place / 3)) % 3] ?? '';
      const id = await createImport(other, newList, source);
      created.push(id);
      expect(await untilEnded(other, id)).toMatchObject({
        state: 'finished',
        error_message: null,
        stats: { number_of_records: 1 },
      });
    }
    expect(created).toEqual(expect.arrayContaining(lost));
    expect(await emailsOf(engine, newList)).toEqual(['new@example.com']);
    expect(await emailsOf(engine, lostList)).toEqual([]);
  });

  it('answers for the new import, and sends its commands to no lost one', async () => {
    const [lostList, newList] = [await createList(engine, 'Lost later'), await createList(other, 'New later')];
    const backup = await copy(engine);
    const lost = await createImport(engine, lostList, csvOf('lost'), LATER);
    await commandJob(engine, `/subscriber_imports/${lost}/pause`);
    await goBack(engine, backup);

    await engine.stopWorker();
    const created = await createImport(other, newList, csvOf('new'), LATER);
    await engine.startWorker();
    expect(created).toBe(lost);
    expect(await untilImport(other, created, ({ state }) => state === 'scheduled')).toMatchObject({
      mailing_list_id: newList,
    });
    await commandJob(other, `/subscriber_imports/${created}/cancel`);
    expect((await engine.call('GET', `/subscriber_imports/${lost}`)).data?.mailing_list_id).not.toBe(lostList);
  });

  it('has a lost import refuse what is meant for the new one, and end at a signal', async () => {
    const id = await createImport(engine, await createList(engine, 'Same id'), csvOf('lost'), LATER);
    await commandJob(engine, `/subscriber_imports/${id}/pause`);
    const [lost] = await keysOf(id);
    await engine.pool.query(
      'update subscriber_imports set job_key = gen_random_uuid(), workflow_started_at = now() where id = $1',
      [id],
    );
    const [created] = await keysOf(id);
    const workflowId = `subscriber-import/${id}`;
    const stateAs = (jobKey: string | undefined) =>
      engine.temporal
        .asJob({ workflowId, jobKey }, (handle) => handle.query<{ state: string }>('jobView'))
        .then(({ state }) => state);

    await expect(stateAs(created)).rejects.toThrow(ANOTHER);
    expect((await engine.call('GET', `/subscriber_imports/${id}`)).data).toMatchObject({ id, state: 'paused' });
    expect(await engine.call('POST', `/subscriber_imports/${id}/unpause`)).toMatchObject({
      error_message: expect.stringMatching(/^no worker took the command, so the import has not been unpaused/),
    });
    expect(await stateAs(lost)).toBe('paused');

    await engine.temporal.asJob({ workflowId, jobKey: created }, (handle) => handle.signal('unpause'));
    await expect(engine.temporal.workflow.getHandle(workflowId).result()).rejects.toMatchObject({
      cause: { type: 'RowLost', message: expect.stringContaining(ANOTHER) },
    });
  });

  async function keysOf(id: number): Promise<string[]> {
    const { rows } = await engine.pool.query('select job_key from subscriber_imports where id = $1', [id]);
    return rows.map(({ job_key: key }) => key as string);
  }

  it('ends the work of a lost import whose id nobody has yet', async () => {
    const list = await createList(engine, 'Nobody');
    const backup = await copy(engine);
    await engine.stopWorker();
    const soon = { begins_at: new Date(Date.now() + 3_000).toISOString() };
    const lost = await createImport(engine, list, csvOf('lost'), soon);
    await goBack(engine, backup);
    await engine.startWorker();

    const handle = engine.temporal.workflow.getHandle(`subscriber-import/${lost}`);
    await expect(handle.result()).rejects.toMatchObject({
      cause: { cause: { type: 'RowLost', message: expect.stringContaining('The database has no row of this job') } },
    });
    expect(await emailsOf(engine, list)).toEqual([]);
  });

  it('leaves a lost import in the state that clients read last, so that it can be done again', async () => {
    const list = await createList(engine, 'At work');
    const backup = await copy(engine);
    let answer: () => void = () => undefined;
    const wentBack = new Promise<void>((resolve) => (answer = resolve));
    const { origin } = await serve((_, response) => void wentBack.then(() => response.end(csvOf('lost'))));
    const lost = await createImport(engine, list, { type: 'url', url: origin() });
    await untilImport(engine, lost, ({ state }) => state === 'downloading');
    await goBack(engine, backup);
    answer();

    const handle = engine.temporal.workflow.getHandle(`subscriber-import/${lost}`);
    await expect(handle.result()).rejects.toMatchObject({ cause: { cause: { type: 'RowLost' } } });
    const { typedSearchAttributes } = await handle.describe();
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.jobState)).toBe('downloading');
  });

  it('keeps the subscribers of a list whose deletion it has lost', async () => {
    const list = await createList(engine, 'Kept');
    await untilEnded(engine, await createImport(engine, list, csvOf('kept')));
    const backup = await copy(engine);
    await engine.stopWorker();
    const code = succeed(await engine.call('GET', `/mailing_lists/${list}/delete_confirmation_code`)).data;
    succeed(await engine.call('DELETE', `/mailing_lists/${list}/confirmed/${code.delete_confirmation_code}`));
    await goBack(engine, backup);
    await engine.startWorker();

    const handle = engine.temporal.workflow.getHandle(`list-deletion/${list}`);
    await expect(handle.result()).rejects.toMatchObject({ cause: { cause: { type: 'RowLost' } } });
    expect(await emailsOf(engine, list)).toEqual(['kept@example.com']);
  });

  it('gives a new export none of the file of a lost one, which is purged', async () => {
    const [lostList, newList] = [await createList(engine, 'Lost file'), await createList(other, 'New file')];
    await untilEnded(engine, await createImport(engine, lostList, csvOf('lost')));
    await untilEnded(other, await createImport(other, newList, csvOf('new')));
    const backup = await copy(engine);
    const lost = await exportOf(engine, lostList);
    await goBack(engine, backup);

    const created = await exportOf(other, newList);
    expect(created).toBe(lost);
    const file = await engine.app.inject({
      url: `/ga/api/v2/subscriber_exports/${created}/file`,
      headers: { authorization: `Basic ${other.apiKey}` },
    });
    expect(file.body).toContain('new@example.com');
    expect(file.body).not.toContain('lost@example.com');
    await maintain(engine.temporal, 'purge');
    const stored: string[] = [];
    for await (const key of engine.app.files.list('exports/')) stored.push(key);
    expect(stored.map((key) => Number.parseInt(key.split('/')[1] ?? ''))).toEqual([created]);
  });
});

async function uploadOf({ config }: TestEngine, organizationId: number, content: string): Promise<void> {
  await mkdir(`${config.uploadsDir}/${organizationId}`, { recursive: true });
  await writeFile(`${config.uploadsDir}/${organizationId}/own.csv`, content);
}

async function exportOf(engine: TestEngine, listId: number): Promise<number> {
  const body = { subscriber_export: { columns: ['email'] } };
  const { id } = succeed(await engine.call('POST', `/mailing_lists/${listId}/subscriber_exports`, body)).data;
  for (;;) {
    const { data } = await engine.call('GET', `/subscriber_exports/${id}`);
    if (data?.state === 'finished') return id as number;
    await delay(50);
  }
}
