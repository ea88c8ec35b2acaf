import { beforeAll, describe, expect, it } from 'vitest';
import type { Inspection } from '../../../engine/jobs/inspect-job.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, createImport, setImport } from '../support/import-rows.ts';

const NOT_FOUND = { success: false, error_code: 'not_found', error_message: 'job not found' };
const LOCK_WAIT = { cause: 'lock_wait', sentence: 'Session 7 holds it.', remedy: 'npx sluice job 1 unblock' };

describe('the inspection of a job', () => {
  let api: TestApi;
  let organization: { id: number; key: string };
  let listId: number;
  beforeAll(async () => {
    api = await build({ temporalUiUrl: 'https://temporal.example.com/', temporalNamespace: 'a b' });
    organization = await api.addOrganization();
    listId = await addList(api, {}, organization.key);
  });

  const inspect = (id: number, key?: string) => api.call<any>('GET', `/jobs/subscriber_import/${id}`, undefined, key);
  const anImport = async () => (await createImport(api, listId, {}, organization.key)).data.id;
  const addChunks = (id: number, chunks: number, merged: number) =>
    api.database.pool.query(
      `insert into import_chunks (subscriber_import_id, chunk_number, merged_at)
       select $1, n, case when n < $3 then now() end from generate_series(0, $2::integer - 1) n`,
      [id, chunks, merged],
    );
  const isRunning = (id: number, inspection: Partial<Inspection>) => {
    const facts = { workflowId: `subscriber-import/${id}`, activities: [], isDeciding: false, brokenBy: null };
    api.jobs.inspections.set(`subscriber-import/${id}`, {
      ...{ view: null, facts, diagnosis: null, lastCommand: null },
      ...inspection,
    });
  };
  const merging = (attempt: number) => ({
    ...{ id: `${attempt}`, type: 'mergeChunk', attempt, isPaused: false, isStarted: true, failure: null },
  });

  it('shows the state of the machine, and which tasks are done, run, are parked or wait', async () => {
    const id = await anImport();
    await addChunks(id, 6, 2);
    const facts = { workflowId: 'w', activities: [merging(1), merging(1)], isDeciding: false, brokenBy: null };
    const machineState = { value: { active: { importing: 'merging' } }, returns_to: null };
    const parked = [{ work: 'chunk', number: 3, reason: 'Postgres refuses the data.' }];
    const view = {
      state: 'importing',
      health: 'ok' as const,
      error_message: null,
      machine_state: machineState,
      parked,
    };
    isRunning(id, { view, facts });
    const { data } = await inspect(id, organization.key);
    expect(data).toEqual({
      ...{
        job_kind: 'subscriber_import',
        id,
        organization_id: organization.id,
        organization_name: 'Daily News',
        mailing_list_id: listId,
      },
      ...{
        state: 'importing',
        health: 'ok',
        machine_state: machineState,
        diagnosis: null,
        parked,
        number_of_parked: 1,
      },
      tasks: [
        {
          work: 'chunk',
          total: 6,
          bands: [
            { first: 0, tasks: 1, done: 1, running: 0, parked: 0 },
            { first: 1, tasks: 1, done: 1, running: 0, parked: 0 },
            { first: 2, tasks: 1, done: 0, running: 1, parked: 0 },
            { first: 3, tasks: 1, done: 0, running: 0, parked: 1 },
            { first: 4, tasks: 1, done: 0, running: 1, parked: 0 },
            { first: 5, tasks: 1, done: 0, running: 0, parked: 0 },
          ],
        },
      ],
      actions: [],
      workflow_id: `subscriber-import/${id}`,
      temporal_ui_url: null,
    });
    expect((await inspect(id)).data.temporal_ui_url).toBe(
      `https://temporal.example.com/namespaces/a%20b/workflows/subscriber-import%2F${id}`,
    );
  });

  it('shows thousands of tasks as at most 200 bands', async () => {
    const id = await anImport();
    await addChunks(id, 5001, 40);
    const [{ total, bands }] = (await inspect(id)).data.tasks;
    expect([total, bands.length, bands[0], bands[1].done]).toEqual([
      5001,
      193,
      { first: 0, tasks: 26, done: 26, running: 0, parked: 0 },
      14,
    ]);
    expect(bands.reduce((sum: number, band: { tasks: number }) => sum + band.tasks, 0)).toBe(5001);
  });

  it('shows what blocks a job from outside to system administrators only', async () => {
    const id = await anImport();
    isRunning(id, { diagnosis: LOCK_WAIT });
    expect((await inspect(id)).data).toMatchObject({ health: 'stuck', diagnosis: { ...LOCK_WAIT, action: 'unblock' } });
    const { health, diagnosis } = (await inspect(id, organization.key)).data;
    expect([health, diagnosis.cause, diagnosis.action]).toEqual(['stuck', 'lock_wait', null]);
    expect(JSON.stringify(diagnosis)).not.toContain('Session');
  });

  it('has no health of a job that has ended', async () => {
    const id = await anImport();
    await setImport(api, id, { state: 'cancelled', finished_at: '2026-01-01T00:00:00Z' });
    expect((await inspect(id)).data).toMatchObject({ state: 'cancelled', health: null, machine_state: null });
  });

  it('is found by those who reach the job', async () => {
    const id = await anImport();
    const other = await api.addOrganization();
    expect(await inspect(id, other.key)).toMatchObject(NOT_FOUND);
    expect(await inspect(999_999)).toMatchObject(NOT_FOUND);
    expect(await api.call('GET', `/jobs/unknown/${id}`)).toMatchObject(NOT_FOUND);
  });

  it('has actions for system administrators', async () => {
    const id = await anImport();
    expect((await inspect(id)).data.actions).toEqual(['retry', 'skip_chunk', 'fail', 'restart', 'unpause', 'unblock']);
    const act = (action: string, key?: string) =>
      api.call('POST', `/jobs/subscriber_import/${id}/${action}`, undefined, key);
    for (const action of ['retry', 'skip_chunk', 'fail', 'restart', 'unpause', 'unblock']) {
      expect(await act(action, organization.key)).toMatchObject({ error_code: 'not_authorized' });
      expect(await act(action)).toMatchObject({ success: true });
    }
    expect(api.jobs.actions.map(({ action }) => action)).toEqual([
      ...['retry', 'skip-chunk', 'fail', 'restart', 'unpause', 'unblock'],
    ]);
    expect(api.jobs.actions[0]).toMatchObject({ workflowId: `subscriber-import/${id}`, by: { type: 'api_key' } });
  });

  it('and an action are answered with 503 and what is known when no worker or Temporal answers', async () => {
    const id = await anImport();
    api.jobs.reachable = false;
    const headers = { authorization: `Basic ${api.admin}` };
    const [method, url] = ['POST', `/ga/api/v2/jobs/subscriber_import/${id}`] as const;
    const responses = [await api.inject({ method: 'GET', url, headers })];
    for (const action of ['retry', 'skip_chunk', 'fail', 'restart', 'unpause']) {
      responses.push(await api.inject({ method, url: `${url}/${action}`, headers }));
    }
    api.jobs.reachable = true;
    for (const response of responses) {
      expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);
      expect(response.json()).toMatchObject({ error_code: 'internal_error', error_message: 'no worker took it' });
    }
  });

  it('is in the report when the job does not go on', async () => {
    const id = await anImport();
    const sentence = 'The chunk 3 failed.';
    api.jobs.unhealthy.push({
      workflowId: `subscriber-import/${id}`,
      diagnosis: { ...LOCK_WAIT, cause: 'poison_chunk', sentence },
    });
    expect(await api.call('GET', '/jobs/report', undefined, organization.key)).toMatchObject({
      error_code: 'not_authorized',
    });
    expect((await api.call('GET', '/jobs/report')).data).toMatchObject({
      parts: { postgres: { state: 'up' }, workers: { state: 'up', count: 1 }, files: { state: 'up' } },
      unhealthy: [
        {
          ...{ job_kind: 'subscriber_import', id, organization_id: organization.id, mailing_list_id: listId },
          ...{ organization_name: 'Daily News', mailing_list_name: expect.any(String), dry_run: false },
          ...{ state: 'scheduled', health: 'stalled', diagnosis: { sentence, action: 'retry' } },
        },
      ],
    });
  });
});
