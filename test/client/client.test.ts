import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { answerOf, createSluiceClient, dataOf, fileOf, SluiceApiError } from '../../client/index.ts';
import type { SluiceClient } from '../../client/index.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { build } from '../api/support/build.ts';
import type { TestApi } from '../api/support/build.ts';
import { addList, createImport, setImport } from '../api/support/import-rows.ts';

describe('the client', () => {
  let api: TestApi;
  let sluice: SluiceClient;
  let listId: number;
  beforeAll(async () => {
    api = await build();
    sluice = api.client();
    listId = await addList(api);
  });

  it('narrows an answer on success', async () => {
    const answer = await answerOf(sluice.GET('/mailing_lists', {}));
    // Without the check, `answer.data` may be null for the compiler.
    const names = answer.success ? answer.data.map(({ name }) => name) : [answer.error_code];
    expect(names).toHaveLength(1);
  });

  it('throws the code and the sentence of a refusal', async () => {
    const call = sluice.GET('/subscriber_imports/{id}', { params: { path: { id: 99_999 } } });
    const refusal = await failureOf(dataOf(call));
    expect(refusal).toMatchObject({ code: 'not_found', status: 200, message: 'subscriber import not found' });
    expect(refusal.retryAfterSeconds).toBeNull();
  });

  it('throws the same of a failure with a status of its own', async () => {
    const refusal = await failureOf(dataOf(api.client('bm8ga2V5').GET('/mailing_lists')));
    expect(refusal).toMatchObject({ code: 'not_authorized', status: 401, message: 'a valid API key is required' });
  });

  it('has the seconds to wait of a call that came too early', async () => {
    const fetch = () =>
      Promise.resolve(
        new Response('{"success":false,"data":null,"error_code":"requested_too_many","error_message":"wait"}', {
          status: 429,
          headers: { 'content-type': 'application/json; charset=utf-8', 'retry-after': '24' },
        }),
      );
    const client = createSluiceClient({ baseUrl: 'http://sluice.example', apiKey: 'key', fetch });
    expect(await failureOf(dataOf(client.GET('/mailing_lists')))).toMatchObject({ status: 429, retryAfterSeconds: 24 });
  });

  it('separates several values of a parameter by commas', async () => {
    for (const state of ['scheduled', 'failed', 'finished'] as const) {
      const { data } = await createImport(api, listId);
      if (state !== 'scheduled') await setImport(api, data.id, { state, finished_at: 'now' });
    }
    const jobs = await dataOf(sluice.GET('/jobs/all', { params: { query: { state: ['scheduled', 'failed'] } } }));
    expect(jobs.map(({ state }) => state).sort()).toEqual(['failed', 'scheduled']);
  });

  it('sends a body, and escapes what is in a path', async () => {
    const email = 'a/b+c@example.com';
    const path = { id: listId };
    await dataOf(sluice.POST('/mailing_lists/{id}/subscribers', { params: { path }, body: { subscriber: { email } } }));
    const found = await dataOf(
      sluice.GET('/mailing_lists/{id}/subscribers/{name}', { params: { path: { ...path, name: email } } }),
    );
    expect(found.map((subscriber) => subscriber.email)).toEqual([email]);
  });

  it('streams a log, and throws when there is none', async () => {
    const { data } = await createImport(api, listId);
    await api.database.pool.query(`insert into import_logs values ($1, 'added', 0, 1, 'ann@example.com\n')`, [data.id]);
    const log = (kind: 'added' | 'failed') =>
      fileOf(
        sluice.GET('/subscriber_imports/{id}/logs/{kind}', {
          params: { path: { id: data.id, kind } },
          parseAs: 'stream',
        }),
      );
    expect(await text(await log('added'))).toBe('ann@example.com\n');
    expect(await failureOf(log('failed'))).toMatchObject({ code: 'not_found', message: 'import log not found' });
  });

  it.each(['http://sluice.example', 'http://sluice.example/', 'http://sluice.example/ga/api/v2/'])(
    'takes the address %s',
    async (baseUrl) => {
      const urls: string[] = [];
      const fetch = (request: Request) => {
        urls.push(`${request.url} ${request.headers.get('authorization')}`);
        return Promise.reject(new TypeError('unreachable'));
      };
      await failureOf(createSluiceClient({ baseUrl, apiKey: 'a2V5', fetch }).GET('/mailing_lists'));
      expect(urls).toEqual(['http://sluice.example/ga/api/v2/mailing_lists Basic a2V5']);
    },
  );

  it.each([
    ['refused', {}, 'handling=strict'],
    ['passed over where it is not strict', { strict: false }, null],
  ])('has unknown names %s', async (_what, settings, expected) => {
    const headers: (string | null)[] = [];
    const fetch = (request: Request) => {
      headers.push(request.headers.get('prefer'));
      return Promise.reject(new TypeError('unreachable'));
    };
    const client = createSluiceClient({ baseUrl: 'http://sluice.example', apiKey: 'a2V5', fetch, ...settings });
    await failureOf(client.GET('/mailing_lists'));
    await failureOf(client.POST('/mailing_lists', { body: { mailing_list: { name: 'News' } } }));
    expect(headers).toEqual([expected, expected]);
  });

  it('names the address of a service that does not answer', async () => {
    const baseUrl = `http://127.0.0.1:${await lastingPort()}`;
    const failure = await failureOf(createSluiceClient({ baseUrl, apiKey: 'key' }).GET('/mailing_lists'));
    expect(failure).toMatchObject({ code: 'no_answer', status: null });
    expect(failure.message).toMatch(new RegExp(`^the service at ${baseUrl} does not answer: connect ECONNREFUSED`));
  });

  it('refuses the page of another server', async () => {
    const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').writeHead(502).end('<p>'));
    onTestFinished(() => void server.close());
    const port = await lastingPort();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${port}`;
    expect(await failureOf(createSluiceClient({ baseUrl, apiKey: 'key' }).GET('/mailing_lists'))).toMatchObject({
      code: 'no_answer',
      status: 502,
      message: `${baseUrl} answered 502 with text/html: is it the address of a Sluice service?`,
    });
  });
});

async function failureOf(call: Promise<unknown>): Promise<SluiceApiError> {
  const failure: unknown = await call.then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(SluiceApiError);
  return failure as SluiceApiError;
}
