import { expect, it } from 'vitest';
import { speedOf } from '../../console/jobs/job-health.ts';

const MEASURED = { rate: 900, seconds_left: 12 };
const UNKNOWN = { rate: null, seconds_left: null };
const stream = (status: string) => ({ status });

it.each([
  ['of a job that is well', 'ok', 'open', MEASURED],
  ['while the health is not known', null, 'open', MEASURED],
  ['while the stream is resumed', 'ok', 'connecting', MEASURED],
  ['not of a job that is stuck', 'stuck', 'open', UNKNOWN],
  ['not of a job that is stalled', 'stalled', 'open', UNKNOWN],
  ['not while no events arrive', 'ok', 'broken', UNKNOWN],
] as const)('rate and time left are shown %s', (_, health, status, speed) => {
  expect(speedOf({ ...MEASURED, health }, stream(status))).toEqual(speed);
});

it('rate and time left are not shown before the first event', () => {
  expect(speedOf(undefined, stream('open'))).toEqual(UNKNOWN);
});
