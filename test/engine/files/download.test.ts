import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { DownloadOptions } from '../../../engine/files/download.ts';
import {
  ConnectionFailed,
  DownloadRejected,
  DownloadTruncated,
  EncodingRefused,
  FileTooLarge,
} from '../../../engine/files/errors.ts';
import { bytesOf, eachOf, faultOf, fetchOnce, textOf } from './downloading.ts';
import { serve } from './serve.ts';

describe('a download', () => {
  it('streams the body and says how long it will be', async () => {
    const { origin, quiet } = await serve((_request, response) => response.end('email\na@example.com\n'));
    const { body, contentLength } = await fetchOnce(`${origin()}/list.csv`);
    expect(contentLength).toBe(20);
    expect(await textOf(body)).toBe('email\na@example.com\n');
    await quiet();
  });

  it('streams a body of unannounced length', async () => {
    const { origin } = await serve((_request, response) => {
      response.write('one,');
      response.end('two');
    });
    const { body, contentLength } = await fetchOnce(origin());
    expect(contentLength).toBeNull();
    expect(await textOf(body)).toBe('one,two');
  });

  it('sends path and query, and asks for an uncompressed body', async () => {
    const { origin } = await serve(({ url, headers }, response) => {
      response.end(`${url} ${headers['accept-encoding']} ${headers.authorization}`);
    });
    const { body } = await fetchOnce(`${origin()}/a%20b?token=1&x=%26#fragment`);
    expect(await textOf(body)).toBe('/a%20b?token=1&x=%26 identity undefined');
  });

  it('leaves a body that the server compressed with gzip as it is', async () => {
    const { origin } = await serve((_request, response) => {
      response.setHeader('content-encoding', 'gzip').end(gzipSync('email'));
    });
    const { body } = await fetchOnce(origin());
    expect(await bytesOf(body)).toEqual(gzipSync('email'));
  });

  it('refuses a body compressed in another way, permanently', async () => {
    const { origin, quiet } = await serve((_request, response) => {
      response.setHeader('content-encoding', 'br').end(brotliCompressSync('email'));
    });
    const error = await faultOf(origin());
    expect(error).toBeInstanceOf(EncodingRefused);
    expect(error).toMatchObject({ retryable: false });
    await quiet();
  });

  it('leaves a file that is itself compressed as it is', async () => {
    const file = gzipSync('email');
    const { origin } = await serve((_request, response) => response.end(file));
    const { body } = await fetchOnce(origin());
    expect(await bytesOf(body)).toEqual(file);
  });
});

describe('an unwanted answer', () => {
  it.each([400, 401, 404, 410, 429, 500, 503, 206, 300, 304])('with status %i may be retried', async (status) => {
    const { origin, quiet } = await serve((_request, response) => {
      response.writeHead(status).end('some explanation'.repeat(10_000));
    });
    const error = await faultOf(`${origin()}/?token=secret`);
    expect(error).toBeInstanceOf(DownloadRejected);
    expect(error).toMatchObject({
      status,
      retryable: true,
      message: `The server 127.0.0.1 answered with status ${status}.`,
    });
    await quiet();
  });

  it('that is not HTTP may be retried', async () => {
    const { origin } = await serve(({ socket }) => socket.end('220 ftp.example.com ready\r\n'));
    const error = await faultOf(origin());
    expect(error).toBeInstanceOf(ConnectionFailed);
    expect(error).toMatchObject({ retryable: true });
  });

  it('that never comes, the connection having been reset, may be retried', async () => {
    const { origin } = await serve(({ socket }) => socket.resetAndDestroy());
    const error = await faultOf(origin());
    expect(error).toBeInstanceOf(ConnectionFailed);
    expect(error).toMatchObject({ retryable: true, message: 'The connection to 127.0.0.1 failed (ECONNRESET).' });
  });

  it('from a port where nobody listens may be retried', async () => {
    const error = await faultOf('http://127.0.0.1:1/');
    expect(error).toMatchObject({ retryable: true, message: 'The connection to 127.0.0.1 failed (ECONNREFUSED).' });
  });

  it('from a host that does not resolve may be retried', async () => {
    const lookup: DownloadOptions['lookup'] = (hostname, _options, callback) => {
      callback(Object.assign(new Error(`no ${hostname}`), { code: 'ENOTFOUND' }), '');
    };
    const error = await faultOf('http://nowhere.test/', { lookup });
    expect(error).toMatchObject({ retryable: true, message: 'The connection to nowhere.test failed (ENOTFOUND).' });
  });
});

describe('the size limit', () => {
  it('refuses an announced excess before the body', async () => {
    const { origin, quiet } = await serve((_request, response) => {
      response.setHeader('content-length', 1001).flushHeaders();
    });
    const error = await faultOf(origin(), { maxBytes: 1000 });
    expect(error).toBeInstanceOf(FileTooLarge);
    expect(error).toMatchObject({ retryable: false, message: 'The file is larger than the limit of 1000 bytes.' });
    await quiet();
  });

  it('cuts off an unannounced excess while it streams', async () => {
    const { origin, quiet } = await serve((_request, response) => {
      const pour = () => {
        while (response.write(Buffer.alloc(10_000))) continue;
      };
      response.on('drain', pour);
      pour();
    });
    const { body } = await fetchOnce(origin(), { maxBytes: 1_000_000 });
    await expect(bytesOf(body)).rejects.toBeInstanceOf(FileTooLarge);
    await quiet();
  });

  it('lets a file of exactly that size pass', async () => {
    const { origin } = await serve((_request, response) => response.end(Buffer.alloc(1000)));
    const { body } = await fetchOnce(origin(), { maxBytes: 1000 });
    expect(await bytesOf(body)).toHaveLength(1000);
  });
});

describe('a body that breaks off', () => {
  it('before its announced length is truncated', async () => {
    const { origin, quiet } = await serve((_request, response) => {
      response.setHeader('content-length', 100).write('only this');
      response.socket?.end();
    });
    const { body } = await fetchOnce(origin());
    const error = await bytesOf(body).catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(DownloadTruncated);
    expect(error).toMatchObject({
      retryable: true,
      receivedBytes: 9,
      message: 'The download from 127.0.0.1 was interrupted after 9 bytes.',
    });
    await quiet();
  });

  it('before its last chunk is truncated', async () => {
    const { origin } = await serve((_request, response) => {
      response.write('a chunk');
      response.socket?.end();
    });
    const { body } = await fetchOnce(origin());
    await expect(bytesOf(body)).rejects.toMatchObject({ name: 'DownloadTruncated', receivedBytes: 7 });
  });

  it('by a reset is truncated', async () => {
    let reset = () => {};
    const { origin } = await serve((_request, response) => {
      response.write('a chunk');
      reset = () => response.socket?.resetAndDestroy();
    });
    const { body } = await fetchOnce(origin());
    await expect(eachOf(body, () => reset())).rejects.toMatchObject({ name: 'DownloadTruncated', retryable: true });
  });
});

describe('abort', () => {
  it('ends a silent body with the reason of the signal and drops the connection', async () => {
    const { origin, quiet } = await serve((_request, response) => void response.write('a chunk'));
    const abort = new AbortController();
    const { body } = await fetchOnce(origin(), { signal: abort.signal });
    const pause = () => queueMicrotask(() => abort.abort(new Error('paused')));
    await expect(eachOf(body, pause)).rejects.toThrow('paused');
    await quiet();
  });

  it('ends the wait for an answer', async () => {
    const abort = new AbortController();
    const { origin, quiet } = await serve(() => abort.abort(new Error('paused')));
    await expect(fetchOnce(origin(), { signal: abort.signal })).rejects.toThrow('paused');
    await quiet();
  });

  it('ends the wait for a connection', async () => {
    const abort = new AbortController();
    const lookup = () => abort.abort(new Error('paused'));
    await expect(fetchOnce('http://slow.test/', { lookup, signal: abort.signal })).rejects.toThrow('paused');
  });

  it('drops a connection that is still being made', async () => {
    const abort = new AbortController();
    const mute = createServer((socket) => {
      socket.once('close', () => mute.emit('quiet')).resume();
      abort.abort(new Error('paused'));
    }).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const quiet = once(mute, 'quiet');
    const url = `https://127.0.0.1:${(mute.address() as AddressInfo).port}`;
    await expect(fetchOnce(url, { signal: abort.signal })).rejects.toThrow('paused');
    await quiet;
    mute.close();
  });

  it('drops the connection of a body that nobody reads', async () => {
    const { origin, quiet } = await serve((_request, response) => void response.write('a chunk'));
    const abort = new AbortController();
    const { body } = await fetchOnce(origin(), { signal: abort.signal });
    abort.abort(new Error('paused'));
    await quiet();
    await expect(bytesOf(body)).rejects.toThrow('paused');
  });

  it('before the start sends nothing', async () => {
    let requests = 0;
    const { origin } = await serve((_request, response) => {
      requests += 1;
      response.end();
    });
    const signal = AbortSignal.abort(new Error('cancelled'));
    await expect(fetchOnce(origin(), { signal })).rejects.toThrow('cancelled');
    expect(requests).toBe(0);
  });

  it('is not needed to drop the connection of a body left half read', async () => {
    const { origin, quiet } = await serve((_request, response) => void response.write('a chunk'));
    const { body } = await fetchOnce(origin());
    const reader = body[Symbol.asyncIterator]();
    await reader.next();
    await reader.return?.();
    await quiet();
  });
});
