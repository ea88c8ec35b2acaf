import { readFileSync } from 'node:fs';
import { Connection } from '@temporalio/client';
import type { ConnectionOptions } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { clientThroughLink, workerThroughLink } from '../../../engine/jobs/through-link.ts';
import type { TemporalConnectionOptions } from '../../../engine/jobs/temporal.ts';
import { openWatchedLink } from '../../../engine/jobs/watched-link.ts';
import type { WatchedLink } from '../../../engine/jobs/watched-link.ts';
import { keepLog } from '../../support/link-log.ts';
import { portOf } from '../../support/plain-server.ts';
import { installTemporalRuntime } from '../../support/temporal-runtime.ts';
import { createCertificates, startTlsFront } from '../../support/tls-front.ts';
import type { TestCertificates, TlsFront } from '../../support/tls-front.ts';

const CALL_MS = 20_000;

describe('the link to a Temporal with TLS', () => {
  let certificates: TestCertificates | undefined;
  let front: TlsFront | undefined;
  let link: WatchedLink | undefined;
  beforeEach(installTemporalRuntime);
  afterEach(async () => {
    await link?.close();
    await front?.stop();
    certificates?.remove();
  });

  /** Options of a connection to a server whose certificate has a name, by the host of its address, and a link to it. */
  const open = async (certified: string, host: string, serverName?: string) => {
    certificates = createCertificates(certified);
    front = await startTlsFront(inject('temporal').address, certificates);
    const { authority, client } = certificates;
    const options: TemporalConnectionOptions = {
      address: `${host}:${portOf(front.address)}`,
      tls: {
        serverRootCACertificate: readFileSync(authority),
        clientCertPair: { crt: readFileSync(client.cert), key: readFileSync(client.key) },
        ...(serverName !== undefined && { serverNameOverride: serverName }),
      },
    };
    link = await openWatchedLink({ address: options.address, log: keepLog() });
    return { options, link };
  };
  const callAsWorker = async (options: TemporalConnectionOptions) => {
    const connection = await NativeConnection.connect(options);
    await connection.close();
  };
  const callAsClient = async (options: ConnectionOptions) => {
    const connection = Connection.lazy({ ...options, interceptors: [] });
    try {
      await connection.withDeadline(Date.now() + CALL_MS, () => connection.workflowService.getSystemInfo({}));
    } finally {
      await connection.close();
    }
  };

  it.each([
    ['localhost', 'localhost', undefined],
    ['127.0.0.1', '127.0.0.1', undefined],
    ['temporal.test', 'localhost', 'temporal.test'],
  ])(
    'reaches one with a certificate of %s at %s, where the settings give the name %s',
    async (certified, host, serverName) => {
      const { options, link } = await open(certified, host, serverName);
      await callAsWorker(workerThroughLink(options, link));
      await callAsClient(clientThroughLink(options, link, keepLog()));
    },
    60_000,
  );

  it.each([
    ['127.0.0.1', 'localhost', undefined],
    ['localhost', 'localhost', 'temporal.test'],
  ])(
    'does not reach one with a certificate of %s at %s, where the settings give the name %s',
    async (certified, host, serverName) => {
      const { options, link } = await open(certified, host, serverName);
      await expect(callAsWorker(workerThroughLink(options, link))).rejects.toThrow();
      await expect(callAsClient(clientThroughLink(options, link, keepLog()))).rejects.toThrow(/certificate's altnames/);
    },
    60_000,
  );
});
