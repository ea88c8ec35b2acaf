import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { download } from '../../../engine/files/download.ts';
import { DownloadTooSlow } from '../../../engine/files/errors.ts';
import { serve } from './serve.ts';

const SPEED = { minBytesPerSecond: 1_000_000, speedWindowMs: 200 };
const OPTIONS = { signal: new AbortController().signal, maxBytes: 10_000_000, allowPrivateUrls: true };

describe('a download with a minimum speed', () => {
  it('is ended when the server trickles', async () => {
    const { origin, quiet } = await serve((_, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const { body } = await download(origin(), { ...OPTIONS, ...SPEED });

    const failure = await read(body).catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(DownloadTooSlow);
    expect(failure).toMatchObject({
      retryable: true,
      message: 'The server 127.0.0.1 sent less than 1000000 bytes a second for 0.2 s.',
    });
    await quiet();
  });

  it('is ended when the server falls silent', async () => {
    const { origin } = await serve((_, response) => void response.write('x'));
    const { body } = await download(origin(), { ...OPTIONS, ...SPEED });

    await expect(read(body)).rejects.toMatchObject({
      retryable: true,
      message: expect.stringMatching(/did not respond in time/),
    });
  });

  it('does not suffer from a reader that takes its time', async () => {
    const { origin } = await serve((_, response) => void response.end(Buffer.alloc(1_000_000)));
    const { body } = await download(origin(), { ...OPTIONS, minBytesPerSecond: 1_000, speedWindowMs: 30_000 });

    expect(await read(body, 5)).toBe(1_000_000);
  });

  it('of nothing at all takes any speed', async () => {
    const { origin } = await serve((_, response) => {
      response.write('x');
      setTimeout(() => response.end('y'), 400);
    });
    const { body } = await download(origin(), { ...OPTIONS, minBytesPerSecond: 0, speedWindowMs: 100 });

    expect(await read(body)).toBe(2);
  });
});

describe('the headers of an answer', () => {
  it('are bounded', async () => {
    const { origin } = await serve((_, response) => {
      response.setHeader('x-long', 'x'.repeat(20_000));
      response.end('email\n');
    });

    await expect(download(origin(), OPTIONS)).rejects.toMatchObject({
      retryable: true,
      message: expect.stringMatching(/^The connection to 127.0.0.1 failed \(UND_ERR_HEADERS_OVERFLOW\)/),
    });
  });
});

async function read(body: AsyncIterable<Uint8Array>, pauseMs = 0): Promise<number> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (pauseMs > 0) await delay(pauseMs);
  }
  return bytes;
}
