import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHeartbeatTurns } from '../../../engine/activities/heartbeat-turns.ts';
import type { HeartbeatTurns } from '../../../engine/activities/heartbeat-turns.ts';

describe('the heartbeats of the activities of a workflow run', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('come twice a second from one that is alone', () => {
    const { activity } = begin(createHeartbeatTurns(), 'run');
    vi.advanceTimersByTime(5_000);
    expect(activity.heartbeat).toHaveBeenCalledTimes(10);
  });

  it('come twice a second together, in turn', () => {
    const turns = createHeartbeatTurns();
    const activities = [1, 2, 3].map(() => begin(turns, 'run').activity);
    vi.advanceTimersByTime(1_500);
    for (const { heartbeat } of activities) expect(heartbeat).toHaveBeenCalledTimes(1);
  });

  it('come from each of many often enough for a timeout of 10 s', () => {
    const turns = createHeartbeatTurns();
    const activities = Array.from({ length: 50 }, () => begin(turns, 'run').activity);
    vi.advanceTimersByTime(1_500);
    for (const { heartbeat } of activities) expect(heartbeat.mock.calls.length).toBeGreaterThanOrEqual(1);
  });

  it('do not depend on those of another run', () => {
    const turns = createHeartbeatTurns();
    const activities = ['a', 'b', 'c', 'd'].map((run) => begin(turns, run).activity);
    vi.advanceTimersByTime(500);
    for (const { heartbeat } of activities) expect(heartbeat).toHaveBeenCalledTimes(1);
  });

  it('come from all as soon as one is cancelled', () => {
    const turns = createHeartbeatTurns();
    const [first, ...others] = [1, 2, 3].map(() => begin(turns, 'run'));
    first?.cancel();
    for (const { activity } of others) expect(activity.heartbeat).toHaveBeenCalledTimes(1);
  });

  it('end with the activity, and with the last one the timer does, too', () => {
    const turns = createHeartbeatTurns();
    const one = begin(turns, 'run');
    const other = begin(turns, 'run');
    one.end();
    vi.advanceTimersByTime(1_000);
    expect(one.activity.heartbeat).not.toHaveBeenCalled();
    expect(other.activity.heartbeat).toHaveBeenCalledTimes(2);
    other.end();
    expect(vi.getTimerCount()).toBe(0);
    begin(turns, 'run');
    expect(vi.getTimerCount()).toBe(1);
  });
});

function begin(turns: HeartbeatTurns, runId: string) {
  const cancelling = new AbortController();
  const activity = { heartbeat: vi.fn<() => void>(), signal: cancelling.signal };
  return {
    activity,
    cancel: () => {
      cancelling.abort();
    },
    end: turns.begin(runId, activity),
  };
}
