import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const UI = 'https://temporal.example.com/?a=1&b="2"';

describe('the path / of an API without the console', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await build({ console: false, temporalUiUrl: UI, metrics: true });
  });

  const get = (accept?: string, method: 'GET' | 'HEAD' = 'GET', url = '/') =>
    api.app.inject({ method, url, headers: accept === undefined ? {} : { accept } });

  it('answers a browser with a page that leads to documentation, health, metrics and the Temporal UI', async () => {
    const { statusCode, headers, body } = await get(BROWSER);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain('An engine for the long-running jobs of an email-marketing service');
    const addresses = [...body.matchAll(/href="([^"]*)"/g)].map(([, address]) => address);
    expect(addresses.slice(0, -1)).toEqual([
      ...['ga/api/v2/docs', 'ga/api/v2/openapi.json', 'healthz', 'readyz', 'metrics'],
    ]);
    expect(addresses.at(-1)).toBe('https://temporal.example.com/?a=1&amp;b=&quot;2&quot;');
    for (const address of addresses.slice(0, -1)) {
      expect((await get(BROWSER, 'GET', `/${address}`)).statusCode, address).not.toBe(404);
    }
  });

  it('allows no scripts, no frames and no style sheet but its own', async () => {
    const { headers, body } = await get(BROWSER);
    const style = /<style>([^]*)<\/style>/.exec(body)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect(body).not.toMatch(/<script|\son\w+=|\sstyle=/);
  });

  it('answers HEAD with the same headers and no page', async () => {
    const [page, head] = [await get(BROWSER), await get(BROWSER, 'HEAD')];
    expect([head.statusCode, head.body]).toEqual([200, '']);
    for (const name of ['content-type', 'content-length', 'content-security-policy', 'vary']) {
      expect(head.headers[name], name).toBe(page.headers[name]);
    }
  });

  it.each([undefined, '*/*', 'application/json', 'application/json, */*;q=0.5', 'text/html;q=0, */*'])(
    'answers a program that accepts %s with the envelope of an unknown path',
    async (accept) => {
      const { statusCode, headers, body } = await get(accept);
      expect(statusCode).toBe(404);
      expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', vary: 'accept' });
      expect(JSON.parse(body)).toEqual({
        success: false,
        data: null,
        error_code: 'not_found',
        error_message: 'no such path',
      });
    },
  );

  it('is left out of other paths and methods', async () => {
    expect((await get(BROWSER, 'GET', '/nothing')).json()).toMatchObject({ error_message: 'no such path' });
    const post = await api.app.inject({ method: 'POST', url: '/', headers: { accept: BROWSER } });
    expect([post.statusCode, post.json()]).toMatchObject([404, { error_message: 'no such path' }]);
  });
});

describe('the path / of an API without the console that knows of no Temporal UI', () => {
  it('leaves out what there is not', async () => {
    const { app } = await build({ console: false });
    const { body } = await app.inject({ url: '/', headers: { accept: BROWSER } });
    expect(body).not.toContain('Temporal UI');
    expect(body).not.toContain('href="metrics"');
  });
});
