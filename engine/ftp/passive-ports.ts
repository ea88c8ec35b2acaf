import { randomInt } from 'node:crypto';
import type { Server } from 'node:net';
import type { FtpSettings } from '../platform/config-ftp.ts';
import { FtpRefused } from './ftp-error.ts';

/** The ports for data connections, shared fairly among organizations. */
export interface PassivePorts {
  /**
   * Lets a server listen on a random port. When all ports are taken, the organization that holds the
   * most of them loses the one it has held for longest, and `onLoss` of its owner is called.
   * @throws FtpRefused when none of the ports can be listened on
   */
  listen(server: Server, owner: PortOwner): Promise<PortLease>;
}

/** The organization that listens, and a callback for the loss of its port. */
export interface PortOwner {
  readonly organizationId: number;
  readonly onLoss: () => void;
}

/** A port that a server listens on. */
export interface PortLease {
  readonly port: number;
  /** Stops listening and frees the port; connections that were accepted stay. */
  release(): void;
}

interface Holding extends PortOwner {
  readonly server: Server;
}

/** Creates the register of one FTP server. */
export function createPassivePorts({ host, passivePorts: { first, last } }: FtpSettings): PassivePorts {
  /** In the order in which the ports were taken. */
  const held = new Map<number, Holding>();
  const count = last - first + 1;
  const release = (port: number, { server }: Holding) => {
    if (held.get(port)?.server !== server) return;
    held.delete(port);
    server.close();
  };

  return {
    listen: async (server, owner) => {
      if (held.size >= count) takeBackOne();
      const holding = { ...owner, server };
      const offset = randomInt(count);
      for (let i = 0; i < count; i++) {
        const port = first + ((offset + i) % count);
        if (held.has(port)) continue;
        held.set(port, holding);
        if (await tryListen(server, port, host)) return { port, release: () => release(port, holding) };
        held.delete(port);
      }
      throw new FtpRefused('No port is free for a data connection; try again.', { reply: 425 });
    },
  };

  function takeBackOne(): void {
    const holdings = new Map<number, number>();
    for (const { organizationId: id } of held.values()) holdings.set(id, (holdings.get(id) ?? 0) + 1);
    const most = Math.max(...holdings.values());
    const found = [...held].find(([, { organizationId }]) => holdings.get(organizationId) === most);
    if (found === undefined) return;
    release(...found);
    found[1].onLoss();
  }
}

/** Another program may listen on a port of the range. */
function tryListen(server: Server, port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const failed = () => resolve(false);
    server.once('error', failed);
    server.listen({ port, host }, () => {
      server.removeListener('error', failed);
      resolve(true);
    });
  });
}
