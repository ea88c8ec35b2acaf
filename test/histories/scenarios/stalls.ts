import { signals, updates } from '../../../workflows/messages.ts';
import { ended, whileRefusing, whileRefusingRanges, whileStuck } from '../troubles.ts';
import type { RecordedImport } from '../recording.ts';
import type { Scenarios } from '../troubles.ts';

/** Imports that wait for somebody, or are held up from outside. */
export const STALLS: Scenarios = {
  'subscriber-import/stalled-retried': (recording) =>
    whileRefusing(recording, async (job, accept) => {
      await accept();
      await job.handle.signal(signals.retry);
      return ended(job, 'finished');
    }),

  'subscriber-import/stalled-skipped': (recording) =>
    whileRefusing(recording, async (job) => {
      await job.handle.signal(signals.skip_chunk);
      return ended(job, 'finished');
    }),

  'subscriber-import/stalled-failed': (recording) =>
    whileRefusing(recording, async (job) => {
      await job.handle.executeUpdate(updates.fail, { args: ['The customer sends another file.'] });
      return ended(job, 'failed');
    }),

  'subscriber-import/range-stalled-retried': (recording) =>
    whileRefusingRanges(recording, async (job, accept) => {
      await accept();
      await job.handle.signal(signals.retry);
      return ended(job, 'finished');
    }),

  'subscriber-import/range-stalled-skipped': (recording) =>
    whileRefusingRanges(recording, async (job) => {
      await job.handle.signal(signals.skip_chunk);
      return ended(job, 'finished');
    }),

  'subscriber-import/paused-while-stalled': (recording) =>
    whileRefusing(recording, async (job, accept) => {
      await pauseStalled(job);
      await accept();
      await job.handle.signal(signals.retry);
      return ended(job, 'finished');
    }),

  'subscriber-import/paused-while-range-stalled': (recording) =>
    whileRefusingRanges(recording, async (job, accept) => {
      await pauseStalled(job);
      await accept();
      await job.handle.signal(signals.retry);
      return ended(job, 'finished');
    }),

  'subscriber-import/stuck': async (recording) => {
    const { job } = await whileStuck(recording);
    return ended(job, 'finished');
  },

  'diagnose/finds-a-stuck-import': async (recording) => {
    const { job, diagnosing } = await whileStuck(recording);
    await ended(job, 'finished');
    return { '': diagnosing };
  },
};

/** A pause and its end bring a job back to where it waits for somebody. */
async function pauseStalled(job: RecordedImport): Promise<void> {
  await job.handle.executeUpdate(updates.pause);
  await job.until(({ state }) => state === 'paused');
  await job.handle.executeUpdate(updates.unpause);
  await job.until(({ health }) => health === 'stalled');
}
