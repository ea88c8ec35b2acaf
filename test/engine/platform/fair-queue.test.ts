import { describe, expect, it } from 'vitest';
import { createFairQueue, QueueFull } from '../../../engine/platform/fair-queue.ts';

describe('a fair queue', () => {
  it('takes those that wait from each key in turn', async () => {
    const { order, work } = oneSlot();
    await Promise.all([
      ...['a1', 'a2', 'a3', 'a4'].map((name) => work('a', name)),
      ...['b1', 'b2'].map((name) => work('b', name)),
    ]);
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('lets one key hold no more than its slots, and others in', async () => {
    const queue = createFairQueue({ slots: 3, slotsPerKey: 2, waitingPerKey: 1 });
    await queue.enter('a');
    const leave = await queue.enter('a');
    const third = queue.enter('a');
    await queue.enter('b');
    await expect(queue.enter('a')).rejects.toBeInstanceOf(QueueFull);

    leave();
    leave();
    await third;
    await expect(Promise.race([queue.enter('b'), Promise.resolve('waits')])).resolves.toBe('waits');
  });

  it('frees the slot of work that fails', async () => {
    const queue = createFairQueue({ slots: 1, slotsPerKey: 1, waitingPerKey: 0 });
    await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(queue.run('a', () => Promise.resolve('done'))).resolves.toBe('done');
  });

  it('starts a waiting task when one of any key has ended', async () => {
    const queue = createFairQueue({ slots: 2 });
    const [leaveA] = [await queue.enter('a'), await queue.enter('b')];
    let hasBegun = false;
    const third = queue.enter('c').then(() => (hasBegun = true));
    await new Promise(setImmediate);
    expect(hasBegun).toBe(false);
    leaveA();
    await third;
  });

  it('leaves out a task whose signal ends its wait, and starts the next one', async () => {
    const queue = createFairQueue({ slots: 1, waitingPerKey: 1 });
    const leave = await queue.enter('a');
    const cancelling = new AbortController();
    const cancelled = queue.enter('b', { signal: cancelling.signal });
    cancelling.abort(new Error('cancelled'));
    await expect(cancelled).rejects.toThrow('cancelled');
    const waiting = queue.enter('b');
    leave();
    await waiting;
    const aborted = AbortSignal.abort(new Error('too late'));
    await expect(queue.enter('c', { signal: aborted })).rejects.toThrow('too late');
  });

  it('starts a task that goes first before the others, also of other keys', async () => {
    const { order, work, hold } = oneSlot();
    const leave = await hold('z');
    const results = [work('a', 'large'), work('a', 'small', true), work('b', 'small of b', true)];
    leave();
    await Promise.all(results);
    expect(order).toEqual(['small', 'small of b', 'large']);
  });

  it('starts tasks of other keys in turn, also while a key always has one that goes first', async () => {
    const queue = createFairQueue({ slots: 2 });
    const order: string[] = [];
    const small = async (left: number): Promise<void> => {
      await queue.run('a', () => new Promise<void>(setImmediate), { goesFirst: true });
      order.push('small');
      if (left > 0) await small(left - 1);
    };
    const leave = [await queue.enter('a'), await queue.enter('a')];
    const smalls = [small(10), small(10), small(10)];
    const large = queue.run('b', () => Promise.resolve(order.push('large')));
    for (const each of leave) each();
    await Promise.all([...smalls, large]);
    expect(order.indexOf('large')).toBeLessThan(3);
  });
});

/** A queue of one slot, with the order in which its tasks ran. */
function oneSlot() {
  const queue = createFairQueue({ slots: 1 });
  const order: string[] = [];
  const work = (key: string, name: string, goesFirst = false) =>
    queue.run(key, () => Promise.resolve(order.push(name)), { goesFirst });
  return { order, work, hold: (key: string) => queue.enter(key) };
}
