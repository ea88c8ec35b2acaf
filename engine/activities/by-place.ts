import { activityInfo } from '@temporalio/activity';

type Activities = Readonly<Record<string, (...args: unknown[]) => unknown>>;

/** Compositions of one registry of activities. */
export interface Places {
  /** For local activities, and for those of the queue of records: callers wait for them. */
  readonly brief: object;
  readonly others: object;
  readonly recordsQueue: string;
}

/** Returns activities that run those of the composition for the place where they are called. */
export function byPlace({ brief, others, recordsQueue }: Places): object {
  const [ofBrief, ofOthers] = [brief as Activities, others as Activities];
  return Object.fromEntries(
    Object.entries(ofOthers).map(([name, activity]) => [
      name,
      (...args: unknown[]) => (isBriefPlace(recordsQueue) ? (ofBrief[name] ?? activity) : activity)(...args),
    ]),
  );
}

/** Whether callers wait for the present activity: it is a local one, or one of the queue of records. */
export function isBriefPlace(recordsQueue: string): boolean {
  return activityInfo().isLocal || activityInfo().taskQueue === recordsQueue;
}
