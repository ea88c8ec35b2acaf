import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** Passes connections on to a server, as a network that can lose what it is given without a word. */
export interface SilentRelay {
  readonly port: number;
  /**
   * The connections of now never pass on a byte again and are never closed towards the client; new ones work.
   *
   * @param serverEndsAfterMs time after which the server's probes, which this machine answers, would have ended its side
   */
  lose(serverEndsAfterMs?: number): void;
  /** As `lose`, and new ones are taken without an answer. */
  fallSilent(): void;
  /** New connections work again. */
  speak(): void;
  close(): Promise<void>;
}

/** Starts a relay on a free port of loopback. @param to the port of the server */
export async function startSilentRelay(to: number): Promise<SilentRelay> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (isSilent) return void near.resume();
    const far = connect(to, '127.0.0.1');
    keep(far);
    near.pipe(far);
    far.pipe(near);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const lose = (serverEndsAfterMs?: number) => {
    if (serverEndsAfterMs !== undefined) {
      const lost = [...sockets].filter((socket) => socket.remotePort === to);
      setTimeout(() => lost.forEach((socket) => socket.destroy()), serverEndsAfterMs).unref();
    }
    for (const socket of sockets) {
      socket.unpipe();
      socket.removeAllListeners('close');
      // What arrives is read and thrown away, its end too.
      socket.removeAllListeners('end');
      socket.resume();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    lose,
    fallSilent: () => {
      isSilent = true;
      lose();
    },
    speak: () => {
      isSilent = false;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The address of a server as it is reached through the relay. */
export function through(relay: SilentRelay, url: string): string {
  const address = new URL(url);
  address.hostname = '127.0.0.1';
  address.port = String(relay.port);
  return address.href;
}
