import { beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';

describe('a browser', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await build({ publicUrl: 'https://mail.example.com' });
  });

  const send = async (headers: Record<string, string>, method: 'POST' | 'GET' = 'POST') => {
    const response = await api.inject({
      method,
      url: `${API_PREFIX}/mailing_lists`,
      headers: { authorization: `Basic ${api.admin}`, host: 'localhost:8080', ...headers },
      ...(method === 'POST' && { payload: JSON.stringify({ mailing_list: { name: `List ${++lists}` } }) }),
    });
    return { status: response.statusCode, headers: response.headers, body: response.json<Record<string, unknown>>() };
  };

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:3000' },
    { origin: 'null' },
    { origin: 'https://evil.example', 'content-type': 'text/plain' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://localhost:8080' },
  ])('changes nothing for a page of another site: %j', async (headers) => {
    const before = await api.call('GET', '/mailing_lists');
    expect(await send(headers)).toMatchObject({
      status: 403,
      body: {
        success: false,
        data: null,
        error_code: 'not_authorized',
        error_message: 'a browser sent this call for a page of another site: only pages of this service may do that',
      },
    });
    expect((await api.call('GET', '/mailing_lists')).data).toEqual(before.data);
  });

  it.each([
    {},
    { 'sec-fetch-site': 'same-origin', origin: 'https://behind-a-proxy.example' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://localhost:8080' },
    { origin: 'https://mail.example.com' },
  ])('and a program work for a page of this service: %j', async (headers) => {
    expect(await send(headers)).toMatchObject({ status: 200, body: { success: true } });
  });

  it('stores no answer to a call with a credential, and guesses the type of none', async () => {
    const none = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
    expect((await send({}, 'GET')).headers).toMatchObject(none);
    expect((await send({ origin: 'https://evil.example' })).headers).toMatchObject(none);
    for (const url of ['/', '/healthz', `${API_PREFIX}/openapi.json`, `${API_PREFIX}/docs/`, '/nothing', '/%zz']) {
      expect((await api.inject({ url })).headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    }
  });
});

let lists = 0;
