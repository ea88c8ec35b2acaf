import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, it } from 'vitest';
import { byPlace } from '../../../engine/activities/by-place.ts';

describe('activities by their place', () => {
  it.each([
    [{ isLocal: true }, 'of the brief ones: 7'],
    [{ isLocal: false, taskQueue: 'sluice-records' }, 'of the brief ones: 7'],
    [{ isLocal: false, taskQueue: 'sluice' }, 'of the others: 7'],
  ])('are of the right composition: %o', async (place, expected) => {
    const composition = (name: string) => ({ record: (id: number) => Promise.resolve(`of the ${name}: ${id}`) });
    const compositions = { brief: composition('brief ones'), others: composition('others') };
    const activities = byPlace({ ...compositions, recordsQueue: 'sluice-records' });
    const { record } = activities as { record: (id: number) => Promise<string> };
    expect(await new MockActivityEnvironment(place).run(record, 7)).toBe(expected);
  });
});
