import type { Attack } from '../attack.ts';
import { scheduleImports } from '../hostile/schedule-imports.ts';

/** Each import is a workflow that a worker would keep in memory until its time has come. */
export const laterImports: Attack = {
  name: 'later-imports',
  title: '600 imports that begin the next day, from eight callers, and their cancels',
  play: async (hostile) => {
    const ids = await scheduleImports(hostile, hostile.size === 'full' ? 600 : 15);
    await hostile.finishImports(ids, 0);
  },
};
