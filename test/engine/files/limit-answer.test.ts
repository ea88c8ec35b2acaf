import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { limitAnswer } from '../../../engine/files/limit-answer.ts';
import { postEvent } from '../../../engine/webhooks/post-event.ts';
import { createWebhookSecret } from '../../../engine/webhooks/secret.ts';
import { signEvent } from '../../../engine/webhooks/sign-event.ts';
import { bytesOf, faultOf, fetchOnce } from './downloading.ts';

const INFORMATIONAL = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
const MOST = BOUNDS.informationalAnswers.max;
const EVENT = { uid: randomUUID(), type: 'job.finished', at: new Date(), data: { id: 7 } } as const;

describe('a server that sends informational answers', () => {
  it('may send some before the file', async () => {
    const url = await serveBytes((socket) => socket.end(`${INFORMATIONAL.repeat(MOST)}${whole('email\n')}`));
    const { body } = await fetchOnce(url);
    expect(String(await bytesOf(body))).toBe('email\n');
  });

  it('is left when it sends them without an end, and the import may try again', async () => {
    const url = await serveBytes(flood(INFORMATIONAL));
    expect(await faultOf(url)).toMatchObject({
      message: `The server 127.0.0.1 sent more than ${MOST} informational answers.`,
      retryable: true,
    });
  });

  it('is left as the receiver of an event, too', async () => {
    const url = await serveBytes(flood(INFORMATIONAL));
    const { signal } = new AbortController();
    const result = await postEvent(url, signEvent(EVENT, [createWebhookSecret()], new Date()), {
      signal,
      allowPrivateUrls: true,
    });
    expect(result).toEqual({ status: null, error: `Sent more than ${MOST} informational answers.` });
  });
});

describe('a body in chunks of one byte', () => {
  it('arrives whole', async () => {
    const bytes = 25_000;
    const url = await serveBytes((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(bytes)}0\r\n\r\n`),
    );
    const { body } = await fetchOnce(url);
    expect(String(await bytesOf(body))).toBe('x'.repeat(bytes));
  });

  it('is read in bursts, between which its connection rests', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const resume = vi.fn();
    const { send, readOn } = dispatched(resume);
    const burst = BOUNDS.answerChunks.max / 10;
    for (let i = 1; i < burst; i++) expect(send(Buffer.alloc(1))).toBe(true);
    expect(send(Buffer.alloc(1))).toBe(false);
    readOn();
    vi.advanceTimersByTime(99);
    expect(resume).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(resume).toHaveBeenCalledOnce();
    expect(send(Buffer.alloc(1))).toBe(true);
  });

  it('does not slow one of large chunks down', () => {
    const { send } = dispatched(() => undefined);
    const large = Buffer.alloc(1_024);
    for (let i = 0; i < BOUNDS.answerChunks.max; i++) expect(send(large)).toBe(true);
  });
});

/** A request through the limit: `send` is a chunk of its body, `readOn` what its reader calls for more. */
function dispatched(resume: () => void) {
  let limited: Dispatcher.DispatchHandlers = {};
  let readOn = () => undefined as void;
  const handler: Dispatcher.DispatchHandlers = {
    onHeaders: (_status, _headers, resumeReading) => {
      readOn = resumeReading;
      return true;
    },
    onData: () => true,
  };
  const dispatch = limitAnswer((_options, given) => {
    limited = given;
    return true;
  });
  dispatch({ origin: 'http://127.0.0.1', path: '/', method: 'GET' }, handler);
  limited.onHeaders?.(200, [], resume, 'OK');
  return { send: (chunk: Buffer) => limited.onData?.(chunk), readOn: () => readOn() };
}

function whole(body: string): string {
  return `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

/** Writes a text again and again, as fast as it is read. */
function flood(text: string): (socket: Socket) => void {
  const block = text.repeat(1_000);
  return (socket) => {
    const write = () => {
      while (!socket.destroyed && socket.write(block));
    };
    socket.on('drain', write);
    write();
  };
}

/** Answers the first bytes of each connection. @returns the URL of the server */
async function serveBytes(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
