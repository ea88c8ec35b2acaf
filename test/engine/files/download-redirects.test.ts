import { describe, expect, it } from 'vitest';
import { TooManyRedirects, UrlRefused } from '../../../engine/files/errors.ts';
import { faultOf, fetchOnce, textOf } from './downloading.ts';
import { serve } from './serve.ts';

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('are followed for status %i', async (status) => {
    const { origin } = await serve(({ url }, response) => {
      if (url === '/end?x=1') response.end('arrived');
      else response.writeHead(status, { location: 'end?x=1' }).end('moved');
    });
    expect(await textOf((await fetchOnce(`${origin()}/start`)).body)).toBe('arrived');
  });

  it('are followed five times and no more', async () => {
    const { origin, quiet } = await serve(({ url = '/' }, response) => {
      const left = Number(url.slice(1));
      if (left === 0) response.end('arrived');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    expect(await textOf((await fetchOnce(`${origin()}/5`)).body)).toBe('arrived');
    const error = await faultOf(`${origin()}/6`);
    expect(error).toBeInstanceOf(TooManyRedirects);
    expect(error).toMatchObject({ retryable: false });
    await quiet();
  });

  it('without a location are an unwanted answer', async () => {
    const { origin } = await serve((_request, response) => response.writeHead(302).end());
    expect(await faultOf(origin())).toMatchObject({ status: 302 });
  });

  it.each(['ftp://example.com/list.csv', 'file:///etc/passwd', 'http://', 'data:text/csv,email'])(
    'to %s are refused',
    async (location) => {
      const { origin } = await serve((_request, response) => response.writeHead(302, { location }).end());
      expect(await faultOf(origin())).toBeInstanceOf(UrlRefused);
    },
  );
});

describe('credentials in the URL', () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

  it('are sent as Basic authorization, percent-decoded', async () => {
    const { origin } = await serve(({ headers }, response) => response.end(headers.authorization));
    const { body } = await fetchOnce(withUser(origin(), 'us%40er:p%3Ass%20ü'));
    expect(await textOf(body)).toBe(basic('us@er:p:ss ü'));
  });

  it('stay with their origin through redirects within it', async () => {
    const { origin } = await serve(({ url, headers }, response) => {
      if (url === '/end') response.end(headers.authorization);
      else response.writeHead(302, { location: url === '/relative' ? '/end' : `${origin()}/end` }).end();
    });
    for (const start of ['relative', 'absolute']) {
      expect(await textOf((await fetchOnce(withUser(`${origin()}/${start}`, 'u:p'))).body)).toBe(basic('u:p'));
    }
  });

  it('are dropped by a redirect to another origin, and not taken up again on the way back', async () => {
    const seen: (string | undefined)[] = [];
    const other = await serve(({ headers }, response) => {
      seen.push(headers.authorization);
      response.writeHead(302, { location: `${first.origin()}/end` }).end();
    });
    const first = await serve(({ url, headers }, response) => {
      seen.push(headers.authorization);
      if (url === '/end') response.end();
      else response.writeHead(302, { location: other.origin() }).end();
    });
    await textOf((await fetchOnce(withUser(`${first.origin()}/`, 'u:p'))).body);
    expect(seen).toEqual([basic('u:p'), undefined, undefined]);
  });

  it.each([
    ['http://user:secret@127.0.0.1:1/secret?token=secret'],
    ['http://user:secret@/secret'],
    ['http://user:secret@exa mple/secret'],
    ['ftp://user:secret@127.0.0.1/secret'],
    ['http://user:secret%zz@127.0.0.1/secret'],
    ['secret'],
  ])('appear in no error: %s', async (url) => {
    const error = await faultOf(url);
    expect(error).toMatchObject({ message: expect.any(String) as string });
    expect(printed(error)).not.toMatch(/secret/);
  });
});

function withUser(url: string, credentials: string): string {
  return url.replace('http://', `http://${credentials}@`);
}

/** All that a logger could print of an error: its own fields and those of its causes. */
function printed(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? '';
  const { message, stack } = error;
  return `${message} ${stack} ${JSON.stringify(error)} ${error.cause === undefined ? '' : printed(error.cause)}`;
}
