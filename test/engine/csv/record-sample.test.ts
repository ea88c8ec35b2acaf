import { describe, expect, it } from 'vitest';
import { createRecordSample } from '../../../engine/csv/record-sample.ts';

describe('a sample of records', () => {
  it('is all of a few', () => {
    expect(sampled(3, 4)).toEqual([0, 1, 2]);
  });

  it('is as many as it may be of more, each once, from all over the source', () => {
    const kept = sampled(100_000, 1000);
    expect(new Set(kept).size).toBe(1000);
    for (let tenth = 0; tenth < 10; tenth++) {
      const ofTenth = kept.filter((index) => Math.floor(index / 10_000) === tenth);
      // 100 are likely; 40 or 160 would be six standard deviations away.
      expect(ofTenth.length).toBeGreaterThan(40);
      expect(ofTenth.length).toBeLessThan(160);
    }
  });

  it('follows no pattern of the source', () => {
    const kept = sampled(1 << 18, 1000);
    const ofEach = [0, 1, 2, 3].map((rest) => kept.filter((index) => index % 4 === rest).length);
    for (const count of ofEach) expect(count).toBeGreaterThan(160);
  });

  it('passes over malformed records, and those of more than 512 bytes', () => {
    const sample = createRecordSample(10);
    for (const length of [512, 513]) sample.add(Buffer.alloc(length, 'x'), bounds({ end: length }));
    sample.add(Buffer.from('"'), { ...bounds({ end: 1 }), problem: 'not closed' });
    expect(sample.lines().length).toBe(512 + '\r\n'.length);
  });

  function sampled(records: number, most: number): number[] {
    const sample = createRecordSample(most);
    for (let index = 0; index < records; index++) {
      const record = Buffer.from(`${index}`);
      sample.add(record, bounds({ end: record.length }));
    }
    return sample.lines().toString().trimEnd().split('\r\n').map(Number);
  }

  function bounds({ end }: { end: number }) {
    return { start: 0, end, next: end, hasEnclosure: false, problem: null, intactEnd: end };
  }
});
