import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';

const RUNNING = 3;

describe('calls of one organization', () => {
  let api: TestApi;
  let running = 0;
  let most = 0;
  let begun = 0;
  let open: () => void = () => undefined;
  let gate = Promise.resolve();

  beforeAll(async () => {
    api = await build({ callsPerOrganization: RUNNING }, (app) => {
      app.register((held, _options, done) => {
        held.addHook('onRequest', app.authenticate);
        held.addHook('onRequest', app.takeShare);
        held.get('/held', async () => {
          begun++;
          most = Math.max(most, ++running);
          await gate;
          running--;
          return {};
        });
        done();
      });
    });
    await api.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => open());

  const hold = () => {
    most = 0;
    gate = new Promise((resolve) => (open = resolve));
  };
  const call = async (key: string) =>
    (await api.inject({ method: 'GET', url: '/held', headers: { authorization: `Basic ${key}` } })).statusCode;

  it('wait for each other beyond as many as may run, and for no other organization', async () => {
    const [many, one] = [await api.addOrganization(), await api.addOrganization()];
    hold();
    const calls = Array.from({ length: 10 }, () => call(many.key));
    await expect.poll(() => running).toBe(RUNNING);

    const other = call(one.key);
    await expect.poll(() => running).toBe(RUNNING + 1);

    open();
    expect(new Set(await Promise.all([...calls, other]))).toEqual(new Set([200]));
    expect(most).toBe(RUNNING + 1);
  });

  it('are refused when too many wait', async () => {
    const { key } = await api.addOrganization();
    hold();
    let refused = 0;
    const calls = Array.from({ length: 500 + RUNNING + 7 }, async () => {
      const status = await call(key);
      if (status === 429) refused++;
      return status;
    });
    await expect.poll(() => refused).toBe(7);
    open();
    const statuses = await Promise.all(calls);
    expect(statuses.filter((status) => status === 200)).toHaveLength(500 + RUNNING);
  });

  it('hold their slot as long as they are worked on, also when the client has gone', async () => {
    const { key } = await api.addOrganization();
    hold();
    const { port } = api.app.server.address() as AddressInfo;
    for (let i = 0; i < RUNNING; i++) {
      const headers = { authorization: `Basic ${key}` };
      const sent = request({ port, path: '/held', headers }).end();
      sent.on('error', () => undefined);
      const gone = new Promise((resolve) => sent.once('close', resolve));
      await expect.poll(() => running).toBe(i + 1);
      sent.destroy();
      await gone;
    }
    const later = call(key);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(running).toBe(RUNNING);

    open();
    expect(await later).toBe(200);
  });

  it('give their slots back when they were sent one behind the other and their client has gone', async () => {
    const { key } = await api.addOrganization();
    hold();
    const leave = await sendTogether(2 * RUNNING, key);
    await expect.poll(() => running).toBe(RUNNING);
    await leave();
    open();
    expect(await Promise.all(Array.from({ length: RUNNING }, () => call(key)))).toEqual([200, 200, 200]);
  });

  it('do not begin when their client has gone while they waited', async () => {
    const { key } = await api.addOrganization();
    hold();
    const leave = await sendTogether(5 * RUNNING, key);
    await expect.poll(() => running).toBe(RUNNING);
    await leave();
    begun = 0;
    open();
    expect(await call(key)).toBe(200);
    expect(begun).toBe(1);
  });

  /** Sends calls one behind the other. @returns what closes the connection, for the server too */
  async function sendTogether(count: number, key: string): Promise<() => Promise<unknown>> {
    const { server } = api.app;
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
    client.write(`GET /held HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${key}\r\n\r\n`.repeat(count));
    const [socket] = await accepted;
    return () => {
      client.destroy();
      return once(socket, 'close');
    };
  }
});

describe('credentials that nobody has', () => {
  it('are looked up a few at a time, and leave the database to calls with a key', async () => {
    const api = await build();
    const { key } = await api.addOrganization();
    const call = (credential: string) =>
      api.inject({
        method: 'GET',
        url: `${API_PREFIX}/mailing_lists`,
        headers: { authorization: `Basic ${credential}` },
      });
    const wrong = Array.from({ length: 300 }, (_, i) => call(Buffer.from(`1:wrong${i}`).toString('base64')));
    expect((await call(key)).statusCode).toBe(200);
    const statuses = (await Promise.all(wrong)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(statuses.filter((status) => status === 429)).toHaveLength(300 - 200 - 2);
  });
});
