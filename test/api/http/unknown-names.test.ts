import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod/v4';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import type { TestProvider } from '../../support/oidc-provider.ts';
import { TERMS } from '../sessions/support.ts';
import { buildWithProvider } from '../single-sign-on/support.ts';
import type { TestApi } from '../support/build.ts';
import { documentOf } from '../support/check-answers.ts';
import { addList } from '../support/import-rows.ts';
import { validRequests } from '../support/valid-requests.ts';

/** The number of described schemas that zod keeps. */
function countSchemas(): number {
  return (z.globalRegistry as unknown as { readonly _map: ReadonlyMap<unknown, unknown> })._map.size;
}

const STRICT = { prefer: 'handling=strict' };

describe('a name that a call does not have', () => {
  let api: TestApi;
  let provider: TestProvider;
  let url: string;
  beforeAll(async () => {
    ({ api, provider } = await buildWithProvider({}, { mailFrom: 'sluice@example.com', terms: TERMS }));
    url = `${await api.app.listen({ host: '127.0.0.1', port: 0 })}${API_PREFIX}`;
  });
  afterAll(() => api.app.close());

  const send = async (method: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Basic ${api.admin}`, 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { headers: response.headers, answer: (await response.json()) as Record<string, unknown> };
  };

  it('is refused by every operation that is asked to, and a valid call of each has none', async () => {
    const wrong: Record<string, string> = {};
    for await (const request of validRequests(api, await documentOf(api.app), provider)) {
      const { operationId, method, path, headers, body } = request;
      const isJson = headers['content-type'] === undefined || headers['content-type'] === 'application/json';
      const call = async (query: string, sent: string | undefined) => {
        const response = await fetch(`${url}${path}${query}`, {
          method,
          headers: { ...headers, ...STRICT },
          body: sent ?? null,
        });
        const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
        if (isStream) await response.body?.cancel();
        return { response, text: isStream ? '' : await response.text() };
      };
      const expectRefusal = async (query: string, sent: string | undefined, sentence: string) => {
        const { text } = await call(query, sent);
        if (!text.includes(sentence) || !text.includes('"validation_failed"'))
          wrong[operationId] = `${sentence}: ${text}`;
      };
      const query = `${path.includes('?') ? '&' : '?'}unknown_one=1`;
      await expectRefusal(query, body, 'unknown_one is no query parameter of this call');
      if (body !== undefined && isJson) {
        const withMore = JSON.stringify({ ...(JSON.parse(body) as object), unknown_two: { a: 1 } });
        await expectRefusal('', withMore, 'unknown_two is no attribute of this call');
        const [[wrapper, inner] = ['', null]] = Object.entries(JSON.parse(body) as Record<string, unknown>);
        if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) {
          const deeper = JSON.stringify({ ...(JSON.parse(body) as object), [wrapper]: { ...inner, unknown_three: 1 } });
          await expectRefusal('', deeper, `${wrapper}.unknown_three is no attribute of this call`);
        }
      }
      const schemas = countSchemas();
      const { response, text } = await call('', body);
      if (countSchemas() > schemas) wrong[operationId] = 'a call made schemas, which zod keeps for ever';
      if (!response.ok || text.startsWith('{"success":false')) wrong[operationId] = text;
      if (response.headers.get('preference-applied') !== STRICT.prefer) wrong[operationId] = 'not applied';
    }
    expect(wrong).toEqual({});
  }, 600_000);

  it('is ignored without that, and named in a header', async () => {
    const list = await addList(api);
    const { headers, answer } = await send('POST', `/mailing_lists/${list}/subscriber_imports/analyze?pag=1`, {
      subscriber_import: {
        overwrit: true,
        file_source: { type: 'json', content: 'email\nann@x.example\n', names: [] },
      },
      other: 1,
    });
    expect(answer).toMatchObject({ success: true });
    expect(headers.get('sluice-ignored')?.split(', ')).toEqual([
      ...['%3Fpag', 'subscriber_import.overwrit', 'subscriber_import.file_source.names', 'other'],
    ]);
    expect(headers.get('preference-applied')).toBeNull();
    const known = await send('GET', '/mailing_lists?page=0&per_page=1', undefined);
    expect(known.headers.get('sluice-ignored')).toBeNull();
  });

  it('is refused in a body without its wrapper, and keys of data are no names', async () => {
    const bare = await send('POST', '/mailing_lists', { name: 'Bare', nam: 'x' }, STRICT);
    expect(bare.answer).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'nam is no attribute of this call',
    });
    expect((await send('POST', '/mailing_lists', { name: 'Bare' }, STRICT)).answer).toMatchObject({ success: true });
    const list = await addList(api);
    const subscriber = { email: 'ann@x.example', custom_fields: { Anything: 1 } };
    const { answer } = await send('POST', `/mailing_lists/${list}/subscribers`, { subscriber }, STRICT);
    expect(answer['error_message'] ?? '').not.toContain('no attribute of this call');
  });

  it.each(['handling=strict', 'respond-async, Handling="STRICT"; x=1', 'a="x, handling=lenient", handling=strict'])(
    'is refused with Prefer: %s',
    async (prefer) => {
      const { answer, headers } = await send('GET', '/mailing_lists?pag=1', undefined, { prefer });
      expect(answer).toMatchObject({ success: false, error_message: 'pag is no query parameter of this call' });
      expect(headers.get('preference-applied')).toBe('handling=strict');
    },
  );

  it.each([
    ['another handling first', 'handling=lenient, handling=strict'],
    ['no handling', 'handling, strict'],
    ['quotes without an end', `${'"'.repeat(5_001)}, handling=strict`],
  ])('is ignored with %s', async (_, prefer) => {
    const { answer } = await send('GET', '/mailing_lists?pag=1', undefined, { prefer });
    expect(answer).toMatchObject({ success: true });
  });

  it('fits into a header, whatever and how many they are', async () => {
    const hostile = ['\r\nset-cookie: a=b', '\u0000"\u20ac, x', 'é'.repeat(5_000), '\ud83d\ude00'];
    const names = [...hostile, ...Array.from({ length: 50_000 }, (_, at) => `n${at}`)];
    const body = { mailing_list: { name: 'Many' }, ...Object.fromEntries(names.map((name) => [name, 1])) };
    const { headers, answer } = await send('POST', '/mailing_lists', body);
    expect(answer).toMatchObject({ success: true });
    const ignored = headers.get('sluice-ignored') ?? '';
    expect(ignored).toMatch(/^[\w.%!~*'()-]+(?:, [\w.%!~*'()-]+)*, more=\d+$/);
    expect(ignored.length).toBeLessThan(1_020);
    const strict = await send('POST', '/mailing_lists', body, STRICT);
    expect(String(strict.answer['error_message']).length).toBeLessThan(10_000);
    expect(strict.answer['error_message']).toMatch(/and \d+ more$/);
  });
});
