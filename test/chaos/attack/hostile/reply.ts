import { request } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';

/** Result of a call. */
export interface Reply {
  /** HTTP status; `closed` without an answer, or still `open` when the limit was over. */
  readonly status: number | 'closed' | 'open';
  readonly retryAfter: string | null;
  /** The header Location of an answer to a call; absent without one. */
  readonly location?: string | undefined;
  /** The headers Set-Cookie of an answer to a call; absent without one. */
  readonly cookies?: readonly string[] | undefined;
  /** Up to the first 64 KiB. */
  readonly text: string;
  readonly bytes: number;
  readonly ms: number;
}

export interface HttpCall {
  readonly method: string;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: string | Buffer | undefined;
  readonly limitMs: number;
}

const KEPT_CHARACTERS = 65_536;

type AnswerHeaders = Pick<IncomingHttpHeaders, 'location' | 'set-cookie'> & {
  readonly 'retry-after'?: string | null | undefined;
};

/** Sends one call on a connection of its own. Never rejects. */
export function sendHttp(port: number, { method, path, headers, body, limitMs }: HttpCall): Promise<Reply> {
  const began = performance.now();
  return new Promise((resolve) => {
    let text = '';
    let bytes = 0;
    const end = (status: Reply['status'], headers: AnswerHeaders = {}) => {
      const { 'retry-after': retryAfter = null, location, 'set-cookie': cookies } = headers;
      clearTimeout(timer);
      call.destroy();
      resolve({ status, retryAfter, location, cookies, text, bytes, ms: performance.now() - began });
    };
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const options = { host: '127.0.0.1', port, method, path, agent: false, headers: { ...headers, ...length } };
    const call = request(options, (response) => {
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (text.length < KEPT_CHARACTERS) text += part.toString('latin1').slice(0, KEPT_CHARACTERS - text.length);
      });
      response.once('end', () => end(response.statusCode ?? 'closed', response.headers));
      response.once('error', () => end('closed'));
    });
    const timer = setTimeout(() => end('open'), limitMs);
    call.once('error', () => end('closed'));
    call.end(body);
  });
}

/** Bytes that are written one after the other, with a pause after each. */
export interface RawCall {
  readonly port: number;
  readonly blocks: Iterable<string | Buffer>;
  readonly pauseMs?: number;
  readonly limitMs: number;
  /** Whether the client leaves after the limit, and an answer until then is not demanded. */
  readonly isHeld?: boolean;
  /** Whether the client never reads its answer. */
  readonly isUnread?: boolean;
}

/**
 * Writes bytes to a connection and waits until the service closes it; the client closes it itself once an answer has
 * arrived and all is written. Never rejects.
 */
export function sendRaw({ port, blocks, pauseMs = 0, limitMs, isUnread = false }: RawCall): Promise<Reply> {
  const began = performance.now();
  return new Promise((resolve) => {
    let text = '';
    let bytes = 0;
    let isWritten = false;
    const socket = connect({ host: '127.0.0.1', port });
    const end = (isOpen: boolean) => {
      clearTimeout(timer);
      clearTimeout(next);
      socket.destroy();
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
      const retryAfter = /^retry-after: (.*)$/im.exec(text)?.[1]?.trim() ?? null;
      const none = isOpen ? 'open' : 'closed';
      resolve({
        status: status === undefined ? none : Number(status),
        retryAfter,
        text,
        bytes,
        ms: performance.now() - began,
      });
    };
    const iterator = blocks[Symbol.iterator]();
    let next: NodeJS.Timeout | undefined;
    const write = () => {
      const { done, value } = iterator.next();
      if (done === true) isWritten = true;
      else if (!socket.destroyed) socket.write(value, () => (next = setTimeout(write, pauseMs)));
    };
    const timer = setTimeout(() => end(true), limitMs);
    socket.once('connect', write);
    const read = (part: Buffer) => {
      bytes += part.length;
      if (text.length < KEPT_CHARACTERS) text += part.toString('latin1');
      if (isWritten) setTimeout(() => end(false), 20);
    };
    if (!isUnread) socket.on('data', read);
    socket.on('error', () => undefined);
    socket.once('close', () => end(false));
  });
}
