import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';

const ZEROS = { active: 0, bounced: 0, unsubscribed: 0, scomp: 0, deactivated: 0 };

describe('subscriber counts', () => {
  let api: TestApi;
  let organization: { id: number; key: string };
  let lists: number[];
  beforeAll(async () => {
    api = await build();
    organization = await api.addOrganization({ name: 'Daily News' });
    lists = [];
    for (const name of ['Weather', 'Sports', 'Gone']) {
      const { data } = await api.call('POST', '/mailing_lists', { mailing_list: { name } }, organization.key);
      lists.push(Number(data.id));
    }
    const { pool } = api.database;
    await pool.query('insert into subscriber_counts values ($1, 5, 1, 2, 3, 4), ($2, 9, 9, 9, 9, 9)', [
      lists[0],
      lists[2],
    ]);
    await pool.query('update mailing_lists set deleted_at = now() where id = $1', [lists[2]]);
  });

  it('sums the lists that are not deleted, by id and with zeros for an empty one', async () => {
    const { data } = await api.call('GET', '/subscriber_counts', undefined, organization.key);
    const weather = { active: 5, bounced: 1, unsubscribed: 2, scomp: 3, deactivated: 4 };
    expect(JSON.stringify(data)).toBe(
      JSON.stringify({
        organization: { id: organization.id, name: 'Daily News' },
        counts: weather,
        mailing_lists: [
          { mailing_list: { id: lists[0], name: 'Weather' }, counts: weather },
          { mailing_list: { id: lists[1], name: 'Sports' }, counts: ZEROS },
        ],
      }),
    );
  });

  it.each(['organization', 'organizations'])(
    'shows any organization to a system administrator under /%s',
    async (path) => {
      const own = await api.call('GET', '/subscriber_counts', undefined, organization.key);
      const { data } = await api.call('GET', `/${path}/${organization.id}/subscriber_counts`);
      expect(data).toEqual(own.data);
    },
  );

  it('answers 403 not_authorized to others, even about their own organization', async () => {
    const path = `/organizations/${organization.id}/subscriber_counts`;
    expect(await api.call('GET', path, undefined, organization.key)).toMatchObject({
      status: 403,
      success: false,
      data: null,
      error_code: 'not_authorized',
    });
  });

  it('answers not_found for an unknown organization', async () => {
    for (const id of ['999', 'x']) {
      expect(await api.call('GET', `/organizations/${id}/subscriber_counts`)).toMatchObject({
        status: 200,
        error_code: 'not_found',
        error_message: 'organization not found',
      });
    }
  });
});
