import type { DateFormat, WrittenDate } from './date-shapes.ts';
import { readDate, readDayOfYear } from './date-shapes.ts';
import { createZoneClock } from './zone-clock.ts';

export interface DateTimeParser {
  /** Epoch milliseconds; a text without an offset is read in the parser's zone, one without a time as midnight there. */
  readonly parse: (text: string) => number | null;
  /** The same as ISO 8601 in UTC, to the microsecond where the text is. */
  readonly parseInstant: (text: string) => string | null;
  /** `YYYY-MM-DD`: the date as written, whatever time and offset follow it. */
  readonly parseDate: (text: string) => string | null;
  /** `MM-DD` of a date, or of a month and day without a year. */
  readonly parseDayOfYear: (text: string) => string | null;
}

const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Creates a parser for the date and time shapes of import data; each function answers null for any other text.
 * @throws RangeError when the zone is unknown.
 */
export function createDateTimeParser(settings: { dateFormat: DateFormat; timeZone: string }): DateTimeParser {
  const { dateFormat, timeZone } = settings;
  const instantOf = createZoneClock(timeZone);

  const epochOf = (date: WrittenDate): number | null => {
    const epoch = date.offset === null ? instantOf(wallMs(date)) : wallMs(date) - date.offset * 60_000;
    // An offset can push the last days of the year 9999 out of what ISO 8601 and Postgres write alike.
    return epoch <= LAST_MS ? epoch : null;
  };

  return {
    parse(text) {
      const date = readDate(text, dateFormat);
      return date && epochOf(date);
    },
    parseInstant(text) {
      const date = readDate(text, dateFormat);
      const epoch = date && epochOf(date);
      if (date === null || epoch === null) return null;
      const iso = new Date(epoch).toISOString();
      return date.microsecond === 0 ? iso : `${iso.slice(0, -1)}${String(date.microsecond).padStart(3, '0')}Z`;
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

function wallMs({ year, month, day, hour, minute, second, millisecond }: WrittenDate): number {
  return Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
}

function pad(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
