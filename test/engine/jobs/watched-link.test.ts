import { Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { clientThroughLink, workerThroughLink } from '../../../engine/jobs/through-link.ts';
import { openWatchedLink } from '../../../engine/jobs/watched-link.ts';
import type { LinkTimes, WatchedLink } from '../../../engine/jobs/watched-link.ts';
import { keepLog } from '../../support/link-log.ts';
import type { KeptLog } from '../../support/link-log.ts';
import { startSilentRelay } from '../../support/silent-relay.ts';
import type { SilentRelay } from '../../support/silent-relay.ts';
import { installTemporalRuntime } from '../../support/temporal-runtime.ts';

/** The SDK itself takes 30 s to look whether a connection is dead. */
const BEFORE_SDK_MS = 25_000;
const CALL_MS = 2_000;
const TIMES: LinkTimes = { lookMs: 100, silentMs: 400, goneMs: 1_000, firstByteMs: 500, maxFirstByteMs: 2_000 };

describe('the link of a worker to Temporal', () => {
  let relay: SilentRelay;
  let link: WatchedLink;
  let connection: NativeConnection;
  let address: string;
  let log: KeptLog;
  beforeEach(async () => {
    installTemporalRuntime();
    log = keepLog();
    relay = await startSilentRelay(Number(inject('temporal').address.split(':').at(-1)));
    address = `127.0.0.1:${relay.port}`;
    link = await openWatchedLink({ address, log, times: TIMES });
    connection = await NativeConnection.connect(workerThroughLink({ address, tls: false }, link));
  });
  afterEach(async () => {
    await connection.close();
    await link.close();
    await relay.close();
  });

  const ask = () => connection.withDeadline(Date.now() + CALL_MS, () => connection.workflowService.getSystemInfo({}));
  const levels = () => log.lines.map(({ level }) => level);
  const untilAnswered = () =>
    expect.poll(() => ask().then(() => 'answered'), { timeout: BEFORE_SDK_MS }).toBe('answered');

  it('ends a connection that was lost without a word, so that calls get a new one', async () => {
    link.watch(ask);
    await ask();
    relay.lose();
    await untilAnswered();
    expect(levels()).toEqual(['warn', 'info']);
  }, 60_000);

  it('has calls answered when a silent network speaks again', async () => {
    link.watch(ask);
    relay.fallSilent();
    await expect.poll(levels, { timeout: BEFORE_SDK_MS }).toEqual(['warn']);
    relay.speak();
    await untilAnswered();
  }, 60_000);

  it('keeps a connection on which only its own questions are answered', async () => {
    let questions = 0;
    link.watch(() => {
      questions += 1;
      return ask();
    });
    await expect.poll(() => questions, { timeout: BEFORE_SDK_MS }).toBeGreaterThan(5);
    expect(levels()).toEqual([]);
  }, 60_000);

  it('ends a connection of a client that waits for the first word of Temporal', async () => {
    relay.fallSilent();
    const lazy = Connection.lazy(clientThroughLink({ address }, link, log));
    const call = () => lazy.withDeadline(Date.now() + CALL_MS, () => lazy.workflowService.getSystemInfo({}));
    await expect(call()).rejects.toThrow();
    relay.speak();
    await expect.poll(() => call().then(() => 'answered'), { timeout: BEFORE_SDK_MS }).toBe('answered');
    await lazy.close();
  }, 60_000);
});
