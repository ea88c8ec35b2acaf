import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('the console', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await build();
  });
  const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });

  it('is where a browser at / is led to, and a program is not', async () => {
    const { statusCode, headers } = await get('/', { accept: BROWSER });
    expect([statusCode, headers.location, headers.vary]).toEqual([302, 'console/', 'accept']);
    expect((await get('/')).json()).toMatchObject({ success: false, error_message: 'no such path' });
    expect((await get('/console')).headers.location).toBe('console/');
  });

  it('is one page at every address below /console/, with paths to its files that a proxy may prefix', async () => {
    for (const [path, folder] of [
      ['', './assets/'],
      ['lists', './assets/'],
      ['lists/3/import?upload=x/y', '../../assets/'],
    ] as const) {
      const { statusCode, body } = await get(`/console/${path}`);
      expect(statusCode).toBe(200);
      const files = [...body.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, file = '']) => file);
      expect(files).toHaveLength(3);
      for (const file of files) expect(file.startsWith(folder), file).toBe(true);
    }
    expect((await get('/consoles')).statusCode).toBe(404);
  });

  it('lets the page load only its own files and call only this service, without inline code', async () => {
    const { headers, body } = await get('/console/');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(body).not.toMatch(
      /<style|\sstyle=|\son\w+=|<script(?! type="module" src="\.\/assets\/main-\w+\.js"><\/script>)/,
    );
  });

  it('serves its files for good, compressed for clients that accept that, and no other files', async () => {
    const { body } = await get('/console/');
    const files = [...body.matchAll(/(?:href|src)="\.\/([^"]*)"/g)].map(([, file = '']) => file);
    for (const file of files) {
      const plain = await get(`/console/${file}`, { 'accept-encoding': 'gzip;q=0, br' });
      const packed = await get(`/console/${file}`, { 'accept-encoding': 'br, gzip' });
      expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined]);
      expect(packed.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': 'gzip',
        'content-type': plain.headers['content-type'],
        vary: 'accept-encoding',
      });
      expect(gunzipSync(packed.rawPayload)).toEqual(plain.rawPayload);
    }
    for (const path of ['none.js', '..%2f..%2fpackage.json', '__proto__']) {
      expect((await get(`/console/assets/${path}`)).statusCode, path).toBe(404);
    }
  });
});

it('is left out by CONSOLE=false', async () => {
  const { app } = await build({ console: false });
  for (const url of ['/console', '/console/', '/console/lists']) {
    expect((await app.inject({ url, headers: { accept: BROWSER } })).statusCode, url).toBe(404);
  }
});
