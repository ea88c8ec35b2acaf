import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWatchedLink } from '../../../engine/jobs/watched-link.ts';
import type { WatchedLink } from '../../../engine/jobs/watched-link.ts';
import { keepLog } from '../../support/link-log.ts';
import { portOf, readToEnd, requestTunnel, startPlainServer } from '../../support/raw-tunnel.ts';
import type { PlainServer } from '../../support/raw-tunnel.ts';

const GREETING = 'temporal';

describe('the link to Temporal', () => {
  let temporal: PlainServer;
  let other: PlainServer;
  let link: WatchedLink;
  beforeEach(async () => {
    temporal = await startPlainServer((socket) => void socket.write(GREETING));
    other = await startPlainServer((socket) => void socket.write(GREETING));
    link = await openWatchedLink({ address: temporal.address, log: keepLog() });
  });
  afterEach(async () => {
    await link.close();
    await Promise.all([temporal.close(), other.close()]);
  });

  it('closes the connection of a process without its password', async () => {
    const socket = requestTunnel(link, temporal.address, 'guess');
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 407 /);
    // Only a side that is closed, not one that is half-open, resets it.
    const reset = new Promise((resolve) => socket.once('close', resolve));
    const writing = setInterval(() => socket.write('more'), 20);
    await reset;
    clearInterval(writing);
    expect(temporal.sockets).toEqual([]);
  });

  it('is closed while other processes keep connections to it open', async () => {
    const refused = requestTunnel(link, temporal.address, 'guess');
    await readToEnd(refused);
    const idle = connect(portOf(link.proxy.targetHost), '127.0.0.1');
    idle.on('error', () => undefined);
    await once(idle, 'connect');
    const tunnel = requestTunnel(link, temporal.address);
    await once(tunnel, 'data');
    await link.close();
    for (const socket of [refused, idle, tunnel]) socket.destroy();
    link = await openWatchedLink({ address: temporal.address, log: keepLog() });
  });

  it.each(['another server', 'a server without a port', 'a server with a port that there cannot be', 'none'])(
    'does not lead to %s',
    async (what) => {
      const [host = ''] = temporal.address.split(':');
      const target = {
        'another server': other.address,
        'a server without a port': host,
        'a server with a port that there cannot be': `${host}:99999`,
        none: ':',
      }[what]!;
      const socket = requestTunnel(link, target);
      expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 403 /);
      socket.destroy();
      expect([...temporal.sockets, ...other.sockets]).toEqual([]);
    },
  );

  it('leads to its server however the name of it is written', async () => {
    const named = await openWatchedLink({ address: `LOCALHOST:${portOf(temporal.address)}`, log: keepLog() });
    const socket = requestTunnel(named, `localhost:${portOf(temporal.address)}`);
    await expect.poll(() => temporal.sockets.length).toBe(1);
    socket.destroy();
    await named.close();
  });

  it.each(['temporal', 'temporal:99999', ':7233'])('is not opened to %s', async (address) => {
    await expect(openWatchedLink({ address, log: keepLog() })).rejects.toThrow('TEMPORAL_ADDRESS');
  });

  it('ends a connection to Temporal whose client has ended its side', async () => {
    const socket = requestTunnel(link, temporal.address);
    const ended = readToEnd(socket);
    await expect.poll(() => socket.bytesRead).toBeGreaterThan(GREETING.length);
    socket.end();
    expect(await ended).toMatch(/^HTTP\/1\.1 200 /);
    await expect.poll(() => temporal.sockets.map((each) => each.readableEnded)).toEqual([true]);
    socket.destroy();
  });
});
