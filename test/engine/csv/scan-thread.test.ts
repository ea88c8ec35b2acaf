import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { scanSource } from '../../../engine/csv/scan.ts';
import { createScanThread } from '../../../engine/csv/scan-thread.ts';
import { FORMAT } from './support.ts';

const format = { ...FORMAT, csv_has_headers: true };
const never = new AbortController().signal;

function fileOf(rows: number, name: string): Buffer {
  const lines = Array.from({ length: rows }, (_, i) => `"${name}\n${i}",${i}`);
  return Buffer.from(`\uFEFFemail,n\n${lines.join('\n')}\n`);
}

function blocks(content: Buffer, bytes: number): AsyncIterable<Buffer> {
  const count = Math.ceil(content.length / bytes);
  return Readable.from(Array.from({ length: count }, (_, i) => content.subarray(i * bytes, (i + 1) * bytes)));
}

describe('the thread of scans', () => {
  const thread = createScanThread();
  afterAll(() => thread.close());

  it('scans sources at the same time, each with the result of a scan alone, and again after it was idle', async () => {
    const files = [2_000, 0, 4_000, 3].map((rows, i) => fileOf(rows, `file ${i}`));
    for (let time = 0; time < 2; time++) {
      const scans = files.map((file) =>
        thread.scan({ source: blocks(file, 10_000), format, rangeBytes: 50_000 }, never),
      );
      const alone = files.map((file) => scanSource(blocks(file, 10_000), format, { rangeBytes: 50_000 }));
      for (const [i, scan] of (await Promise.all(scans)).entries()) {
        const { sample, ...expected } = await alone[i]!;
        expect(scan).toMatchObject(expected);
        expect(scan.sample.equals(sample)).toBe(true);
      }
    }
  });

  it('ends one scan with the failure of its source, or the reason of its signal, and no other scan', async () => {
    const reason = new Error('cancelled');
    const controller = new AbortController();
    let hasClosed = false;
    async function* endless() {
      try {
        for (;;) yield await Promise.resolve(Buffer.from('ann@example.com,1\n'));
      } finally {
        hasClosed = true;
      }
    }
    async function* broken() {
      yield await Promise.resolve(Buffer.from('ann@example.com,1\n'));
      throw new Error('The disk broke.');
    }
    const work = (source: AsyncIterable<Buffer>) => ({ source, format, rangeBytes: 50_000 });
    const cancelled = thread.scan(work(endless()), controller.signal);
    const other = thread.scan(work(blocks(fileOf(1_000, 'x'), 5_000)), never);
    await expect(thread.scan(work(broken()), never)).rejects.toThrow('The disk broke.');
    controller.abort(reason);
    await expect(cancelled).rejects.toBe(reason);
    expect(hasClosed).toBe(true);
    expect((await other).records).toBe(1_000);
    await expect(thread.scan(work(endless()), controller.signal)).rejects.toBe(reason);
  });

  it('fails scans whose thread ends', async () => {
    const own = createScanThread();
    async function* silent(): AsyncGenerator<Buffer> {
      yield Buffer.from('email\n');
      void own.close();
      await new Promise((resolve) => setTimeout(resolve, 0));
      yield* blocks(fileOf(10, 'x'), 100);
    }
    const scan = own.scan({ source: silent(), format, rangeBytes: 50_000 }, never);
    await expect(scan).rejects.toThrow('The thread that scanned a source has ended.');
  });
});
