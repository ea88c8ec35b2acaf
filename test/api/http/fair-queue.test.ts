import { describe, expect, it } from 'vitest';
import { createFairQueue, QueueFull } from '../../../api/http/fair-queue.ts';

describe('a fair queue', () => {
  it('takes those that wait from each key in turn', async () => {
    const queue = createFairQueue({ slots: 1, slotsPerKey: 1, waitingPerKey: 10 });
    const order: string[] = [];
    const work = (key: string, name: string) =>
      queue.run(key, () => {
        order.push(name);
        return Promise.resolve();
      });
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
});
