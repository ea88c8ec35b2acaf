import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';

/** A port of loopback, or the path of a Unix socket. */
export type End = number | string;

/** Passes every connection to one end on to the other. */
export interface Relay {
  readonly from: End;
  readonly to: End;
}

/** Starts a relay. A connection that the other end refuses is closed. @returns its server */
export async function startRelay({ from, to }: Relay): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ ...at(to), allowHalfOpen: true });
    join(near, far);
    join(far, near);
  });
  server.listen(at(from));
  await once(server, 'listening');
  return server;
}

/** Passes the bytes and the end of one socket on to another, and its failure. */
function join(one: Socket, other: Socket): void {
  one.pipe(other);
  one.once('error', () => other.destroy());
}

function at(end: End) {
  return typeof end === 'number' ? { port: end, host: '127.0.0.1' } : { path: end };
}
