import { setTimeout as delay } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, it } from 'vitest';
import { heartbeatOnQueue } from '../../../engine/activities/heartbeat.ts';

const LONG_MS = 1_200;

it.each([
  ['records', 'records', true],
  ['records', 'others', false],
])('on the queue %s an activity of the queue %s heartbeats: %s', async (queue, taskQueue, heartbeats) => {
  const environment = new MockActivityEnvironment({ taskQueue });
  let count = 0;
  environment.on('heartbeat', () => count++);
  const work = async () => {
    const { inbound } = heartbeatOnQueue(queue)(Context.current());
    return inbound?.execute?.({ args: [], headers: {} }, () => delay(LONG_MS, 'done'));
  };
  expect(await environment.run(work)).toBe('done');
  expect(count > 0).toBe(heartbeats);
});
