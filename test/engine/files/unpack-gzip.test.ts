import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FileTooLarge } from '../../../engine/files/errors.ts';
import { isGzip, unpackGzip } from '../../../engine/files/unpack-gzip.ts';

const MEBIBYTE = 1024 * 1024;
const CSV = Buffer.from(Array.from({ length: 50_000 }, (_, i) => `person-${i}@example.com,${i * 7919}\n`).join(''));

describe('a gzip file', () => {
  const unpack = (file: Uint8Array, maxBytes = 1024 * MEBIBYTE) =>
    buffer(Readable.from(unpackGzip(Readable.from(blocksOf(file)), { maxBytes })));

  it('is known by its first bytes, and unpacked, also of several parts', async () => {
    const file = gzipSync(CSV);
    expect([isGzip(file), isGzip(CSV), isGzip(file.subarray(0, 1))]).toEqual([true, false, false]);
    expect((await unpack(file)).equals(CSV)).toBe(true);
    const halves = [CSV.subarray(0, 999), CSV.subarray(999)].map((half) => gzipSync(half));
    expect((await unpack(Buffer.concat(halves))).equals(CSV)).toBe(true);
  });

  it('is refused when it is cut off, damaged or too large', async () => {
    const file = gzipSync(CSV);
    await expect(unpack(file.subarray(0, -9))).rejects.toThrow('The gzip file is damaged or was cut off.');
    const damaged = Buffer.from(file);
    damaged.fill(0x55, 1000, 1064);
    await expect(unpack(damaged)).rejects.toThrow('The gzip file is damaged or was cut off.');
    await expect(unpack(file, CSV.length - 1)).rejects.toBeInstanceOf(FileTooLarge);
  });

  it('is refused when it unpacks to far more than its size, long before its end', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * MEBIBYTE));
    let unpacked = 0;
    const reading = (async () => {
      for await (const block of unpackGzip(Readable.from(blocksOf(bomb)), { maxBytes: 1024 * MEBIBYTE }))
        unpacked += block.length;
    })();
    await expect(reading).rejects.toThrow('The gzip file unpacks to more than 200 times its size.');
    expect(unpacked).toBeLessThan(60 * MEBIBYTE);
  });

  it('is read only as far as it is wanted, and passes on what its source throws', async () => {
    let read = 0;
    async function* source() {
      for (const block of blocksOf(gzipSync(CSV, { level: 0 }))) {
        read += block.length;
        yield block;
        await Promise.resolve();
      }
    }
    for await (const block of unpackGzip(source(), { maxBytes: MEBIBYTE })) {
      expect(block.length).toBeGreaterThan(0);
      break;
    }
    expect(read).toBeLessThan(CSV.length);
    const broken = async function* () {
      yield gzipSync(CSV).subarray(0, 100);
      await Promise.reject(new Error('the disk is gone'));
    };
    await expect(buffer(Readable.from(unpackGzip(broken(), { maxBytes: MEBIBYTE })))).rejects.toThrow('disk is gone');
  });
});

function* blocksOf(file: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < file.length; start += 16_384) yield file.subarray(start, start + 16_384);
}
