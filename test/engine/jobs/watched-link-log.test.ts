import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { openWatchedLink } from '../../../engine/jobs/watched-link.ts';
import type { LinkTimes, WatchedLink } from '../../../engine/jobs/watched-link.ts';
import { keepLog } from '../../support/link-log.ts';
import { closedAddress, connectToLink, portOf, readToEnd, startPlainServer } from '../../support/plain-server.ts';

const TIMES: LinkTimes = { lookMs: 20, silentMs: 80, goneMs: 200, firstByteMs: 100, maxFirstByteMs: 800 };
/** Longer than the second connection may take. */
const SLOW_MS = 300;
const GREETING = 'temporal';

describe('the log of the link to Temporal', () => {
  let link: WatchedLink;
  afterEach(() => link.close());

  /** Text that comes through the link until it ends or Temporal has greeted. */
  const attempt = async () => {
    const socket = connectToLink(link);
    let text = '';
    const greeted = new Promise<void>((resolve) =>
      socket.on('data', (data) => {
        text += data.toString();
        if (text.endsWith(GREETING)) resolve();
      }),
    );
    await Promise.race([greeted, once(socket, 'end'), once(socket, 'close')]);
    socket.destroy();
    return text;
  };

  it('has the reason why Temporal cannot be reached, once, and the end of it', async () => {
    const address = await closedAddress();
    const log = keepLog();
    link = await openWatchedLink({ address, log, times: TIMES });
    await attempt();
    await attempt();
    expect(log.lines).toMatchObject([{ level: 'warn', fields: { code: 'ECONNREFUSED' } }]);

    const server = await startPlainServer((socket) => void socket.write(GREETING), portOf(address));
    expect(await attempt()).toContain(GREETING);
    expect(log.lines.slice(1)).toEqual([{ level: 'info', fields: {}, message: 'Temporal answers again' }]);
    await server.close();
    await attempt();
    expect(log.lines.slice(2)).toMatchObject([{ level: 'warn', fields: { code: 'ECONNREFUSED' } }]);
    expect(JSON.stringify(log.lines)).not.toContain('127.0.0.1');
  });

  it('has the reason why the name of Temporal is not known, without the name', async () => {
    const log = keepLog();
    link = await openWatchedLink({ address: 'temporal.invalid:7233', log });
    await readToEnd(connectToLink(link));
    expect(log.lines).toMatchObject([
      { level: 'warn', fields: { code: expect.stringMatching(/^(?:ENOTFOUND|EAI_AGAIN)$/) } },
    ]);
    expect(JSON.stringify(log.lines)).not.toContain('temporal.invalid');
  }, 60_000);

  it('has the first and the end of the silences of a busy server, which gets longer for its first byte', async () => {
    let connections = 0;
    const server = await startPlainServer((socket) => {
      // Not a word on the first one: on a busy machine its limit, which counts looks, could be the longer one.
      if (++connections > 1) setTimeout(() => void (socket.writable && socket.write(GREETING)), SLOW_MS);
    });
    const log = keepLog();
    link = await openWatchedLink({ address: server.address, log, times: TIMES });
    expect(await attempt()).not.toContain(GREETING);
    await expect.poll(() => attempt(), { timeout: 60_000 }).toContain(GREETING);
    expect(log.lines.map(({ level, message }) => [level, message])).toEqual([
      ['warn', 'Temporal says nothing: the connection to it is made again'],
      ['info', 'Temporal answers again'],
    ]);
    await server.close();
  }, 90_000);
});
