import { describe, expect, it } from 'vitest';
import { createConcurrencyLimit } from '../../../engine/platform/concurrency-limit.ts';

const never = new AbortController().signal;

/** Work that runs until it is released. */
function held(): { work: () => Promise<string>; release: () => void; begun: () => boolean } {
  let begun = false;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  return { work: () => ((begun = true), released.then(() => 'done')), release, begun: () => begun };
}

describe('a concurrency limit', () => {
  it('runs as many tasks at the same time as it allows, and the next one when one has ended', async () => {
    const limit = createConcurrencyLimit(2);
    const tasks = [held(), held(), held()];
    const results = tasks.map((task) => limit.run(task.work, never));
    await Promise.resolve();
    expect(tasks.map((task) => task.begun())).toEqual([true, true, false]);
    tasks[0]!.release();
    await results[0];
    await new Promise(setImmediate);
    expect(tasks[2]!.begun()).toBe(true);
    tasks.forEach((task) => task.release());
    expect(await Promise.all(results)).toEqual(['done', 'done', 'done']);
  });

  it('frees the slot of a task that fails', async () => {
    const limit = createConcurrencyLimit(1);
    await expect(limit.run(() => Promise.reject(new Error('broken')), never)).rejects.toThrow('broken');
    expect(await limit.run(() => Promise.resolve('next'), never)).toBe('next');
  });

  it('removes a task that is cancelled while it waits, and runs the next one', async () => {
    const limit = createConcurrencyLimit(1);
    const [first, second] = [held(), held()];
    const cancelling = new AbortController();
    const running = limit.run(first.work, never);
    const cancelled = limit.run(() => Promise.resolve('too late'), cancelling.signal);
    const waiting = limit.run(second.work, never);
    cancelling.abort(new Error('cancelled'));
    await expect(cancelled).rejects.toThrow('cancelled');
    first.release();
    second.release();
    expect(await Promise.all([running, waiting])).toEqual(['done', 'done']);
  });

  it('runs a task that goes first before those that wait', async () => {
    const limit = createConcurrencyLimit(1);
    const running = held();
    const order: string[] = [];
    const note = (name: string) => () => Promise.resolve(order.push(name));
    const results = [
      limit.run(running.work, never),
      limit.run(note('large'), never),
      limit.run(note('small'), never, { goesFirst: true }),
    ];
    running.release();
    await Promise.all(results);
    expect(order).toEqual(['small', 'large']);
  });
});
