/** The types of events of jobs. */
export const EVENT_TYPES = [
  'job.started',
  'job.paused',
  'job.stalled',
  'job.finished',
  'job.failed',
  'job.cancelled',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What the header webhook-id and the records of the API call an event, from its UUID. */
export function eventName(uid: string): string {
  return `evt_${uid.replaceAll('-', '')}`;
}
