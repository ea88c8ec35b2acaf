import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { awaitAccepted } from '../../../api/http/accepting.ts';

const CALLS = 60;
const WORK_MS = 10;

it('the last of many connections that come at once does not wait for the work of the others', async () => {
  const server = createServer();
  const accepted = awaitAccepted(server);
  server.on('request', ({ url }, answer) => {
    void (url === '/work' ? accepted().then(work) : Promise.resolve()).then(() => answer.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ended: string[] = [];
  const call = async (path: string) => {
    // Each call has a connection of its own.
    const { port } = server.address() as AddressInfo;
    const [answer] = await once(get({ port, host: '127.0.0.1', path, agent: false }), 'response');
    answer.resume();
    await once(answer, 'end');
    ended.push(path);
  };

  await Promise.all([...Array.from({ length: CALLS }, () => call('/work')), call('/last')]);

  expect(ended).toHaveLength(CALLS + 1);
  expect(ended.indexOf('/last')).toBeLessThan(CALLS * 0.75);
  server.close();
});

it('calls begin even when connections come without end', async () => {
  const server = createServer();
  const accepted = awaitAccepted(server);
  let stop = false;
  const flood = (async () => {
    for (; !stop; await setImmediate()) server.emit('connection', new Socket());
  })();

  await accepted();

  stop = true;
  await flood;
});

function work(): void {
  const until = performance.now() + WORK_MS;
  while (performance.now() < until);
}
