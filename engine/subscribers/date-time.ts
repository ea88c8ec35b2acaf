import { DateTime, IANAZone } from 'luxon';
import type { DateFormat, WrittenDate } from './date-shapes.ts';
import { readDate, readDayOfYear } from './date-shapes.ts';

export interface DateTimeParser {
  /** Epoch milliseconds; a text without an offset is read in the parser's zone, one without a time as midnight there. */
  readonly parse: (text: string) => number | null;
  /** `YYYY-MM-DD`: the date as written, whatever the time and offset beside it. */
  readonly parseDate: (text: string) => string | null;
  /** `MM-DD` of a date, or of a month and day without a year. */
  readonly parseDayOfYear: (text: string) => string | null;
}

const DAY_MS = 86_400_000;
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const CACHED_DAYS = 20_000;

/**
 * Creates a parser for the date and time shapes of import data; each function answers null for any other text.
 * @throws RangeError when the zone is unknown.
 */
export function createDateTimeParser(settings: { dateFormat: DateFormat; timeZone: string }): DateTimeParser {
  const { dateFormat, timeZone } = settings;
  const toEpoch = createZoneConverter(timeZone);

  return {
    parse(text) {
      const date = readDate(text, dateFormat);
      if (date === null) return null;
      const epoch = date.offset === null ? toEpoch(date) : wallMs(date) - date.offset * 60_000;
      // An offset can push the last days of the year 9999 out of what ISO 8601 and Postgres write alike.
      return epoch <= LAST_MS ? epoch : null;
    },
    parseDate(text) {
      const date = readDate(text, dateFormat);
      return date && `${date.year}-${pad(date.month)}-${pad(date.day)}`;
    },
    parseDayOfYear(text) {
      const date = readDate(text, dateFormat) ?? readDayOfYear(text, dateFormat);
      return date && `${pad(date.month)}-${pad(date.day)}`;
    },
  };
}

function createZoneConverter(timeZone: string): (date: WrittenDate) => number {
  if (timeZone === 'UTC') return wallMs;
  if (!IANAZone.isValidZone(timeZone)) throw new RangeError(`The time zone ${timeZone} is unknown.`);

  // Luxon takes microseconds for each conversion, a file holds few different days: most have one offset all day long.
  const offsetOfDay = new Map<number, number | null>();
  function offsetOn(day: number): number | null {
    let offset = offsetOfDay.get(day);
    if (offset === undefined) {
      const offsets = [0, 6, 12, 18, 24].map((hour) => offsetAt(day * DAY_MS + hour * 3_600_000));
      offset = new Set(offsets).size === 1 ? (offsets[0] ?? null) : null;
      if (offsetOfDay.size >= CACHED_DAYS) offsetOfDay.clear();
      offsetOfDay.set(day, offset);
    }
    return offset;
  }
  function offsetAt(wall: number): number {
    return DateTime.fromMillis(wall, { zone: 'UTC' }).setZone(timeZone, { keepLocalTime: true }).offset * 60_000;
  }

  return (date) => {
    const wall = wallMs(date);
    const offset = offsetOn(Math.floor(wall / DAY_MS));
    if (offset !== null) return wall - offset;
    return DateTime.fromMillis(wall, { zone: 'UTC' }).setZone(timeZone, { keepLocalTime: true }).toMillis();
  };
}

function wallMs({ year, month, day, hour, minute, second, millisecond }: WrittenDate): number {
  return Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
}

function pad(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
