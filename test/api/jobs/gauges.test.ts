import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, createImport, setImport } from '../support/import-rows.ts';

const ORGANIZATIONS = 12;

describe('the metrics of organizations', () => {
  let api: TestApi;
  let ids: number[];
  beforeAll(async () => {
    api = await build({ metrics: true });
    ids = [];
    for (let nth = 1; nth <= ORGANIZATIONS; nth++) {
      const { id: organizationId, key } = await api.addOrganization();
      const { id } = (await createImport(api, await addList(api, {}, key), {}, key)).data;
      await setImport(api, id, { state: 'importing', number_of_records: 10_000, begins_at: '2020-01-01' });
      await api.database.pool.query(
        `insert into import_chunks (subscriber_import_id, chunk_number, merged_at, added)
         select $1, number, now() - make_interval(secs => 20 - 10 * number), 100 * $2 from generate_series(0, 1) number`,
        [id, nth],
      );
      const waiting = (await createImport(api, await addList(api, {}, key), {}, key)).data;
      await api.database.pool.query(`update subscriber_imports set turn_asked_at = now() where id = $1`, [waiting.id]);
      ids.push(organizationId);
    }
    // At once: on a busy machine the organizations above come seconds apart.
    await api.database.pool.query(
      'update import_chunks set merged_at = now() - make_interval(secs => 20 - 10 * chunk_number)',
    );
  });

  it('list the ten with the highest rates, and sum up the others', async () => {
    const metrics = (await api.app.inject({ method: 'GET', url: '/metrics' })).body;
    const valuesOf = (name: string) =>
      new Map(
        [...metrics.matchAll(new RegExp(`^${name}\\{.*organization_id="(\\w+)".*\\} (.+)$`, 'gm'))].map(
          ([, id = '', value]) => [id, Number(value)],
        ),
      );
    const [largest = 0, ...fewer] = ids.toReversed();
    const listed = [largest, ...fewer].slice(0, 10).map(String);
    const rates = valuesOf('sluice_organization_rows_per_second');
    expect([...rates.keys()]).toEqual([...listed, 'other']);
    // Each has a rate in proportion to its chunks: the largest one 12, the two that are not listed 1 and 2.
    expect(rates.get('other')! / rates.get(String(largest))!).toBeCloseTo(3 / 12, 1);
    const waiting = valuesOf('sluice_organization_waiting_jobs');
    expect([...waiting.values()]).toEqual([...listed.map(() => 1), 2]);
  });

  it('have webhook endpoints by state, and the age of what waits for those that do not fail', async () => {
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into webhook_endpoints (organization_id, url, secret, enabled, disabled_at, failing_since)
       values (1, 'x', '', true, null, null), (1, 'x', '', true, null, now()), (1, 'x', '', false, now(), now()), (1, 'x', '', false, null, null)
       returning id`,
    );
    await api.database.pool.query(
      `with event as (
         insert into webhook_events (organization_id, type, job_kind, job_id, at, data)
         select 1, 'job.failed', 'kind', n, now() - make_interval(secs => 100 * n), '{}' from generate_series(1, 2) n returning id, job_id
       )
       insert into webhook_deliveries (endpoint_id, event_id, state)
       select case job_id when 1 then $1::bigint else $2 end, id, 'waiting' from event`,
      [rows[0]?.id, rows[1]?.id],
    );
    const metrics = (await api.app.inject({ method: 'GET', url: '/metrics' })).body;
    const states = [...metrics.matchAll(/^sluice_webhook_endpoints\{.*state="(\w+)".*\} (\d+)$/gm)];
    expect(states.map(([, state, count]) => `${state} ${count}`)).toEqual(['ok 1', 'failing 1', 'disabled 1']);
    const age = Number(/^sluice_webhook_age_seconds(?:\{.*\})? (.+)$/m.exec(metrics)?.[1]);
    expect(age).toBeGreaterThanOrEqual(100);
    expect(age).toBeLessThan(200);
  });
});
