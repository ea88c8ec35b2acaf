import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { untilAborted } from '../../../engine/files/until-aborted.ts';

describe('a source that an abort ends', () => {
  it('is passed on whole, with or without a signal', async () => {
    expect(await gathered(untilAborted(counted(3)))).toEqual([1, 2, 3]);
    expect(await gathered(untilAborted(counted(3), new AbortController().signal))).toEqual([1, 2, 3]);
  });

  it('throws the reason while the source is silent', async () => {
    const controller = new AbortController();
    const silent = (async function* () {
      yield 1;
      await new Promise(() => undefined);
    })();
    const reading = gathered(untilAborted(silent, controller.signal));
    setTimeout(() => controller.abort(new Error('Enough.')), 20);
    await expect(reading).rejects.toThrow('Enough.');
  });

  it('throws what the source throws', async () => {
    const broken = (async function* () {
      yield 1;
      await Promise.resolve();
      throw new Error('Broken.');
    })();
    await expect(gathered(untilAborted(broken, new AbortController().signal))).rejects.toThrow('Broken.');
  });

  it('keeps nothing of what it has passed on', async () => {
    const passed: WeakRef<object>[] = [];
    const objects = (async function* () {
      for (let n = 0; n < 50; n++) yield await Promise.resolve({ n });
    })();
    let alive = Infinity;
    for await (const object of untilAborted(objects, new AbortController().signal)) {
      passed.push(new WeakRef(object));
      if (object.n === 49) alive = await countAlive(passed);
    }
    expect(alive).toBeLessThan(5);
  });
});

async function gathered<T>(source: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of source) items.push(item);
  return items;
}

async function* counted(count: number) {
  for (let n = 1; n <= count; n++) yield await Promise.resolve(n);
}

async function countAlive(refs: readonly WeakRef<object>[]): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // What a WeakRef has answered stays until the job that asked is over.
  await delay(5);
  collect();
  await delay(5);
  return refs.filter((ref) => ref.deref() !== undefined).length;
}
