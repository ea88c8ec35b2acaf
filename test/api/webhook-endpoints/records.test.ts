import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../engine/domain/webhooks.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';

interface Endpoint {
  id: number;
  secret?: string;
  [name: string]: unknown;
}

/** State of an event's delivery, and the result of its attempt. */
interface Outcome {
  state: string;
  status: number | null;
  error: string | null;
}

const URL_1 = 'https://hooks.example.com/sluice';

describe('webhook endpoints', () => {
  let api: TestApi;
  let other: { id: number; key: string };
  beforeAll(async () => {
    api = await build();
    other = await api.addOrganization();
  });
  beforeEach(() => api.database.pool.query('delete from webhook_endpoints'));

  const create = (attributes: object, key?: string) =>
    api.call<Endpoint>('POST', '/webhook_endpoints', { webhook_endpoint: attributes }, key);
  const update = (id: number, attributes: object, key?: string) =>
    api.call<Endpoint>('PUT', `/webhook_endpoints/${id}`, { webhook_endpoint: attributes }, key);
  const show = (id: number, key?: string) => api.call<Endpoint>('GET', `/webhook_endpoints/${id}`, undefined, key);
  const list = (key?: string) => api.call<Endpoint[]>('GET', '/webhook_endpoints', undefined, key);

  it('are created with a secret that no other call shows, and that is encrypted in the database', async () => {
    const { status, data } = await create({ url: `  ${URL_1} ` });
    expect(status).toBe(200);
    expect(data).toEqual({
      ...{ id: data.id, url: URL_1, events: null, description: null, enabled: true, disabled_at: null },
      ...{
        disabled_reason: null,
        failing_since: null,
        waiting: 0,
        created_at: data['created_at'],
        secret: data.secret,
      },
    });
    const { secret, ...shown } = data;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await show(data.id)).data).toEqual(shown);
    expect((await list()).data).toEqual([shown]);
    expect((await update(data.id, { description: 'CRM' })).data).toEqual({ ...shown, description: 'CRM' });
    const { rows } = await api.database.pool.query('select * from webhook_endpoints');
    const stored = rows
      .map((row) =>
        Object.values<unknown>(row)
          .map((value) => String(value))
          .join(),
      )
      .join();
    expect(stored).not.toContain(secret?.slice(6));
    expect(api.log.join('')).not.toContain(URL_1);
  });

  it('keep what an update does not send, and take null for every type', async () => {
    const { data } = await create({
      url: URL_1,
      events: ['job.failed', 'job.started', 'job.failed'],
      description: 'CRM',
    });
    expect(data).toMatchObject({ events: ['job.started', 'job.failed'], description: 'CRM' });
    expect((await update(data.id, { enabled: false })).data).toMatchObject({
      ...{ url: URL_1, events: ['job.started', 'job.failed'], description: 'CRM', enabled: false, disabled_at: null },
    });
    expect((await update(data.id, { events: null, description: null })).data).toMatchObject({
      ...{ events: null, description: null, enabled: false },
    });
  });

  it.each([
    [{}, 'url cannot be blank'],
    [{ url: 'hooks' }, 'url is not a valid URL'],
    [{ url: 'gopher://hooks.example.com' }, 'url must begin with https://'],
    [
      { url: 'https://a:b@hooks.example.com' },
      'url cannot have a user name or password: verify the signature of the events',
    ],
    [{ url: `https://x.io/${'x'.repeat(2_000)}` }, 'url is too long (maximum is 2000 characters)'],
    [{ url: URL_1, events: ['job.done'] }, `events.0 must be one of ${EVENT_TYPES.join(', ')}`],
    [{ url: URL_1, events: Array(8).fill('job.failed') }, 'events has too many entries (maximum is 7)'],
    [{ url: URL_1, description: 'x'.repeat(256) }, 'description is too long (maximum is 255 characters)'],
    [{ url: URL_1, enabled: 'maybe' }, 'enabled must be true or false'],
  ])('are refused with what is wrong (%#)', async (attributes, message) => {
    expect(await create(attributes)).toMatchObject({ error_code: 'validation_failed', error_message: message });
  });

  it('are ten at most, also when they are created concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => create({ url: URL_1 })));
    const refused = answers.filter(({ success }) => !success);
    expect(refused.map(({ error_message }) => error_message)).toEqual(
      Array(2).fill('the organization has 10 webhook endpoints: delete or change one of them'),
    );
    expect((await create({ url: URL_1 }, other.key)).success).toBe(true);
  });

  it('are those of the organization of the key; others are not found', async () => {
    const { data } = await create({ url: URL_1 });
    expect((await list(other.key)).data).toEqual([]);
    const calls: ['GET' | 'PUT' | 'POST' | 'DELETE', string, object?][] = [
      ['GET', ''],
      ['PUT', '', { webhook_endpoint: { enabled: false } }],
      ['POST', '/rotate_secret'],
      ['POST', '/test'],
      ['GET', '/attempts'],
      ['POST', '/attempts/1/redeliver'],
      ['DELETE', ''],
    ];
    for (const [method, rest, body] of calls) {
      const answer = await api.call(method, `/webhook_endpoints/${data.id}${rest}`, body, other.key);
      expect(answer).toMatchObject({ error_code: 'not_found', error_message: 'webhook endpoint not found' });
    }
    expect((await show(data.id)).data).toMatchObject({ enabled: true });
  });

  it('get a new secret, and sign with the old one for a day', async () => {
    const { data } = await create({ url: URL_1 });
    const rotated = await api.call<Endpoint>('POST', `/webhook_endpoints/${data.id}/rotate_secret`);
    expect(rotated.data.secret).toMatch(/^whsec_/);
    expect(rotated.data.secret).not.toBe(data.secret);
    const { rows } = await api.database.pool.query(
      `select previous_secret is not null and previous_secret <> secret as "isKept",
              round(extract(epoch from previous_secret_until - now()) / 3600)::int as hours
         from webhook_endpoints`,
    );
    expect(rows).toEqual([{ isKept: true, hours: 24 }]);
  });

  it('are deleted with what waits for them', async () => {
    const { data } = await create({ url: URL_1 });
    await addAttempt(data.id);
    expect(await api.call('DELETE', `/webhook_endpoints/${data.id}`)).toMatchObject({ success: true, data: null });
    expect((await show(data.id)).error_code).toBe('not_found');
    expect((await api.database.pool.query('select 1 from webhook_deliveries')).rows).toEqual([]);
  });

  it('list their attempts by page, the latest first, and deliver an event again', async () => {
    const { data } = await create({ url: URL_1 });
    const ids = [await addAttempt(data.id), await addAttempt(data.id, { status: null, error: 'Answered 500.' })];
    const path = `/webhook_endpoints/${data.id}/attempts`;
    const page = await api.call<Endpoint[]>('GET', `${path}?per_page=1`);
    expect(page).toMatchObject({ page: 0, per_page: 1, num_records: 2, num_pages: 2 });
    expect(page.data).toEqual([
      {
        ...{ id: ids[1], webhook_id: page.data[0]?.['webhook_id'], event: 'job.failed', job_type: 'SubscriberImport' },
        ...{ job_id: 5, at: page.data[0]?.['at'], duration_ms: 12, status: null, error: 'Answered 500.' },
      },
    ]);
    expect(page.data[0]?.['webhook_id']).toMatch(/^evt_[0-9a-f]{32}$/);

    expect(await api.call('POST', `${path}/${ids[0]}/redeliver`)).toMatchObject({ success: true, data: null });
    expect((await show(data.id)).data).toMatchObject({ waiting: 1 });
    expect(api.jobs.retriedEndpoints.at(-1)).toEqual({ id: data.id, by: { type: 'api_key', id: expect.any(Number) } });
    expect(await api.call('POST', `${path}/999999/redeliver`)).toMatchObject({ error_message: 'attempt not found' });
    await update(data.id, { enabled: false });
    expect(await api.call('POST', `${path}/${ids[0]}/redeliver`)).toMatchObject({
      error_message: 'the webhook endpoint is disabled: send "enabled": true first',
    });
  });

  it('get a test event, of which one waits at a time, unless they are disabled', async () => {
    const { data } = await create({ url: URL_1, events: ['job.failed'] });
    const another = await create({ url: URL_1 });
    const send = () => api.call('POST', `/webhook_endpoints/${data.id}/test`);
    expect(await send()).toMatchObject({ success: true, data: null });
    expect(api.jobs.retriedEndpoints.at(-1)).toEqual({ id: data.id, by: { type: 'api_key', id: expect.any(Number) } });
    expect((await send()).error_message).toMatch(/^a test event waits for the webhook endpoint already/);
    const { rows } = await api.database.pool.query(
      `select d.endpoint_id as id, e.type, e.data from webhook_deliveries d join webhook_events e on e.id = d.event_id
        where d.endpoint_id in ($1, $2)`,
      [data.id, another.data.id],
    );
    expect(rows).toEqual([{ id: data.id, type: 'endpoint.test', data: { endpoint_id: data.id } }]);
    expect((await show(another.data.id)).data).toMatchObject({ waiting: 0 });

    await update(data.id, { enabled: false });
    expect((await send()).error_message).toBe('the webhook endpoint is disabled: send "enabled": true first');
  });

  it('begin without failures when they are enabled again, and get what waits', async () => {
    const { data } = await create({ url: URL_1 });
    await addAttempt(data.id, { state: 'waiting' });
    await api.database.pool.query(
      `update webhook_endpoints
          set enabled = false, disabled_at = now(), disabled_reason = 'It failed.', failing_since = now()`,
    );
    expect((await show(data.id)).data).toMatchObject({ enabled: false, disabled_reason: 'It failed.', waiting: 1 });
    const enabled = await update(data.id, { enabled: true });
    expect(enabled.data).toMatchObject({
      ...{ enabled: true, disabled_at: null, disabled_reason: null, failing_since: null, waiting: 1 },
    });
    expect(api.jobs.retriedEndpoints.at(-1)).toEqual({ id: data.id, by: { type: 'api_key', id: expect.any(Number) } });
  });

  /** Adds an event that was sent to the endpoint. @returns the id of the attempt */
  async function addAttempt(
    endpointId: number,
    { state = 'delivered', status = 200, error = null }: Partial<Outcome> = {},
  ): Promise<number> {
    const { rows } = await api.database.pool.query<{ id: number }>(
      `with event as (
         insert into webhook_events (organization_id, type, job_kind, job_id, data)
         values (1, 'job.failed', 'kind', 5, '{"job_type": "SubscriberImport"}') returning id
       ), delivery as (
         insert into webhook_deliveries (endpoint_id, event_id, state) select $1, id, $2 from event returning event_id)
       insert into webhook_attempts (endpoint_id, event_id, at, duration_ms, status, error)
       select $1, event_id, now(), 12, $3, $4 from delivery returning id`,
      [endpointId, state, status, error],
    );
    return Number(rows[0]?.id);
  }
});
