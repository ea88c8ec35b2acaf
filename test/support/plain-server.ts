import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { WatchedLink } from '../../engine/jobs/watched-link.ts';

/** Connects to a link; the socket stays half-open when the link ends its side. */
export function connectToLink({ address }: WatchedLink): Socket {
  const socket = connect({ port: portOf(address), host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  return socket;
}

/** Reads a socket until its other side ends. */
export async function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (data) => (text += data.toString()));
  await Promise.race([once(socket, 'end'), once(socket, 'close')]);
  return text;
}

/** A server that never ends a connection by itself. */
export interface PlainServer {
  readonly server: Server;
  readonly address: string;
  /** Connections that it has got. */
  readonly sockets: Socket[];
  close(): Promise<void>;
}

/** Starts a server on loopback. @param port a free one when left out */
export async function startPlainServer(greet: (socket: Socket) => void, port = 0): Promise<PlainServer> {
  const sockets: Socket[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket);
    socket.on('error', () => socket.destroy());
    socket.resume();
    greet(socket);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    server,
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** An address of loopback at which nothing listens. */
export async function closedAddress(): Promise<string> {
  const server = await startPlainServer(() => undefined);
  await server.close();
  return server.address;
}

/** The port of an address. */
export function portOf(address: string): number {
  return Number(address.split(':').at(-1));
}
