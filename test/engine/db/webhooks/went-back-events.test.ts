import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findNotifiedOrganizations, recordWentBack } from '../../../../engine/db/webhooks/went-back-events.ts';
import { readEpoch } from '../../../../engine/db/installation/epoch.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';

let fixture: ImportFixture;
let organizationId: number;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  ({ organizationId } = await fixture.createList());
  await fixture.pool.query(
    'update installation set epoch = gen_random_uuid(), epoch_began_at = now(), notified_epoch = null',
  );
});

const record = async (parts = 1, epoch?: string) =>
  recordWentBack(
    fixture.pool,
    epoch ?? (await readEpoch(fixture.pool)) ?? '',
    Array.from({ length: parts }, (_, part) => ({ organizationId, data: { part } })),
  );

describe('the events of an epoch', () => {
  it('are recorded once, also when two record them at the same time', async () => {
    const endpoint = await addEndpoint(['job.failed', 'service.went_back']);
    const answers = await Promise.all([record(3), record(3)]);
    expect(answers.flat()).toEqual([{ id: endpoint, jobKey: null, organizationId }]);
    expect(await deliveredTo(endpoint)).toEqual([0, 1, 2]);
    expect(await record()).toEqual([]);
  });

  it('wait for endpoints that name their type and take events', async () => {
    const endpoints = [
      await addEndpoint(null),
      await addEndpoint(['job.finished']),
      await addEndpoint(['service.went_back'], 'enabled = false'),
    ];
    expect((await findNotifiedOrganizations(fixture.pool)).has(organizationId)).toBe(false);
    expect(await record()).toEqual([]);
    for (const endpoint of endpoints) expect(await deliveredTo(endpoint)).toEqual([]);
  });

  it('are kept for an endpoint that the service has disabled', async () => {
    const endpoint = await addEndpoint(['service.went_back'], 'enabled = false, disabled_at = now()');
    expect((await findNotifiedOrganizations(fixture.pool)).has(organizationId)).toBe(true);
    expect(await record()).toEqual([]);
    expect(await deliveredTo(endpoint)).toEqual([0]);
  });

  it('are not recorded when another epoch has begun since', async () => {
    const endpoint = await addEndpoint(['service.went_back']);
    expect(await record(1, 'b3a3a1a4-0000-4000-8000-000000000000')).toEqual([]);
    expect(await deliveredTo(endpoint)).toEqual([]);
    expect(await record()).toHaveLength(1);
  });
});

async function addEndpoint(events: readonly string[] | null, change = 'enabled = true'): Promise<number> {
  const { rows } = await fixture.pool.query<{ id: number }>(
    `insert into webhook_endpoints (organization_id, url, event_types, secret) values ($1, 'https://x.io', $2, '')
     returning id`,
    [organizationId, events],
  );
  const id = rows[0]?.id ?? 0;
  await fixture.pool.query(`update webhook_endpoints set ${change} where id = $1`, [id]);
  return id;
}

/** The parts of the events that wait for an endpoint. */
async function deliveredTo(endpoint: number): Promise<number[]> {
  const { rows } = await fixture.pool.query<{ part: number }>(
    `select (v.data ->> 'part')::int as part from webhook_deliveries d join webhook_events v on v.id = d.event_id
      where d.endpoint_id = $1 order by v.id`,
    [endpoint],
  );
  return rows.map(({ part }) => part);
}
