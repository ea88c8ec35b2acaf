import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../api/http/prefix.ts';
import type { Jobs } from '../../api/jobs/jobs.ts';
import { createTemporalJobs } from '../../api/jobs/temporal-jobs.ts';
import { addPendingSubscriber } from '../../engine/db/subscribers/pending-subscribers.ts';
import { standInClient } from '../support/stand-in-client.ts';
import type { TestProvider } from './../support/oidc-provider.ts';
import { TERMS } from './sessions/support.ts';
import { buildWithProvider } from './single-sign-on/support.ts';
import type { TestApi } from './support/build.ts';
import { documentOf } from './support/check-answers.ts';
import { addList } from './support/import-rows.ts';
import { watchHeldConnections } from './support/held-connections.ts';
import type { HeldConnections } from './support/held-connections.ts';
import { validRequests } from './support/valid-requests.ts';
import type { ValidRequest } from './support/valid-requests.ts';

const STREAM_TRIES = 5;

describe('a call', () => {
  let api: TestApi;
  let provider: TestProvider;
  let url: string;
  let held: HeldConnections;
  beforeAll(async () => {
    ({ api, provider } = await buildWithProvider({}, { mailFrom: 'sluice@example.com', terms: TERMS }));
    url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    Object.assign(api.jobs, jobsThatRead(api));
    held = watchHeldConnections(api.app.service.pool);
  });
  afterAll(() => held.stop());

  /** Sends a request and reads the answer, of a stream its beginning. @returns null, or the answer when it is a refusal */
  const refusalOf = async ({ method, path, headers, body }: ValidRequest): Promise<string | null> => {
    const response = await fetch(`${url}${API_PREFIX}${path}`, { method, headers, body: body ?? null });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (isStream) await response.body?.cancel();
    const text = isStream ? '' : await response.text();
    return response.ok && !text.startsWith('{"success":false') ? null : `${response.status} ${text}`;
  };

  it('of any operation is answered with one connection to Postgres at a time', async () => {
    const refused: Record<string, string> = {};
    const heldBy: Record<string, number> = {};
    const connectionsOf = async (request: ValidRequest) => {
      await held.rest();
      held.most();
      const refusal = await refusalOf(request);
      if (refusal !== null) refused[request.operationId] = refusal;
      return held.most();
    };
    for await (const request of validRequests(api, await documentOf(api.app), provider)) {
      const { operationId } = request;
      let connections = await connectionsOf(request);
      // What event streams have in common is read for all of them, at times together with the begin of one.
      for (let tries = 1; connections > 1 && operationId.startsWith('watch') && tries < STREAM_TRIES; tries++) {
        connections = await connectionsOf(request);
      }
      heldBy[operationId] = Math.max(heldBy[operationId] ?? 0, connections);
    }
    expect(refused, 'requests that were not accepted, which show nothing').toEqual({});
    expect(
      Object.values(heldBy).filter((connections) => connections > 0).length,
      'calls that held one',
    ).toBeGreaterThan(100);
    expect(Object.entries(heldBy).filter(([, connections]) => connections > 1)).toEqual([]);
  });

  it('of a link for confirmation, which needs no key, is so too', async () => {
    const mailingListId = await addList(api, { has_confirmed: true });
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into web_forms (mailing_list_id, name, from_email, confirmation_subject, confirmation_body)
       values ($1, 'Sign up', 'form@example.com', 'Confirm', 'Here') returning id`,
      [mailingListId],
    );
    const subscriber = { email: 'ann@example.com', status: 'active', emailFormat: null, confirmed: null } as const;
    const { token } = await addPendingSubscriber(api.database.pool, {
      ...{ mailingListId, webFormId: rows[0]?.id ?? 0, validityMs: 60_000 },
      subscriber: { ...subscriber, subscribeTime: null, subscribeIp: null, customFields: {} },
      autoresponders: { skip: false, filter: null, excludeReacted: false },
    });
    held.most();
    expect((await fetch(`${url}/confirm/${token}`)).status).toBe(200);
    expect(held.most()).toBe(1);
  });
});

/** The jobs of the API, as far as they read the database, with a Temporal that has one job and no worker. */
function jobsThatRead({ app }: TestApi): Partial<Jobs> {
  const described = { status: { name: 'RUNNING' }, raw: {} };
  const client = standInClient({
    workflow: {
      getHandle: () => ({ describe: () => Promise.resolve(described), query: () => Promise.reject(new Error('none')) }),
      count: () => Promise.resolve({ count: 1 }),
      list: () => [{ workflowId: 'subscriber-import/1' }],
    },
    workflowService: { describeTaskQueue: () => Promise.resolve({ pollers: [] }) },
  });
  const { inspect, perform, report } = createTemporalJobs({
    ...{ client, pool: app.service.pool, log: app.log, own: () => Promise.resolve() },
  });
  // Without a worker no action succeeds; what it reads is read before that.
  return { inspect, report, perform: (...sent) => perform(...sent).catch((error: Error) => error.message) };
}
