import { DateTime } from 'luxon';
import { BOUNDS } from '../../engine/domain/bounds.ts';

/** A time as the API writes it: to the second, with the offset of the zone, `Z` in UTC. */
export function renderTime(time: Date, zone: string): string {
  if (zone === 'UTC') return `${time.toISOString().slice(0, 19)}Z`;
  const local = DateTime.fromJSDate(time, { zone });
  return local.toFormat(local.offset === 0 ? "yyyy-MM-dd'T'HH:mm:ss'Z'" : "yyyy-MM-dd'T'HH:mm:ssZZ");
}

/** The same for a time that may not have come yet. */
export function renderOptionalTime(time: Date | null, zone: string): string | null {
  return time === null ? null : renderTime(time, zone);
}

/** Whole seconds since 1970. */
export function epochSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

/** Reads an ISO 8601 time with an offset; null for any other text, and outside of the years 1 to 9999 in UTC. */
export function parseTime(text: string): Date | null {
  if (text.length > BOUNDS.timeText.max || !hasOffset(text)) return null;
  const time = DateTime.fromISO(text, { zone: 'UTC' });
  // Beyond these years ISO 8601 and Postgres write times differently.
  return time.isValid && time.year >= 1 && time.year <= 9999 ? time.toJSDate() : null;
}

/** Whether an offset ends the time of day; a date alone ends in what looks like one. */
function hasOffset(text: string): boolean {
  const [, timeOfDay] = text.split(/T/i, 2);
  return timeOfDay !== undefined && /(?:Z|[+-]\d\d(?::?\d\d)?)$/i.test(timeOfDay);
}
