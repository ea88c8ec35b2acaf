import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createSecureServer, createServer } from 'node:http2';
import type { Http2SecureServer, Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientThroughLink, workerThroughLink } from '../../../engine/jobs/through-link.ts';
import { openWatchedLink } from '../../../engine/jobs/watched-link.ts';
import type { WatchedLink } from '../../../engine/jobs/watched-link.ts';
import { keepLog } from '../../support/link-log.ts';
import { installTemporalRuntime } from '../../support/temporal-runtime.ts';
import { createCertificates } from '../../support/tls-front.ts';
import type { TestCertificates } from '../../support/tls-front.ts';

const CALL_MS = 20_000;

describe.each(['with TLS', 'without TLS'])('the authority of calls through the link, %s', (what) => {
  const isEncrypted = what === 'with TLS';
  let certificates: TestCertificates;
  let server: Http2Server | Http2SecureServer;
  let link: WatchedLink;
  let address: string;
  /** The authorities of the calls that the server has got. */
  const authorities = new Set<string | undefined>();
  beforeAll(() => void (certificates = createCertificates('localhost')));
  afterAll(() => certificates.remove());
  beforeEach(async () => {
    installTemporalRuntime();
    const { cert, key } = certificates.server;
    server = isEncrypted ? createSecureServer({ cert: readFileSync(cert), key: readFileSync(key) }) : createServer();
    server.on('stream', (stream, headers) => {
      authorities.add(headers[':authority']);
      stream.respond({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '13' }, { endStream: true });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `localhost:${(server.address() as AddressInfo).port}`;
    link = await openWatchedLink({ address, log: keepLog() });
    authorities.clear();
  });
  afterEach(async () => {
    await link.close();
    server.close();
    await once(server, 'close');
  });

  const options = () => ({
    address,
    tls: isEncrypted && { serverRootCACertificate: readFileSync(certificates.authority) },
  });

  it('is the address of Temporal for a client', async () => {
    const connection = Connection.lazy({ ...clientThroughLink(options(), link, keepLog()), interceptors: [] });
    const call = connection.withDeadline(Date.now() + CALL_MS, () => connection.workflowService.getSystemInfo({}));
    await expect(call).rejects.toMatchObject({ code: 13 });
    await connection.close();
    expect([...authorities]).toEqual([address]);
  }, 60_000);

  it('is what the SDK lets be set for a worker', async () => {
    await expect(NativeConnection.connect(workerThroughLink(options(), link))).rejects.toThrow();
    expect([...authorities]).toEqual([isEncrypted ? 'localhost' : link.address]);
  }, 60_000);
});
