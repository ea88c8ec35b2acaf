import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileChunkOf, firstKeysOf } from '../../../engine/csv/chunk-of-key.ts';

const keys = fc.array(fc.oneof(fc.string(), fc.emailAddress(), fc.string({ unit: 'grapheme' })), { minLength: 1 });
const chunkCounts = fc.integer({ min: 1, max: 12 });

describe('the chunk of a key', () => {
  it('is one of the chunks, and the same for equal keys, with and without a sample', () => {
    fc.assert(
      fc.property(keys, keys, chunkCounts, (sample, others, chunks) => {
        for (const firstKeys of [firstKeysOf(sample, chunks), null]) {
          const [chunkOf, again] = [compileChunkOf({ chunks, firstKeys }), compileChunkOf({ chunks, firstKeys })];
          for (const key of [...sample, ...others]) {
            expect(chunkOf(key)).toBe(again(`${key}`));
            expect(chunkOf(key)).toBeGreaterThanOrEqual(0);
            expect(chunkOf(key)).toBeLessThan(chunks);
          }
        }
      }),
    );
  });

  it('never goes down in the order of the keys', () => {
    const ascii = fc.array(fc.string({ unit: 'grapheme-ascii', maxLength: 12 }), { minLength: 1 });
    fc.assert(
      fc.property(ascii, ascii, chunkCounts, (sample, others, chunks) => {
        const chunkOf = compileChunkOf({ chunks, firstKeys: firstKeysOf(sample, chunks) });
        const assigned = [...sample, ...others].sort((a, b) => (a < b ? -1 : 1)).map(chunkOf);
        expect(assigned).toEqual(assigned.toSorted((a, b) => a - b));
      }),
    );
  });

  it('divides the keys of the sample evenly, although their beginnings are the same', () => {
    const sample = Array.from({ length: 1000 }, (_, i) => `newsletter-subscriber-${i}@example.com`);
    const chunkOf = compileChunkOf({ chunks: 10, firstKeys: firstKeysOf(sample, 10) });
    const rows = new Array<number>(10).fill(0);
    for (const key of sample) rows[chunkOf(key)]! += 1;
    expect(rows).toEqual(new Array(10).fill(100));
  });

  it('is told by a hash where there is no sample', () => {
    expect(firstKeysOf([], 10)).toBeNull();
    const chunkOf = compileChunkOf({ chunks: 4, firstKeys: null });
    const chunks = Array.from({ length: 200 }, (_, i) => chunkOf(`p${i}@example.com`));
    expect([0, 1, 2, 3].every((chunk) => chunks.filter((each) => each === chunk).length > 30)).toBe(true);
  });
});
