import { DateTime } from 'luxon';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { createZoneClock } from '../../engine/values/zone-clock.ts';

/** Renders a time: to the second, with the offset of the zone, `Z` in UTC. */
export function renderTime(time: Date, zone: string): string {
  if (zone === 'UTC') return `${time.toISOString().slice(0, 19)}Z`;
  const local = DateTime.fromJSDate(time, { zone });
  return local.toFormat(local.offset === 0 ? "yyyy-MM-dd'T'HH:mm:ss'Z'" : "yyyy-MM-dd'T'HH:mm:ssZZ");
}

/** Renders a time that may be null. */
export function renderOptionalTime(time: Date | null, zone: string): string | null {
  return time === null ? null : renderTime(time, zone);
}

/** Whole seconds since 1970. */
export function epochSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

/** The shapes of times that are taken, for messages. */
export const TIME_SHAPES =
  'a time in ISO 8601: 2030-01-31T09:00:00+01:00 or, in the time zone of the organization, 2030-01-31T09:00 or 2030-01-31';

/** The same for the OpenAPI document. */
export const TIME_DESCRIPTION =
  'ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies.';
export const TIME_EXAMPLES = ['2030-01-31T09:00:00+01:00', '2030-01-31T09:00', '2030-01-31'];

/** A time as it was written; one without an offset becomes an instant by `instantIn`, in the zone of an organization. */
export interface WrittenTime {
  /** Since 1970, in milliseconds: in UTC where an offset was written, otherwise as if the clocks of the zone showed UTC. */
  readonly milliseconds: number;
  readonly hasOffset: boolean;
}

const DATE = String.raw`(?:[+-]\d{6}|\d{4})-?(?:\d\d-?\d\d|W\d\d-?\d|\d{3})`;
const TIME = String.raw`\d\d[\d:.,]*`;
const OFFSET = String.raw`Z|[+-]\d\d(?::?\d\d)?`;
const DATE_AND_TIME = new RegExp(`^(${DATE})(?:[T ](${TIME}) ?(${OFFSET})?)?$`, 'i');

/**
 * Reads a date, or a date and a time with a T or a space between them, in ISO 8601. Returns null for any other text, for a
 * date or time that does not exist, and outside of the years 1 to 9999.
 */
export function readTime(text: string): WrittenTime | null {
  if (text.length > BOUNDS.timeText.max) return null;
  const [, date, time, offset] = DATE_AND_TIME.exec(text.trim()) ?? [];
  if (date === undefined) return null;
  const parsed = DateTime.fromISO(time === undefined ? date : `${date}T${time}${offset ?? ''}`, { zone: 'UTC' });
  const milliseconds = parsed.toMillis();
  const isStorable = parsed.isValid && milliseconds >= FIRST_MS && milliseconds <= LAST_MS;
  return isStorable ? { milliseconds, hasOffset: offset !== undefined } : null;
}

/**
 * The instant that a written time means in a zone. It stays within the years 1 to 9999 in UTC: the last hours of the
 * year 9999 west of UTC become its last millisecond.
 */
export function instantIn(timeZone: string, { milliseconds, hasOffset }: WrittenTime): Date {
  const instant = hasOffset ? milliseconds : createZoneClock(timeZone)(milliseconds);
  return new Date(Math.min(Math.max(instant, FIRST_MS), LAST_MS));
}

// Beyond these years ISO 8601 and Postgres write times differently.
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');
