import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { build } from './support/build.ts';
import type { TestApi } from './support/build.ts';

const APART_MS = 300_000;
const SOON_MS = 20_000;

let api: TestApi;
let listId: number;
beforeAll(async () => {
  api = await build();
  listId = (await api.call<{ id: number }>('POST', '/mailing_lists', { mailing_list: { name: 'News' } })).data.id;
});

describe.each([
  ['ahead of', APART_MS],
  ['behind', -APART_MS],
])('an API whose clock is 5 minutes %s that of the database', (_, apart) => {
  const create = async (settings: object) => {
    setClock(apart);
    const file_source = { type: 'json', content: 'ann@example.com\n' };
    const { data } = await api.call<{ id: number }>('POST', `/mailing_lists/${listId}/subscriber_imports`, {
      subscriber_import: { column_mapping: ['email'], file_source, ...settings },
    });
    vi.useRealTimers();
    return { id: data.id, input: api.jobs.started.at(-1)?.input };
  };

  it('lets an import wait for its time', async () => {
    const begins_at = new Date(Date.now() + SOON_MS).toISOString();
    const { input } = await create({ begins_at });
    const { beginsAt, beginsInMs } = input as { beginsAt: number; beginsInMs: number };
    expect(Math.abs(beginsAt - Date.parse(begins_at))).toBeLessThan(1_000);
    expect(beginsInMs).toBeGreaterThan(0);
    expect(beginsInMs).toBeLessThanOrEqual(SOON_MS);
  });

  it.each([{}, { begins_at: 'now' }])('begins an import now: %j', async (settings) => {
    const { id, input } = await create(settings);
    expect(input).toMatchObject({ beginsAt: null });
    expect(input).not.toHaveProperty('beginsInMs');
    const { rows } = await api.database.pool.query(
      `select begins_at <= now() and begins_at >= created_at as "isNow" from subscriber_imports where id = $1`,
      [id],
    );
    expect(rows).toEqual([{ isNow: true }]);
  });

  it('lets the old secret of a webhook endpoint sign for 24 hours', async () => {
    const webhook_endpoint = { url: 'https://hooks.example.com/sluice' };
    const { data } = await api.call<{ id: number }>('POST', '/webhook_endpoints', { webhook_endpoint });
    setClock(apart);
    expect((await api.call('POST', `/webhook_endpoints/${data.id}/rotate_secret`)).status).toBe(200);
    vi.useRealTimers();
    const { rows } = await api.database.pool.query<{ seconds: number }>(
      `select extract(epoch from previous_secret_until - now())::float8 as seconds from webhook_endpoints where id = $1`,
      [data.id],
    );
    expect(Math.abs((rows[0]?.seconds ?? 0) - 86_400)).toBeLessThan(30);
  });
});

/** Until the end of the test, or of vi.useRealTimers. */
function setClock(apart: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + apart });
  onTestFinished(() => void vi.useRealTimers());
}
