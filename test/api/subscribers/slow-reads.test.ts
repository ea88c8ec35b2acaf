import { describe, expect, it } from 'vitest';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList } from '../support/import-rows.ts';

describe('a read that takes long', () => {
  /** Has every query of subscribers wait while the work is done. */
  async function whileLocked<Result>(api: TestApi, work: () => Promise<Result>): Promise<Result> {
    const client = await api.database.pool.connect();
    try {
      await client.query('begin; lock table subscribers in access exclusive mode');
      return await work();
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  it('is ended after READ_TIMEOUT_MS and answered with what to ask for instead; its connection serves others', async () => {
    const api = await build({ readTimeoutMs: 200 });
    const listId = await addList(api);
    const paths = [
      `/mailing_lists/${listId}/subscribers`,
      `/mailing_lists/${listId}/subscribers/a@example.com`,
      '/subscribers_by_email/a@example.com',
    ];
    await whileLocked(api, async () => {
      for (const path of [...paths, ...paths, ...paths, ...paths, ...paths]) {
        expect(await api.call('GET', path)).toMatchObject({
          status: 200,
          success: false,
          error_code: 'requested_too_many',
          error_message: expect.stringMatching(/^reading took longer than 0\.2 seconds and was ended: ask for fewer/),
        });
      }
    });
    expect(await api.call('GET', `/mailing_lists/${listId}/subscribers`)).toMatchObject({ success: true, data: [] });
  });

  it('leaves connections to other organizations, and of too many the last is answered 429 with Retry-After', async () => {
    const api = await build({ readTimeoutMs: 20_000, callsPerOrganization: 100 });
    const one = await api.addOrganization();
    const other = await api.addOrganization();
    const listId = await addList(api, {}, one.key);
    const url = `${API_PREFIX}/mailing_lists/${listId}/subscribers`;
    const request = () => api.inject({ url, headers: { authorization: `Basic ${one.key}` } });

    const pending = await whileLocked(api, async () => {
      const calls = Array.from({ length: BOUNDS.concurrentReads.max + BOUNDS.readsWaiting.max + 1 }, request);
      const refused = await Promise.race(calls);
      expect(refused.statusCode).toBe(429);
      expect(refused.headers['retry-after']).toBe('10');
      expect(refused.json()).toMatchObject({ success: false, error_code: 'requested_too_many' });
      expect(await api.call('GET', '/subscriber_counts', undefined, other.key)).toMatchObject({ success: true });
      return { calls };
    });
    const statuses = (await Promise.all(pending.calls)).map(({ statusCode }) => statusCode);
    expect(statuses.sort()).toEqual([...Array<number>(statuses.length - 1).fill(200), 429]);
  });
});
