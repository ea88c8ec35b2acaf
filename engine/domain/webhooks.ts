/** The types of events of jobs: those that an endpoint gets which names no types. */
const JOB_EVENT_TYPES = [
  'job.started',
  'job.paused',
  'job.stalled',
  'job.finished',
  'job.failed',
  'job.cancelled',
] as const;

/** The type of the event that the database went back and lost jobs; only an endpoint that names it gets it. */
export const WENT_BACK = 'service.went_back';

/** The types of events. */
export const EVENT_TYPES = [...JOB_EVENT_TYPES, WENT_BACK] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Returns the name of an event in the header webhook-id and the records of the API, from its UUID. */
export function eventName(uid: string): string {
  return `evt_${uid.replaceAll('-', '')}`;
}
