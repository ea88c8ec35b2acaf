import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limitChunks } from '../../../engine/platform/small-chunks.ts';

const TEXT = 'abcdefghi'.repeat(1_000);

describe('the chunks of a body', () => {
  let server: Server;
  let client: Socket;
  let answer: ServerResponse | undefined;
  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    limitChunks(server);
    await once(server, 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  });
  afterEach(() => {
    client.destroy();
    server.close();
  });

  it('reach their readers in blocks of those that arrived together', async () => {
    const request = await send(chunked(TEXT, 10) + END);
    const blocks: string[] = [];
    for await (const block of request) blocks.push(String(block));
    expect(blocks.join('')).toBe(TEXT);
    expect(blocks.length).toBeLessThan(20);
  });

  it('are read as fast as their reader takes them, and no faster', async () => {
    const request = await send(chunked(TEXT, 3_000).repeat(2_000) + END);
    await expect.poll(() => request.readableLength).toBeGreaterThanOrEqual(request.readableHighWaterMark);
    await new Promise((resolve) => setTimeout(resolve, 200));
    // Of 18,000,000 bytes, what some reads of the socket bring.
    expect(request.readableLength).toBeLessThan(1_000_000);
    let length = 0;
    for await (const block of request) length += (block as Buffer).length;
    expect(length).toBe(TEXT.length * 2_000);
  });

  it('close the connection, too, when the call is answered and they have no reader', async () => {
    server.on('clientError', (_error, socket) => socket.destroy());
    client.on('error', () => undefined);
    const closed = new Promise((resolve) => client.once('close', resolve));
    await send(chunked(TEXT, 1));
    answer?.end('early');
    client.resume();
    for (let block = 0; block < 20 && !client.destroyed; block++) client.write(chunked(TEXT, 1));
    await closed;
  });

  async function send(body: string): Promise<IncomingMessage> {
    const requested = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
    client.write(`POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${body}`);
    const [request, response] = await requested;
    answer = response;
    return request;
  }
});

const END = '0\r\n\r\n';

function chunked(text: string, length: number): string {
  const pieces = text.match(new RegExp(`.{1,${length}}`, 'g')) ?? [];
  return pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('');
}
