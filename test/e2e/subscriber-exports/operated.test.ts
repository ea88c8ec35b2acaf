import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WATCH } from '../../../workflows/names.ts';
import { currentDetailsOf } from '../../support/current-details.ts';
import type { TestEngine } from '../../support/engine.ts';
import { startTestEngine } from '../../support/engine.ts';
import { createExport, untilExportEnded } from '../../support/exports.ts';
import { createList } from '../../support/imports.ts';
import { refuse } from '../../support/refuse.ts';
import { runSluice } from '../../support/sluice.ts';

const PATIENCE = { timeout: 30_000, interval: 100 };

describe('an export whose parts Postgres refuses', () => {
  let engine: TestEngine;
  let id: number;
  let list: number;
  let accept: () => Promise<void>;
  beforeAll(async () => {
    engine = await startTestEngine({ METRICS: 'true' });
    list = await createList(engine, 'Refused');
    await engine.pool.query(`insert into subscribers (mailing_list_id, key, email) values ($1, 'a@x.io', 'a@x.io')`, [
      list,
    ]);
    accept = await refuse(engine.pool, { before: 'update', on: 'export_parts', when: 'true', sqlstate: '23000' });
    id = await createExport(engine, list);
    await vi.waitFor(async () => expect((await query()).health).toBe('stalled'), PATIENCE);
  });
  afterAll(() => engine.stop());

  it('is listed with the jobs of its organization, until it has ended with the unfinished ones', async () => {
    const { data } = await engine.call('GET', '/jobs/unfinished?job_type=SubscriberExport');
    expect(data).toMatchObject([{ id, job_type: 'SubscriberExport', state: 'exporting', mailing_list_id: list }]);
  });

  it('is listed and explained at the command line', async () => {
    const jobs = await sluice('jobs');
    expect(jobs.stdout).toMatch(new RegExp(`subscriber-export/${id}\\b.*\\bexporting\\b.*\\bstalled\\b`));
    const job = await sluice('job', `subscriber-export/${id}`);
    expect(job.stdout).toContain(`npx sluice job subscriber-export/${id} retry`);
  });

  it('is named by the watch, with what frees it', async () => {
    await vi.waitFor(async () => {
      expect(await currentDetailsOf(engine.temporal, WATCH)).toMatch(
        new RegExp(
          `\`subscriber-export/${id}\`, \\*\\*refused_work:\\*\\*[^]+npx sluice job subscriber-export/${id} retry`,
        ),
      );
    }, PATIENCE);
  });

  it('is counted as stalled in the metrics', async () => {
    await vi.waitFor(async () => {
      const { body } = await engine.app.inject({ method: 'GET', url: '/metrics' });
      expect(body).toMatch(/^sluice_jobs\{.*kind="subscriber_export",state="exporting",health="stalled".*\} 1$/m);
    }, PATIENCE);
  });

  it('is finished when the cause is gone and an operator retries it', async () => {
    await accept();
    expect((await sluice('job', `subscriber-export/${id}`, 'retry')).code).toBe(0);
    expect(await untilExportEnded(engine, id)).toMatchObject({ state: 'finished' });
    expect((await engine.call('GET', '/jobs/unfinished?job_type=SubscriberExport')).data).toEqual([]);
    expect((await engine.call('GET', '/jobs/all?job_type=SubscriberExport')).data).toMatchObject([
      { id, state: 'finished', progress_value: 1, progress_total: 1 },
    ]);
  });

  const query = () =>
    engine.temporal.workflow.getHandle(`subscriber-export/${id}`).query<{ health: string }>('jobView');

  const sluice = (...args: string[]) =>
    runSluice(args, {
      DATABASE_URL: engine.config.databaseUrl ?? '',
      TEMPORAL_ADDRESS: engine.config.temporalAddress ?? '',
      TEMPORAL_NAMESPACE: engine.config.temporalNamespace,
    });
});
