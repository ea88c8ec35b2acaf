import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notifyWentBack } from '../../../../engine/activities/maintenance/notify-went-back.ts';
import type { WaitingEndpoint } from '../../../../engine/db/webhooks/job-events.ts';
import { SEARCH_ATTRIBUTES } from '../../../../workflows/names.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { standInClient } from '../../../support/stand-in-client.ts';

interface Data {
  readonly total: number;
  readonly part: number;
  readonly parts: number;
  readonly jobs: readonly { readonly id: number }[];
}

let fixture: ImportFixture;
let organizationId: number;
let searches: number;
let called: WaitingEndpoint[];
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  [searches, called] = [0, []];
  ({ organizationId } = await fixture.createList());
  await fixture.pool.query(
    `update installation set epoch = gen_random_uuid(), epoch_began_at = now() - interval '2 minutes', notified_epoch = null`,
  );
});

describe('the jobs that a database has lost', () => {
  it('are sent in parts of a hundred', async () => {
    await addEndpoint();
    await notify(250);
    const events = await recorded();
    expect(events.map(({ total, part, parts, jobs }) => [total, part, parts, jobs.length])).toEqual([
      [250, 1, 3, 100],
      [250, 2, 3, 100],
      [250, 3, 3, 50],
    ]);
    expect(new Set(events.flatMap(({ jobs }) => jobs.map(({ id }) => id))).size).toBe(250);
    expect(called).toHaveLength(1);
    await notify(250);
    expect(await recorded()).toHaveLength(3);
  });

  it('are not searched for when no endpoint names the event', async () => {
    await fixture.pool.query('delete from webhook_endpoints');
    await notify(5);
    expect([searches, await recorded()]).toEqual([0, []]);
  });

  it('are searched for a minute after the epoch has begun, and again where Temporal was away', async () => {
    await addEndpoint();
    await fixture.pool.query('update installation set epoch_began_at = now()');
    await notify(5);
    expect(searches).toBe(0);
    await fixture.pool.query(`update installation set epoch_began_at = now() - interval '61 seconds'`);
    await expect(notify(-1)).rejects.toThrow('Temporal is away.');
    await notify(5);
    expect(await recorded()).toMatchObject([{ total: 5, part: 1, parts: 1 }]);
  });
});

/** Notifies of so many imports that Temporal knows; -1: it is away. */
function notify(jobs: number): Promise<void> {
  const list = ({ query }: { readonly query: string }) => {
    searches++;
    if (jobs < 0) throw new Error('Temporal is away.');
    return runs(query.includes('subscriberImport') ? jobs : 0);
  };
  return notifyWentBack({
    ...fixture.deps,
    client: standInClient({ workflow: { list } }),
    callEndpoints: (endpoints) => {
      called.push(...endpoints);
      return Promise.resolve();
    },
  });
}

// eslint-disable-next-line @typescript-eslint/require-await -- readers take streams
async function* runs(count: number) {
  const values: Readonly<Record<string, unknown>> = {
    [SEARCH_ATTRIBUTES.organizationId.name]: String(organizationId),
    [SEARCH_ATTRIBUTES.jobState.name]: 'finished',
  };
  const typedSearchAttributes = {
    get: ({ name, type }: { readonly name: string; readonly type: string }) =>
      type === 'KEYWORD' ? values[name] : undefined,
  };
  for (let n = 0; n < count; n++) {
    const startTime = new Date(Date.now() - 300_000 + n);
    yield { workflowId: `subscriber-import/${1_000_000 + n}`, runId: `run-${n}`, startTime, typedSearchAttributes };
  }
}

async function addEndpoint(): Promise<void> {
  await fixture.pool.query(
    `insert into webhook_endpoints (organization_id, url, event_types, secret)
     values ($1, 'https://x.io', '{service.went_back}', '')`,
    [organizationId],
  );
}

async function recorded(): Promise<readonly Data[]> {
  const { rows } = await fixture.pool.query<{ data: Data }>(
    'select data from webhook_events where organization_id = $1 order by id',
    [organizationId],
  );
  return rows.map(({ data }) => data);
}
