import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../api/support/build.ts';
import type { TestApi } from '../api/support/build.ts';
import { addList, createImport, setImport } from '../api/support/import-rows.ts';
import { failed, onePage, TIME } from './support.ts';
import type { Row } from './support.ts';

const STATES = {
  Campaign: ['idle', 'failed', 'cancelled', 'finished', 'scheduled', 'sending'],
  SubscriberImport: [
    'scheduled',
    'loading_delayed',
    'splitting',
    'importing',
    'paused',
    'finished',
    'failed',
    'cancelled',
  ],
  SubscriberExport: ['idle', 'estimating', 'exporting', 'paused', 'finished', 'failed', 'cancelled'],
  SuppressedAddressImport: ['idle', 'scheduled', 'splitting', 'importing', 'paused', 'finished', 'failed', 'cancelled'],
};
const STATE2 = [
  ...['onhold_autowinner', 'paused_ssr_exception', 'paused_remote_list_error', 'paused', 'sending.not_yet_started'],
  ...['sending.preparing_recip_list', 'sending.sending', 'paused_quota', 'finished', 'terminated', 'crashed'],
];
/** States of jobs that stand for nothing this service can show of an import. */
const NEVER_SHOWN = ['loading_immediate', 'idle'];
const ENDED = ['finished', 'failed', 'cancelled'];

describe('background jobs', () => {
  let api: TestApi;
  let own: { id: number; key: string };
  let listId: number;
  beforeAll(async () => {
    api = await build();
    own = await api.addOrganization();
    listId = await addList(api, {}, own.key);
    for (const state of STATES.Campaign) await insert('campaigns', { mailing_list_id: listId, state });
    for (const state2 of STATE2) await insert('campaigns', { mailing_list_id: listId, state: 'sending', state2 });
    for (const state of STATES.SubscriberExport) await insert('subscriber_exports', { mailing_list_id: listId, state });
    const suppression_list_id = await insert('suppression_lists', {});
    for (const state of STATES.SuppressedAddressImport) {
      await insert('suppressed_address_imports', { suppression_list_id, state });
    }
    for (const state of STATES.SubscriberImport) {
      const { id } = (await createImport(api, listId, {}, own.key)).data;
      await setImport(api, id, { state: state === 'loading_delayed' ? 'downloading' : (state as 'scheduled') });
    }
    await api.database.pool.query(
      `update campaigns set begins_at = '2026-01-02T00:00:00Z', finished_at = '2026-01-03T00:00:00Z' where state = 'finished'`,
    );
  });

  async function insert(table: string, columns: Row): Promise<number> {
    const row = { organization_id: own.id, name: table, ...columns };
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into ${table} (${Object.keys(row).join(', ')})
       values (${Object.keys(row)
         .map((_, at) => `$${at + 1}`)
         .join(', ')}) returning id`,
      Object.values(row),
    );
    return Number(rows[0]?.id);
  }
  const get = (path: string, key = own.key) => api.call<Row[]>('GET', path, undefined, key);

  const ALL = Object.values(STATES).flat().length + STATE2.length;
  const UNFINISHED = ALL - 4 * ENDED.length;

  describe.each([
    ['GET /jobs/all', ALL],
    ['GET /jobs/unfinished', UNFINISHED],
    ['GET /jobs/all_on_all_organizations', ALL + 1],
    ['GET /jobs/unfinished_on_all_organizations', UNFINISHED + 1],
    ['GET /organizations/:organization_id/jobs/all', ALL],
    ['GET /organizations/:organization_id/jobs/unfinished', UNFINISHED],
  ])('%s', (row, count) => {
    const isForSystemAdmins = row.includes('organization');
    const jobs = (query = '', key = isForSystemAdmins ? api.admin : own.key) =>
      get(row.slice('GET '.length).replace(':organization_id', String(own.id)) + query, key);
    beforeAll(async () => {
      const { rowCount } = await api.database.pool.query(`select 1 from campaigns where organization_id = 1`);
      if (rowCount === 0) await insert('campaigns', { organization_id: 1, mailing_list_id: await addList(api) });
    });

    it('answers records, the youngest first, 2000 to a page', async () => {
      const answer = await jobs();
      expect(answer).toMatchObject({ status: 200, success: true, ...onePage(count, 2000) });
      expect(answer.data).toHaveLength(count);
      expect(answer.data.find(({ job_type }) => job_type === 'SubscriberImport')).toEqual({
        id: expect.any(Number),
        job_type: 'SubscriberImport',
        name: 'data',
        state: expect.any(String),
        state2: null,
        paused: expect.any(Boolean),
        organization_id: own.id,
        mailing_list_id: listId,
        suppression_list_id: null,
        progress_value: 0,
        progress_total: null,
        begins_at: TIME,
        started_at: null,
        finished_at: null,
        retry_at: null,
        created_at: TIME,
        updated_at: TIME,
        organization_name: expect.any(String),
        mailing_list_name: expect.any(String),
        dry_run: false,
        created_by: { type: 'api_key', id: expect.any(Number), name: expect.any(String) },
      });
      const exports = answer.data
        .filter(({ job_type }) => job_type === 'SubscriberExport')
        .map(({ id }) => id as number);
      expect(exports).toEqual(exports.toSorted((a, b) => b - a));
      const unfinished = answer.data.filter(({ state }) => !ENDED.includes(state as string));
      expect(unfinished).toHaveLength(row.includes('unfinished') ? count : count - 4 * ENDED.length);
    });

    it('takes state, job_type and times as Unix seconds or ISO 8601', async () => {
      const types = async (query: string) =>
        new Set((await jobs(query)).data.map(({ job_type }) => job_type as string));
      expect(await types('?state=exporting')).toEqual(new Set(['SubscriberExport']));
      expect(await types('?job_type=SuppressedAddressImport')).toEqual(new Set(['SuppressedAddressImport']));
      const ended = row.includes('unfinished') ? 0 : 1;
      const day = (date: string) => Date.parse(date) / 1000;
      for (const [after, before] of [
        ['2026-01-01T00:00:00Z', '2026-01-04T00:00:00Z'],
        [day('2026-01-01'), day('2026-01-04')],
      ]) {
        const begins = `begins_at__after=${after}&begins_at__before=${before}`;
        const finishes = `finished_at__after=${after}&finished_at__before=${before}`;
        expect((await jobs(`?job_type=Campaign&${begins}&${finishes}`)).data).toHaveLength(ended);
        expect((await jobs(`?job_type=Campaign&begins_at__before=${after}`)).data).toEqual([]);
        expect((await jobs(`?job_type=Campaign&finished_at__after=${before}`)).data).toEqual([]);
      }
      for (const query of ['?state=asleep', '?job_type=Nap', '?begins_at__after=soon', '?finished_at__before=x']) {
        expect(await jobs(query)).toMatchObject(failed('invalid_request'));
      }
    });

    it(isForSystemAdmins ? 'refuses organization administrators' : 'shows an organization its own only', async () => {
      const other = await api.addOrganization();
      const expected = isForSystemAdmins ? failed('not_authorized', 403) : { success: true, data: [] };
      expect(await jobs('', other.key)).toMatchObject(expected);
    });
  });

  it.each(Object.entries(STATES))('job states: %s', async (type, states) => {
    const { data } = await get(`/jobs/all?job_type=${type}`);
    expect(new Set(data.map(({ state }) => state as string))).toEqual(new Set(states));
    const takesState = async (state: string) => (await get(`/jobs/all?job_type=${type}&state=${state}`)).success;
    for (const state of [...states, ...NEVER_SHOWN]) expect(await takesState(state)).toBe(true);
  });

  it('job states: state2 of campaigns', async () => {
    const { data } = await get('/jobs/all?job_type=Campaign');
    const shown = data.map(({ state2 }) => state2 as string | null).filter((state2) => state2 !== null);
    expect(new Set(shown)).toEqual(new Set(STATE2));
  });

  it('job states: delivery of templates', async () => {
    const states = ['idle', 'scheduled', 'sending', 'finished', 'failed', 'cancelled'];
    const create = (state: string) => {
      const campaign = { name: `In ${state}`, dispatch_attributes: { state } };
      return api.call<Row>('POST', `/mailing_lists/${listId}/templates`, { campaign }, own.key);
    };
    for (const state of states) expect((await create(state)).data.dispatch).toMatchObject({ state });
    expect(await create('paused')).toMatchObject(failed('validation_failed'));
  });
});
