import { beforeAll, describe, expect, it } from 'vitest';
import { listLock } from '../../../engine/db/lists/list-lock.ts';
import { COUNTERS } from '../../../engine/domain/subscriber-imports.ts';
import { hold } from '../../engine/activities/waiting.ts';
import { build } from '../support/build.ts';
import type { Answer, TestApi } from '../support/build.ts';
import { addList, createImport, setImport } from '../support/import-rows.ts';

type Row = Record<string, any>;

const NOT_FOUND = { success: false, data: null, error_code: 'not_found' };
const TIME: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

describe('the jobs of a deleted list', () => {
  let api: TestApi;
  let own: { id: number; key: string };
  beforeAll(async () => {
    api = await build();
    own = await api.addOrganization();
  });

  const get = <Data = Row>(path: string, key = own.key): Promise<Answer<Data>> =>
    api.call<Data>('GET', path, undefined, key);
  const newList = () => addList(api, {}, own.key);
  const newImport = async (listId: number) => (await createImport(api, listId, {}, own.key)).data.id;
  const idsOf = async (path: string, key?: string) => (await get<Row[]>(path, key)).data.map(({ id }) => Number(id));
  const jobsOf = async (listId: number, path = '/jobs/all', key?: string) =>
    (await get<Row[]>(path, key)).data.filter(({ mailing_list_id }) => mailing_list_id === listId);
  const query = (text: string, values: unknown[] = []) => api.database.pool.query<{ id: number }>(text, values);
  const log = (id: number, key = own.key) =>
    api.inject({
      url: `/ga/api/v2/subscriber_imports/${id}/logs/added`,
      headers: { authorization: `Basic ${key}` },
    });
  const writeLog = (id: number) =>
    query(`insert into import_logs values ($1, 'added', 0, 1, 'ann@example.com\n')`, [id]);

  async function deleteList(listId: number): Promise<void> {
    const { data } = await get(`/mailing_lists/${listId}/delete_confirmation_code`);
    const path = `/mailing_lists/${listId}/confirmed/${data.delete_confirmation_code}`;
    expect(await api.call('DELETE', path, undefined, own.key)).toMatchObject({ success: true });
  }

  it('that had not ended are cancelled at once, and can be read', async () => {
    const listId = await newList();
    const states = ['scheduled', 'downloading', 'splitting', 'importing', 'paused'] as const;
    const ids: number[] = [];
    for (const state of states) {
      const id = await newImport(listId);
      await setImport(api, id, { state });
      ids.push(id);
    }
    await deleteList(listId);

    for (const id of ids) {
      expect(await get(`/subscriber_imports/${id}`)).toMatchObject({
        success: true,
        data: { id, mailing_list_id: listId, state: 'cancelled', finished_at: TIME, error_message: null },
      });
    }
    for (const scope of ['all', 'recent', 'finished']) {
      expect(await idsOf(`/subscriber_imports?scope=${scope}`)).toEqual(expect.arrayContaining(ids));
    }
    expect(await idsOf('/subscriber_imports?scope=active')).toEqual([]);
    const jobs = await jobsOf(listId);
    expect(jobs.map(({ id }) => Number(id))).toEqual(ids.toReversed());
    for (const job of jobs) expect(job).toMatchObject({ state: 'cancelled', paused: false, finished_at: TIME });
    expect(await jobsOf(listId, '/jobs/unfinished')).toEqual([]);
    expect(await jobsOf(listId, '/jobs/all?state=cancelled&job_type=SubscriberImport')).toEqual(jobs);
    expect(await jobsOf(listId, '/jobs/all?state=importing,paused,scheduled')).toEqual([]);
  });

  it('stay as they are when the deletion has cancelled them in their own rows, with the time of that', async () => {
    const listId = await newList();
    const id = await newImport(listId);
    await deleteList(listId);
    const { rows } = await query(
      `update subscriber_imports set state = 'cancelled', finished_at = now() + interval '1 second', totals = (select jsonb_object_agg(kind, case kind when 'added' then 3 else 0 end) from unnest($2::text[]) kind)
        where id = $1 returning to_char(finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as finished_at`,
      [id, COUNTERS],
    );
    expect((await get(`/subscriber_imports/${id}`)).data).toMatchObject({ state: 'cancelled', ...rows[0] });
    expect(await jobsOf(listId)).toMatchObject([{ id, state: 'cancelled', progress_value: 3, ...rows[0] }]);
  });

  it('take no command', async () => {
    const listId = await newList();
    const id = await newImport(listId);
    await deleteList(listId);
    for (const [command, participle] of Object.entries({ pause: 'paused', unpause: 'unpaused', cancel: 'cancelled' })) {
      expect(await api.call('POST', `/subscriber_imports/${id}/${command}`, undefined, own.key)).toMatchObject({
        error_code: 'validation_failed',
        error_message: `import is cancelled and cannot be ${participle}`,
      });
    }
    expect(api.jobs.commands).toEqual([]);
  });

  it('show their logs', async () => {
    const listId = await newList();
    const id = await newImport(listId);
    await writeLog(id);
    await deleteList(listId);
    expect((await log(id)).body).toBe('ann@example.com\n');
  });

  it('are those of the organization, for others than system administrators', async () => {
    const other = await api.addOrganization();
    const listId = await newList();
    const id = await newImport(listId);
    await writeLog(id);
    await deleteList(listId);

    expect(await get(`/subscriber_imports/${id}`, other.key)).toMatchObject(NOT_FOUND);
    expect((await log(id, other.key)).json()).toMatchObject(NOT_FOUND);
    expect(await idsOf('/subscriber_imports?scope=all', other.key)).toEqual([]);
    expect(await jobsOf(listId, '/jobs/all', other.key)).toEqual([]);
    expect(await jobsOf(listId, '/jobs/all', api.admin)).toEqual([]);

    expect(await get(`/subscriber_imports/${id}`, api.admin)).toMatchObject({ data: { state: 'cancelled' } });
    expect((await log(id, api.admin)).body).toBe('ann@example.com\n');
    for (const path of ['/jobs/all_on_all_organizations', `/organizations/${own.id}/jobs/all`]) {
      expect(await jobsOf(listId, path, api.admin)).toMatchObject([{ id, state: 'cancelled' }]);
    }
  });

  it('that had ended are hidden with their logs, in whatever state', async () => {
    const listId = await newList();
    const ids: number[] = [];
    for (const state of ['finished', 'failed', 'cancelled'] as const) {
      const id = await newImport(listId);
      await setImport(api, id, { state, finished_at: new Date(Date.now() - 1000).toISOString() });
      await writeLog(id);
      ids.push(id);
    }
    await deleteList(listId);
    for (const id of ids) {
      expect(await get(`/subscriber_imports/${id}`)).toMatchObject(NOT_FOUND);
      expect((await log(id)).json()).toMatchObject(NOT_FOUND);
    }
    const shown = await idsOf('/subscriber_imports?scope=all');
    expect(ids.filter((id) => shown.includes(id))).toEqual([]);
    expect(await jobsOf(listId)).toEqual([]);
  });

  it('that ended while the deletion waited for their merges had ended', async () => {
    const listId = await newList();
    const id = await newImport(listId);
    const merge = await hold(api.database.pool, 'select pg_advisory_xact_lock_shared($1, $2)', listLock(listId));
    const deleting = deleteList(listId);
    await merge.untilWaitedFor();
    await query(`update subscriber_imports set state = 'finished', finished_at = now() where id = $1`, [id]);
    await merge.release();
    await deleting;
    expect(await get(`/subscriber_imports/${id}`)).toMatchObject(NOT_FOUND);
  });

  it('that are exports and campaigns can be read as cancelled too, unless they had ended or were never begun', async () => {
    const listId = await newList();
    for (const state of ['idle', 'estimating', 'exporting', 'paused', 'finished', 'failed', 'cancelled']) {
      await query(
        `insert into subscriber_exports (organization_id, mailing_list_id, name, state, finished_at, retry_at)
         values ($1, $2, 'export ' || $3, $3, case when $3 in ('finished', 'failed', 'cancelled') then now() end, now())`,
        [own.id, listId, state],
      );
    }
    for (const state of ['idle', 'scheduled', 'sending', 'finished', 'failed', 'cancelled']) {
      await query(
        `insert into campaigns (organization_id, mailing_list_id, name, state, state2, paused, finished_at, retry_at)
         values ($1, $2, 'campaign ' || $3, $3, 'paused', true,
           case when $3 in ('finished', 'failed', 'cancelled') then now() end, now())`,
        [own.id, listId, state],
      );
    }
    await deleteList(listId);

    const shown = [
      'campaign scheduled',
      'campaign sending',
      'export estimating',
      'export exporting',
      'export idle',
      'export paused',
    ];
    const jobs = await jobsOf(listId);
    expect(jobs.map(({ name }) => String(name)).sort()).toEqual(shown);
    for (const { name, ...job } of jobs) {
      const state2 = String(name).startsWith('campaign') ? 'terminated' : null;
      expect(job).toMatchObject({ state: 'cancelled', state2, paused: false, finished_at: TIME, retry_at: null });
    }
    expect(await jobsOf(listId, '/jobs/unfinished')).toEqual([]);

    await query(
      `update subscriber_exports set state = 'cancelled', finished_at = now() where mailing_list_id = $1 and finished_at is null`,
      [listId],
    );
    await query(
      `update campaigns set state = 'cancelled', finished_at = now()
        where mailing_list_id = $1 and state in ('scheduled', 'sending')`,
      [listId],
    );
    expect((await jobsOf(listId)).map(({ name }) => String(name)).sort()).toEqual(shown);
  });

  it('are gone when the retention of logs is over, to the second, whether they were purged or not', async () => {
    const listId = await newList();
    const id = await newImport(listId);
    await writeLog(id);
    await query(
      `insert into subscriber_exports (organization_id, mailing_list_id, name, state) values ($1, $2, 'x', 'exporting')`,
      [own.id, listId],
    );
    await query(
      `insert into campaigns (organization_id, mailing_list_id, name, state) values ($1, $2, 'x', 'sending')`,
      [own.id, listId],
    );
    await deleteList(listId);
    await query(`update mailing_lists set deleted_at = now() - interval '8 days' where id = $1`, [listId]);
    const end = async (ago: string) => {
      for (const table of ['subscriber_imports', 'subscriber_exports', 'campaigns']) {
        await query(
          `update ${table} set state = 'cancelled', finished_at = now() - $2::interval where mailing_list_id = $1`,
          [listId, ago],
        );
      }
    };

    await end('6 days 23 hours 59 minutes');
    expect(await get(`/subscriber_imports/${id}`)).toMatchObject({ data: { state: 'cancelled' } });
    expect((await log(id)).body).toBe('ann@example.com\n');
    expect(await idsOf('/subscriber_imports?scope=all')).toContain(id);
    expect(await jobsOf(listId)).toHaveLength(3);

    await end('7 days');
    expect(await get(`/subscriber_imports/${id}`)).toMatchObject(NOT_FOUND);
    expect((await log(id)).json()).toMatchObject(NOT_FOUND);
    expect(await idsOf('/subscriber_imports?scope=all')).not.toContain(id);
    expect(await jobsOf(listId)).toEqual([]);
  });
});
