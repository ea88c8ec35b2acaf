import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startOnFreePorts } from '../../../engine/embedded/free-port.ts';

describe('a server that is started on a free port', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  it('is started on another where a program takes the port before the server does', async () => {
    const tried: number[] = [];
    const port = await startOnFreePorts([0], async (port = 0) => {
      tried.push(port);
      if (tried.length < 3) await listen(port);
      await listen(port);
      return port;
    });

    expect(tried).toHaveLength(3);
    expect(port).toBe(tried[2]);
    expect(new Set(tried).size).toBe(3);
  });

  it('is started once where it fails for another reason', async () => {
    let tries = 0;
    const start = () => {
      tries++;
      return Promise.reject(new Error('no space left on device'));
    };

    await expect(startOnFreePorts([0], start)).rejects.toThrow('no space left on device');
    expect(tries).toBe(1);
  });

  it('is given up when every port is taken before it', async () => {
    await expect(
      startOnFreePorts([0], async (port = 0) => {
        await listen(port);
        await listen(port);
      }),
    ).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('gets the ports that it prefers where they are free, and others where they are not', async () => {
    const taken = await listen(0);
    const free = await listen(0);
    servers.pop()?.close();

    const ports = await startOnFreePorts([taken, free], (...ports) => Promise.resolve(ports));

    expect(ports[0]).not.toBe(taken);
    expect(ports[1]).toBe(free);
  });

  async function listen(port: number): Promise<number> {
    const server = createServer();
    servers.push(server);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }
});
