import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWatchedLink } from '../../../engine/jobs/watched-link.ts';
import type { WatchedLink } from '../../../engine/jobs/watched-link.ts';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { keepLog } from '../../support/link-log.ts';
import { connectToLink, portOf, readToEnd, startPlainServer } from '../../support/plain-server.ts';
import type { PlainServer } from '../../support/plain-server.ts';

const GREETING = 'temporal';

describe('the link to Temporal', () => {
  let temporal: PlainServer;
  let link: WatchedLink;
  beforeEach(async () => {
    temporal = await startPlainServer((socket) => void socket.write(GREETING));
    link = await openWatchedLink({ address: temporal.address, log: keepLog() });
  });
  afterEach(async () => {
    await link.close();
    await temporal.close();
  });

  it('is closed while connections lead through it', async () => {
    const socket = connectToLink(link);
    await once(socket, 'data');
    const closed = readToEnd(socket);
    await link.close();
    expect(await closed).toBe('');
    socket.destroy();
    link = await openWatchedLink({ address: temporal.address, log: keepLog() });
  });

  it('closes connections beyond its bound', async () => {
    const sockets = Array.from({ length: BOUNDS.linkConnections.max }, () => connectToLink(link));
    await Promise.all(sockets.map((socket) => once(socket, 'data')));
    expect(await readToEnd(connectToLink(link))).toBe('');
    expect(temporal.sockets).toHaveLength(BOUNDS.linkConnections.max);
    for (const socket of sockets) socket.destroy();
  });

  it('holds a new connection until its check has ended, or some seconds have passed', async () => {
    let pass: () => void = () => undefined;
    const checks: AbortSignal[] = [];
    link.admit((signal) => {
      checks.push(signal);
      return new Promise<void>((resolve) => (pass = resolve));
    });
    const socket = connectToLink(link);
    await expect.poll(() => checks.length).toBe(1);
    expect(temporal.sockets).toHaveLength(0);
    pass();
    await once(socket, 'data');
    const unchecked = connectToLink(link);
    await once(unchecked, 'data');
    expect(checks[1]?.aborted).toBe(true);
    for (const each of [socket, unchecked]) each.destroy();
  }, 20_000);

  it('leads to its server however the name of it is written', async () => {
    const named = await openWatchedLink({ address: `LOCALHOST:${portOf(temporal.address)}`, log: keepLog() });
    const socket = connectToLink(named);
    await once(socket, 'data');
    expect(named.host).toBe('localhost');
    socket.destroy();
    await named.close();
  });

  it.each(['temporal', 'temporal:99999', ':7233'])('is not opened to %s', async (address) => {
    await expect(openWatchedLink({ address, log: keepLog() })).rejects.toThrow('TEMPORAL_ADDRESS');
  });

  it('ends a connection to Temporal whose client has ended its side', async () => {
    const socket = connectToLink(link);
    await once(socket, 'data');
    const ended = readToEnd(socket);
    socket.end();
    await ended;
    await expect.poll(() => temporal.sockets.map((each) => each.readableEnded)).toEqual([true]);
    socket.destroy();
  });
});
