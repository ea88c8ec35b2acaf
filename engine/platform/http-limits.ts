import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { BOUNDS } from '../domain/bounds.ts';
import { limitChunks, SMALL_CHUNKS } from './small-chunks.ts';

/** Settings of an HTTP server by which headers and whole requests have to arrive in time. */
export function timeLimits(requestTimeoutMs: number): ServerOptions {
  return {
    maxHeaderSize: BOUNDS.requestHeaders.max,
    headersTimeout: Math.min(BOUNDS.requestHeadersTime.max, requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: BOUNDS.idleConnection.max,
    connectionsCheckingInterval: Math.min(CHECK_MS, requestTimeoutMs),
  };
}

/** Bounds the connections of a server: how many there are, how long one may stay silent, and how small its chunks may be. */
export function limitConnections(server: Server): void {
  server.maxConnections = BOUNDS.connections.max;
  // Every header is counted where requests are read: the server itself would drop the rest without a word.
  server.maxHeadersCount = 0;
  server.setTimeout(BOUNDS.silentConnection.max);
  limitChunks(server);
}

/**
 * Answers what could not be read as a request, and closes its connection.
 * @param bodyOf the JSON body of the answer
 */
export function answerUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  bodyOf: (message: string) => object,
): void {
  // After an earlier answer on the connection, what is written now could be taken for a part of that one.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) return void socket.destroy();
  const [status, message] = UNREADABLE[error.code ?? ''] ?? ['400 Bad Request', 'the request is not valid HTTP'];
  const body = JSON.stringify(bodyOf(message));
  const headers = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

const CHECK_MS = 5_000;

const UNREADABLE: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_PAUSED: ['400 Bad Request', SMALL_CHUNKS],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request did not arrive in time'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    `the path and the headers must have at most ${BOUNDS.requestHeaders.max} bytes together`,
  ],
};
