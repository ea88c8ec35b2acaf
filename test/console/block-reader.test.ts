import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SluiceApiError } from '../../client/index.ts';
import { BLOCK_ROWS, BlockReader, SETTLE_MS } from '../../console/hooks/block-reader.ts';
import type { BlockQuery } from '../../console/hooks/block-reader.ts';
import type { Listing } from '../../console/hooks/listing.ts';

/** A listing of the numbers from 0, of whose pages none has more than `most` rows, and the calls that it got. */
function numbers(count: number, most = BLOCK_ROWS) {
  const calls: BlockQuery[] = [];
  const listing = {
    calls,
    count,
    read: async (query: BlockQuery): Promise<Listing<number>> => {
      calls.push(query);
      await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
      const first = 'page' in query ? query.page * query.per_page : Number(query.page_token);
      const left = Math.max(0, listing.count - first);
      const rows = Math.min(query.per_page, most, left);
      if ('page' in query && query.page > 0 && rows < Math.min(query.per_page, left))
        throw new SluiceApiError('requested_too_many', 'the answer would be too large');
      const data = Array.from({ length: rows }, (_, place) => first + place);
      return { data, next_page_token: first + rows < listing.count ? String(first + rows) : null };
    },
  };
  return listing;
}

const ANSWER_MS = 20;
/** Longer than all calls of a test take together. */
const REST_MS = 2_000;
const rest = () => vi.advanceTimersByTimeAsync(REST_MS);

describe('a listing that is read in blocks', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is read where it is looked at: by token after a block that was read, else by number', async () => {
    const { calls, read } = numbers(100_000);
    const reader = new BlockReader(read, () => undefined);
    await rest();
    reader.show(40, 60);
    await rest();
    reader.show(70_010, 70_060);
    await rest();
    expect(calls).toEqual([
      { page: 0, per_page: 50 },
      { page_token: '50', per_page: 50 },
      { page: 1400, per_page: 50 },
      { page_token: '70050', per_page: 50 },
    ]);
    expect([0, 99, 70_059].map((index) => reader.rowAt(index))).toEqual([0, 99, 70_059]);
    expect(reader.rowAt(100)).toBeUndefined();
    expect(reader.count(100_000)).toBe(100_000);
  });

  it('is not read where it is scrolled past', async () => {
    const { calls, read } = numbers(100_000);
    const reader = new BlockReader(read, () => undefined);
    await rest();
    for (let first = 0; first <= 50_000; first += 500) {
      reader.show(first, first + 20);
      await vi.advanceTimersByTimeAsync(SETTLE_MS / 2);
    }
    await rest();
    expect(calls.slice(1)).toEqual([{ page: 1000, per_page: 50 }]);
  });

  it('gets one call at a time, the next one for what is in view then', async () => {
    const { calls, read } = numbers(100_000);
    const reader = new BlockReader(read, () => undefined);
    await vi.advanceTimersByTimeAsync(1);
    for (const first of [5_000, 10_000, 20_000]) reader.show(first, first + 20);
    expect(calls).toHaveLength(1);
    await rest();
    expect(calls.slice(1)).toEqual([{ page: 400, per_page: 50 }]);
  });

  it('is read whole when its rows are so large that pages end early and numbers are refused', async () => {
    const { read } = numbers(1_000, 20);
    const reader = new BlockReader(read, () => undefined);
    await rest();
    reader.show(500, 520);
    await rest();
    expect(reader.error).toBeNull();
    expect([0, 49, 500, 549].map((index) => reader.rowAt(index))).toEqual([0, 49, 500, 549]);
  });

  it('has the rows that were read when the count is an older one, or none', async () => {
    const shorter = new BlockReader(numbers(120).read, () => undefined);
    await rest();
    expect(shorter.count(130)).toBe(130);
    shorter.show(110, 130);
    await rest();
    expect(shorter.count(130)).toBe(120);

    const uncounted = new BlockReader(numbers(120).read, () => undefined);
    await rest();
    // One more row is known to be there.
    expect([uncounted.count(null), uncounted.hasEnd]).toEqual([51, false]);
    uncounted.show(30, 51);
    await rest();
    uncounted.show(90, 101);
    await rest();
    expect([uncounted.count(null), uncounted.hasEnd]).toEqual([120, true]);
  });

  it('is read again when it may have changed, with the rows before shown until then', async () => {
    const listing = numbers(60);
    const reader = new BlockReader(listing.read, () => undefined);
    await rest();
    reader.show(0, 60);
    await rest();
    listing.count = 70;
    reader.expire(true);
    expect([reader.rowAt(59), reader.count(70)]).toEqual([59, 70]);
    await rest();
    expect([reader.rowAt(69), reader.count(70)]).toEqual([69, 70]);
    expect(listing.calls).toHaveLength(4);
  });

  it('stays after an error, and is read when that is retried', async () => {
    const listing = numbers(100);
    let isBroken = true;
    const onChange = vi.fn();
    const read = (query: BlockQuery): Promise<Listing<number>> =>
      isBroken ? Promise.reject(new Error('no answer')) : listing.read(query);
    const reader = new BlockReader(read, onChange);
    await rest();
    expect([reader.error, reader.hasBegun, onChange.mock.calls.length]).toEqual([new Error('no answer'), false, 1]);
    isBroken = false;
    reader.retry();
    await rest();
    expect([reader.error, reader.rowAt(0)]).toEqual([null, 0]);
  });
});
