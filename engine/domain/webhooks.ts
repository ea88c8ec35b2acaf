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

/** The types of events that an endpoint can name. */
export const EVENT_TYPES = [...JOB_EVENT_TYPES, WENT_BACK] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The type of the event by which a client tries an endpoint, which gets it whatever types it names. */
export const TEST_EVENT = 'endpoint.test';

/** The types of events that are delivered. */
export const DELIVERED_TYPES = [...EVENT_TYPES, TEST_EVENT] as const;
export type DeliveredType = (typeof DELIVERED_TYPES)[number];

/** Returns the name of an event in the header webhook-id and the records of the API, from its UUID. */
export function eventName(uid: string): string {
  return `evt_${uid.replaceAll('-', '')}`;
}
