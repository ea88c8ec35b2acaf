import { z } from 'zod/v4';
import type { LiveJob } from '../../engine/db/jobs/live-jobs.ts';
import { whole } from '../http/record-values.ts';

/** The progress of an unfinished job. */
export const progressRecord = z.object({
  rate: z.number().nullable().describe('Rows a second, measured over the last minute.'),
  seconds_left: whole.nullable(),
  place_in_queue: whole
    .nullable()
    .describe('Position, from 1, among the jobs of the organization that wait for a slot.'),
});

/** The progress of a job of which nothing is known. */
export const NO_PROGRESS: z.infer<typeof progressRecord> = { rate: null, seconds_left: null, place_in_queue: null };

/** The progress of a job; what is not known is null, as for a job that is paused or stands still. */
export function renderProgress({ rate, done, total, placeInQueue }: LiveJob): z.infer<typeof progressRecord> {
  const left = total === null ? null : Math.max(0, total - done);
  const isMoving = rate !== null && rate > 0;
  return {
    rate: rate === null ? null : Math.round(rate * 10) / 10,
    seconds_left: isMoving && left !== null ? Math.ceil(left / rate) : null,
    place_in_queue: placeInQueue,
  };
}
