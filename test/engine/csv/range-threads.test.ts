import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { EncodedSlice } from '../../../engine/csv/encoded-slice.ts';
import { encodeRange } from '../../../engine/csv/encode-range.ts';
import type { RangeRequest } from '../../../engine/csv/encode-range.ts';
import { createRangeThreads } from '../../../engine/csv/range-threads.ts';
import { DEFAULTS } from '../../support/import-options.ts';

const never = new AbortController().signal;
const ROWS = 20_000;
const LARGE = Buffer.from(
  Array.from({ length: ROWS }, (_, n) => (n % 7 === 0 ? `nobody-${n}` : `s${n}@example.com`)).join('\n') + '\n',
);
const request: RangeRequest = {
  plan: {
    options: { ...DEFAULTS, column_mapping: ['email'] },
    list: { hasFormat: false, hasConfirmed: false, primaryKeyFieldId: null },
    fields: [],
    timeZone: 'UTC',
  },
  firstRow: 1,
  partitioning: { chunks: 3, firstKeys: null },
};

const HANGING_FILE = fileURLToPath(new URL('./hanging-thread.ts', import.meta.url));

const threads = createRangeThreads(1);
afterAll(() => threads.close());

describe('a range that is encoded in a thread', () => {
  it('becomes what it becomes in the process itself', async () => {
    const [inThread, here] = [gathering(), gathering()];
    const totals = await threads.encode(largeRange(inThread.take), never);
    expect(totals).toEqual(await encodeRange(pieces(LARGE), request, here.take));
    expect(totals.rows).toBe(ROWS);
    expect(inThread.slices).toEqual(here.slices);
  });

  it('is given up with the reason for which a slice was not taken, and the next one is encoded', async () => {
    const refusal = new Error('The connection is gone.');
    await expect(
      threads.encode(
        largeRange(() => Promise.reject(refusal)),
        never,
      ),
    ).rejects.toBe(refusal);
    expect((await threads.encode(largeRange(gathering().take), never)).rows).toBe(ROWS);
  });

  it('is given up when its source breaks', async () => {
    const broken = new Error('The disk is gone.');
    const source = (async function* () {
      yield await Promise.resolve(Buffer.from('ann@example.com\n'));
      throw broken;
    })();
    await expect(threads.encode({ ...largeRange(gathering().take), source }, never)).rejects.toBe(broken);
  });

  it('is given up when it is cancelled', async () => {
    const controller = new AbortController();
    const reason = new Error('The import was paused.');
    const take = () => Promise.resolve(controller.abort(reason));
    await expect(threads.encode(largeRange(take), controller.signal)).rejects.toBe(reason);
  });

  it('fails when its thread ends, and the next one gets another thread', async () => {
    const ending = createRangeThreads(1);
    const end = () => ending.close();
    await expect(ending.encode(largeRange(end), never)).rejects.toThrow('The thread that parsed a range has ended.');
    expect((await ending.encode(largeRange(gathering().take), never)).rows).toBe(ROWS);
    await ending.close();
  });
});

describe('ranges that wait for a thread', () => {
  it('are taken from each organization in turn', async () => {
    const order: number[] = [];
    const encode = async (owner: number) => {
      await threads.encode(largeRange(gathering().take, owner), never);
      order.push(owner);
    };
    await Promise.all([1, 1, 1, 2].map(encode));
    expect(order).toEqual([1, 2, 1, 1]);
  });
});

describe('a thread that is stuck in a row', () => {
  const hanging = createRangeThreads(1, { rowTimeMs: 1_000, file: HANGING_FILE });
  afterAll(() => hanging.close());
  const rows = Array.from({ length: ROWS }, (_, n) => (n === 500 ? 'hang@example.com' : `s${n}@example.com`));
  const source = Buffer.from(rows.join('\n'));
  const workOf = (slowRows?: readonly number[]) => ({
    ...largeRange(gathering().take),
    source: pieces(source),
    request: { ...request, slowRows },
  });

  it('is ended, and the row is named', async () => {
    await expect(hanging.encode(workOf(), never)).rejects.toMatchObject({ row: 501 });
  });

  it('is ended when the work is cancelled, and the reason is thrown', async () => {
    const patient = createRangeThreads(1, { file: HANGING_FILE });
    const reason = new Error('The import was cancelled.');
    const controller = new AbortController();
    const encoding = patient.encode(workOf(), controller.signal);
    setTimeout(() => controller.abort(reason), 100);
    await expect(encoding).rejects.toBe(reason);
    await patient.close();
  });

  it('is followed by another one, which leaves the row out when it is told so', async () => {
    const taken = gathering();
    const totals = await hanging.encode({ ...workOf([501]), take: taken.take }, never);
    expect(totals.rows).toBe(ROWS);
    const failures = taken.slices.flatMap((slice) => (slice as EncodedSlice).failures);
    expect(failures.map(({ line }) => line)).toEqual([
      'hang@example.com,"The row took longer to read than 10 seconds."\n',
    ]);
  });
});

describe('a range of which only keys are wanted', () => {
  it('becomes the keys of its valid rows', async () => {
    const taken = gathering();
    await threads.encode({ ...largeRange(taken.take), request: { ...request, keysOnly: true } }, never);
    const keys = taken.slices.flatMap((slice) => (slice as EncodedSlice).presentKeys);
    expect(keys).toHaveLength(ROWS - Math.ceil(ROWS / 7));
    expect(taken.slices.every((slice) => (slice as EncodedSlice).failures.length === 0)).toBe(true);
  });
});

function largeRange(take: (slice: EncodedSlice) => Promise<void>, owner = 1) {
  return { request, source: pieces(LARGE), bytes: LARGE.length, owner, take };
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield await Promise.resolve(bytes.subarray(at, at + 65_536));
}

/** Takes slices, and keeps them as text. */
function gathering() {
  const slices: object[] = [];
  const take = ({ text, ...rest }: EncodedSlice) => {
    slices.push({ ...rest, text: Buffer.from(text).toString() });
    return Promise.resolve();
  };
  return { slices, take };
}
