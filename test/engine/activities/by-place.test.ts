import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, it } from 'vitest';
import { byPlace } from '../../../engine/activities/by-place.ts';

describe('activities by their place', () => {
  it.each([
    [true, 'of the local ones: 7'],
    [false, 'of the others: 7'],
  ])('are of the right composition (local: %s)', async (isLocal, expected) => {
    const composition = (name: string) => ({ record: (id: number) => Promise.resolve(`of the ${name}: ${id}`) });
    const activities = byPlace({ local: composition('local ones'), others: composition('others') });
    const { record } = activities as { record: (id: number) => Promise<string> };
    expect(await new MockActivityEnvironment({ isLocal }).run(record, 7)).toBe(expected);
  });
});
