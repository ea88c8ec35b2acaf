import { describe, expect, it } from 'vitest';
import { encodeAhead } from '../../../../engine/activities/subscriber-import/encode-ahead.ts';
import type { TakeSlice } from '../../../../engine/activities/subscriber-import/encode-ahead.ts';
import type { EncodedSlice } from '../../../../engine/csv/encoded-slice.ts';

/** Bytes of a slice, two of which are all that waits. */
const HALF = 1_572_864;
const never = new AbortController().signal;

describe('rows that are encoded ahead', () => {
  it('are ready when all are encoded, and stored in their order', async () => {
    const rows = encodeAhead(encoderOf([1, 2, 3]), never);
    await rows.ready;
    const stored: number[] = [];
    expect(await rows.drainInto(storing(stored))).toEqual({ rows: 3, chunkRows: [3], statuses: { active: 3 } });
    expect(stored).toEqual([1, 2, 3]);
  });

  it('wait for their transaction when they fill the memory, and go on with it in their order', async () => {
    const passed: number[] = [];
    const numbers = [1, 2, 3, 4, 5, 6];
    const rows = encodeAhead(encoderOf(numbers, { bytes: HALF, passed }), never);
    await rows.ready;
    expect(passed).toEqual([1]);
    const stored: number[] = [];
    await rows.drainInto(storing(stored));
    expect(stored).toEqual(numbers);
  });

  it('fail before their transaction when encoding does', async () => {
    const rows = encodeAhead(() => Promise.reject(new Error('No thread.')), never);
    await expect(rows.ready).rejects.toThrow('No thread.');
  });

  it('fail with what storing fails with, and their encoder stops', async () => {
    const passed: number[] = [];
    const rows = encodeAhead(encoderOf([1, 2, 3, 4], { bytes: HALF, passed }), never);
    await rows.ready;
    const refused = new Error('Refused.');
    await expect(rows.drainInto(() => Promise.reject(refused))).rejects.toThrow('Refused.');
    await rows.stop(refused);
    expect(passed).toEqual([1]);
  });

  it('are dropped when their transaction does not begin', async () => {
    const passed: number[] = [];
    const rows = encodeAhead(encoderOf([1, 2, 3, 4], { bytes: HALF, passed }), never);
    await rows.ready;
    await rows.stop(new Error('No connection.'));
    expect(passed).toEqual([1]);
  });

  it('stop with the signal of their task', async () => {
    const task = new AbortController();
    let stopped: AbortSignal | undefined;
    const rows = encodeAhead((_, signal) => {
      stopped = signal;
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('Cancelled.')));
      });
    }, task.signal);
    task.abort();
    await expect(rows.ready).rejects.toThrow('Cancelled.');
    expect(stopped?.aborted).toBe(true);
  });
});

/** Passes slices one after the other, each named by its first byte. */
function encoderOf(numbers: readonly number[], { bytes = 1, passed = [] as number[] } = {}) {
  return async (take: TakeSlice, signal: AbortSignal) => {
    for (const number of numbers) {
      signal.throwIfAborted();
      await take(sliceOf(number, bytes));
      passed.push(number);
    }
    return { rows: numbers.length, chunkRows: [numbers.length], statuses: { active: numbers.length } };
  };
}

function sliceOf(number: number, bytes: number): EncodedSlice {
  return { text: new Uint8Array(bytes).fill(number, 0, 1), failures: [], blanks: [], presentKeys: [], unreadRows: 0 };
}

function storing(stored: number[]): TakeSlice {
  return (slice) => {
    stored.push(slice.text[0] ?? 0);
    return Promise.resolve();
  };
}
