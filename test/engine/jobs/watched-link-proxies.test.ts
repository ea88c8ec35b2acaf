import { createRequire } from 'node:module';
import { Connection } from '@temporalio/client';
import type { ConnectionOptions } from '@temporalio/client';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { isProxied } from '../../../engine/jobs/environment-proxy.ts';
import { clientThroughLink } from '../../../engine/jobs/through-link.ts';
import { openWatchedLink } from '../../../engine/jobs/watched-link.ts';
import type { WatchedLink } from '../../../engine/jobs/watched-link.ts';
import { keepLog } from '../../support/link-log.ts';
import type { KeptLog } from '../../support/link-log.ts';
import { startPlainServer } from '../../support/plain-server.ts';
import type { PlainServer } from '../../support/plain-server.ts';

const VARIABLES = ['grpc_proxy', 'https_proxy', 'http_proxy', 'no_grpc_proxy', 'no_proxy'];
const CALL_MS = 20_000;

/** The decision of the SDK's gRPC library, which reads the environment. */
function libraryUsesProxy(address: string): boolean {
  const ofClient = createRequire(createRequire(import.meta.url).resolve('@temporalio/client'));
  const { mapProxyName } = ofClient('@grpc/grpc-js/build/src/http_proxy');
  return mapProxyName({ scheme: 'dns', path: address }, {}).target.path !== address;
}

describe('the link to Temporal and the proxies of the environment', () => {
  let proxy: PlainServer;
  let link: WatchedLink;
  let log: KeptLog;
  const { address } = inject('temporal');
  beforeEach(async () => {
    for (const name of VARIABLES) vi.stubEnv(name, '');
    log = keepLog();
    proxy = await startPlainServer((socket) => socket.destroy());
    link = await openWatchedLink({ address, log });
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await link.close();
    await proxy.close();
  });

  const call = async (options: ConnectionOptions) => {
    const connection = Connection.lazy(options);
    try {
      await connection.withDeadline(Date.now() + CALL_MS, () => connection.workflowService.getSystemInfo({}));
    } finally {
      await connection.close();
    }
  };

  it('leads clients to Temporal where the environment excepts it from its proxy', async () => {
    vi.stubEnv('https_proxy', `http://${proxy.address}`);
    vi.stubEnv('no_proxy', 'localhost,temporal.test,127.0.0.1');
    const options = clientThroughLink({ address }, link, log);
    expect(options.address).toBe(link.address);
    // The link itself is not reached through the proxy.
    vi.stubEnv('no_proxy', 'temporal.test');
    await call(options);
    expect([proxy.sockets, log.lines]).toEqual([[], []]);
  }, 60_000);

  it('leaves clients to the proxy of the environment, which is logged', () => {
    vi.stubEnv('http_proxy', `http://${proxy.address}`);
    expect(clientThroughLink({ address }, link, log)).toEqual({ address });
    expect(log.lines).toMatchObject([{ level: 'info', message: expect.stringContaining('through the proxy') }]);
  });

  const PROXY = 'http://proxy.test:3128';
  it.each([
    ['temporal.test:7233', {}],
    ['temporal.test:7233', { grpc_proxy: PROXY }],
    ['temporal.test:7233', { https_proxy: PROXY, no_proxy: '.test' }],
    ['temporal.test:7233', { http_proxy: PROXY, no_proxy: 'elsewhere.test' }],
    ['temporal.test:7233', { http_proxy: PROXY, no_proxy: 'elsewhere.test, temporal.test' }],
    ['temporal.test:7233', { http_proxy: PROXY, no_proxy: 'temporal.test', no_grpc_proxy: 'elsewhere.test' }],
    ['temporal.test:7233', { http_proxy: PROXY, no_proxy: 'elsewhere.test,' }],
    ['temporal.test:7233', { https_proxy: 'https://proxy.test:3128' }],
    ['temporal.test:7233', { https_proxy: 'proxy.test', http_proxy: PROXY }],
    ['10.1.2.3:7233', { http_proxy: PROXY, no_proxy: '10.0.0.0/8' }],
    ['10.1.2.3:7233', { http_proxy: PROXY, no_proxy: '10.2.0.0/16,192.168.0.0/16' }],
    ['10.1.2.3:7233', { http_proxy: PROXY, no_proxy: '10.1.2.3/33,10.0.0.0/8/8' }],
    ['[fd00::1]:7233', { http_proxy: PROXY, no_proxy: 'fd00::1' }],
    ['[fd00::1]:7233', { http_proxy: PROXY, no_proxy: '10.0.0.0/8' }],
  ])('decides for %s with %o as the gRPC library does', (target, variables) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    expect(isProxied(target)).toBe(libraryUsesProxy(target));
  });
});
