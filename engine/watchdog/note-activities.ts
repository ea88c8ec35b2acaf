import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import type { NoteUnderWay } from './watchdog.ts';

/** Notes which activities are under way, by their types. */
export function noteActivities(underWay: NoteUnderWay): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      execute: (input, next) => {
        const end = underWay(info.activityType);
        return next(input).finally(end);
      },
    },
  });
}
