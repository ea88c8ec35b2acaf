import { beforeAll, describe, expect, it } from 'vitest';
import { buildSubscriberApi } from '../subscribers/support.ts';
import type { SubscriberApi } from '../subscribers/support.ts';
import { SHAPES, WRITTEN, ZONE } from './written-times.ts';

type Row = Record<string, any>;

let api: SubscriberApi;
let owner: { id: number; key: string };
let listId: number;
beforeAll(async () => {
  api = await buildSubscriberApi();
  owner = await api.addOrganization({ timeZone: ZONE });
  listId = await api.addList({}, owner.key);
});

describe('the times of a query', () => {
  const JOBS = ['begins_at__after', 'begins_at__before', 'finished_at__after', 'finished_at__before'];

  /** The names of the campaigns around an instant that a query finds, of a list of its own. */
  async function jobsFound(path: string, key: string, name: string, text: string, instant: string) {
    await api.database.pool.query('delete from campaigns');
    for (const [campaign, seconds] of Object.entries({ earlier: -1, then: 0, later: 1 })) {
      const time = new Date(Date.parse(instant) + seconds * 1000);
      await api.database.pool.query(
        `insert into campaigns (organization_id, mailing_list_id, name, state, begins_at, finished_at, started_at)
         values ($1, $2, $3, 'finished', $4, $4, $4)`,
        [owner.id, listId, campaign, time],
      );
    }
    const query = `job_type=Campaign&${name}=${encodeURIComponent(text)}`;
    const { error_message, data } = await api.call<Row[]>('GET', `${path}?${query}`, undefined, key);
    return { error_message, found: data.map((job) => String(job.name)) };
  }

  describe.each(JOBS)('GET /jobs/all?%s', (name) => {
    it.each(WRITTEN)('takes a time %s: %s', async (_, text, instant) => {
      const found = [name.endsWith('after') ? 'later' : 'earlier'];
      expect(await jobsFound('/jobs/all', owner.key, name, text, instant)).toEqual({ error_message: null, found });
    });

    it('takes seconds since 1970, and a plus sign that is not encoded', async () => {
      const found = [name.endsWith('after') ? 'later' : 'earlier'];
      const expected = { error_message: null, found };
      expect(await jobsFound('/jobs/all', owner.key, name, '1896076800', '2030-01-31T08:00:00Z')).toEqual(expected);
      for (const text of ['2030-01-31T09:00:00 01:00', '2030-01-31 09:00 0100', '20300131T09 01']) {
        expect(await jobsFound('/jobs/all', owner.key, name, text, '2030-01-31T08:00:00Z')).toEqual(expected);
      }
    });

    it.each(['soon', '2030-02-30', '2030-01', '09:00', '2030-01-31 25:00', '1'.repeat(65)])(
      'refuses %s, with the shapes that are taken',
      async (text) => {
        const { error_code, error_message } = await api.call('GET', `/jobs/all?${name}=${text}`, undefined, owner.key);
        expect({ error_code, error_message }).toEqual({
          error_code: 'invalid_request',
          error_message: `${name} must be a Unix time or a time in ISO 8601: ${SHAPES}`,
        });
      },
    );
  });

  it.each([
    ['the organization in the path', () => `/organizations/${owner.id}/jobs/all`, '2030-06-30T22:00:00Z'],
    ['the caller, for all organizations', () => '/jobs/all_on_all_organizations', '2030-07-01T00:00:00Z'],
  ])('are in the time zone of %s', async (_, path, instant) => {
    expect(await jobsFound(path(), api.admin, 'begins_at__after', '2030-07-01', instant)).toEqual({
      error_message: null,
      found: ['later'],
    });
  });

  describe.each(['started_at__start', 'started_at__end'])('GET campaign_statistics?%s', (name) => {
    async function opensCounted(text: string, instant: string, key = owner.key) {
      const isStart = name === 'started_at__start';
      await api.database.pool.query('delete from campaigns');
      for (const [opens, seconds] of Object.entries({ 1: -1, 10: 0, 100: 1 })) {
        await api.database.pool.query(
          `with started as (insert into campaigns (organization_id, mailing_list_id, name, started_at)
                            values ($1, $2, 'x', $3) returning id)
           insert into campaign_counters (campaign_id, opens_total) select id, $4::bigint from started`,
          [owner.id, listId, new Date(Date.parse(instant) + seconds * 1000), opens],
        );
      }
      const other = isStart ? 'started_at__end=2101-01-01' : 'started_at__start=2001-01-01';
      const query = `${name}=${encodeURIComponent(text)}&${other}`;
      const path = `/mailing_lists/${listId}/campaign_statistics?${query}`;
      const { error_message, data } = await api.call<Row | null>('GET', path, undefined, key);
      return { error_message, opens: data?.opens_total as unknown };
    }
    const expected = { error_message: null, opens: name === 'started_at__start' ? 110 : 1 };

    it.each(WRITTEN)('takes a time %s: %s', async (_, text, instant) => {
      expect(await opensCounted(text, instant)).toEqual(expected);
    });

    it('is in the time zone of the organization that owns the list, whoever asks', async () => {
      expect(await opensCounted('2030-07-01', '2030-06-30T22:00:00Z', api.admin)).toEqual(expected);
    });

    it('refuses what is no time, with the shapes that are taken', async () => {
      expect((await opensCounted('soon', '2030-06-30T22:00:00Z')).error_message).toBe(
        `${name} must be a Unix time or a time in ISO 8601: ${SHAPES}`,
      );
    });
  });
});
