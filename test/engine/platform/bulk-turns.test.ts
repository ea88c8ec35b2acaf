import { describe, expect, it } from 'vitest';
import { nextBulkTurn } from '../../../engine/platform/bulk-turns.ts';

describe('turns of bulk work', () => {
  it('are taken alternately, and leave each turn of the event loop to other work', async () => {
    const order: string[] = [];
    let isOver = false;
    const others = () => {
      order.push('other');
      if (!isOver) setImmediate(others);
    };
    setImmediate(others);
    const work = async (name: string) => {
      for (let slice = 0; slice < 3; slice++) {
        await nextBulkTurn();
        order.push(name);
      }
    };
    await Promise.all([work('a'), work('b')]);
    isOver = true;
    expect(order.filter((each) => each !== 'other')).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
    for (const [i, each] of order.entries()) if (each !== 'other') expect(order[i + 1] ?? 'other').toBe('other');
  });
});
