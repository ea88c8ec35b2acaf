import { BOUNDS } from '../domain/bounds.ts';
import { monthNumber } from './month-names.ts';
import { LANGUAGES } from './languages.ts';

export type DateFormat = 'mdy' | 'dmy';

/** Date and time as a text has them, before any time zone: a date of the real calendar, and a time of day if there is one. */
export interface WrittenDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  /** Of the millisecond: 0 to 999. */
  readonly microsecond: number;
  /** Minutes east of UTC, or null when the text names no offset. */
  readonly offset: number | null;
}

const OFFSET = String.raw`z|utc|gmt|(?:utc|gmt)?[+-]\d\d(?::?\d\d)?`;
const TIME = String.raw`(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?([ap]\.?m)\.?)?(?: uhr)?(?: ?(${OFFSET}))?(?:(?<=[+-]00:?00) utc)?`;
const NAME = String.raw`([\p{L}\p{M}]{3,20})\.?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([-/]|\. ?)(\d\d?)\2(\d\d?)\.?(?:(?:t|,? +)${TIME})?$`, 'i');
const COMPACT = new RegExp(String.raw`^((?:19|20)\d\d)(\d\d)(\d\d)(?:(?:t| +)${TIME})?$`, 'i');
const NUMERIC = new RegExp(String.raw`^(\d\d?)([-/]|\. ?)(\d\d?)\2(\d{4})\.?(?:,? +${TIME})?$`, 'i');
const MONTH_FIRST = new RegExp(String.raw`^${NAME} +(\d\d?)(?:st|nd|rd|th)?,? +(\d{4})(?:,? +${TIME})?$`, 'iu');
const DAY_FIRST = new RegExp(
  String.raw`^(\d\d?)(?:(?:st|nd|rd|th|er|[.º°])? *(?:de +)?|[-/])${NAME}(?:,? +(?:del? +)?|[-/])(\d{4})(?: ?[гр]\.)?(?:,? +${TIME})?$`,
  'iu',
);
/** A date and a time without marks: a `T` stands between them. */
const COMPACT_TIME = new RegExp(
  String.raw`^((?:19|20)\d\d)(\d\d)(\d\d)t(\d\d)(\d\d)(?:(\d\d)(?:[.,](\d{1,9}))?)?()(${OFFSET})?$`,
  'i',
);
const YEAR_AND_NAME = new RegExp(String.raw`^(\d{4})([-/ ])${NAME}\2(\d\d?)(?:(?:t|,? +)${TIME})?$`, 'iu');
const IDEOGRAPHIC = new RegExp(String.raw`^(\d{4})年(\d\d?)月(\d\d?)日(?: *${TIME})?$`, 'i');

/** ISO 8601 of earlier editions, as vCards and Google write it. */
const DAY_DASHED = /^--(\d\d)-?(\d\d)$/;
const DAY_NUMERIC = /^(\d\d?)[-/](\d\d?)$/;
const DAY_DOTTED = /^(\d\d?)\.(\d\d?)\.?$/;
const DAY_MONTH_FIRST = new RegExp(String.raw`^${NAME} +(\d\d?)$`, 'iu');
const DAY_DAY_FIRST = new RegExp(String.raw`^(\d\d?)(?:\.? +|-)${NAME}$`, 'iu');

/** A day of the week before a date, which must be the day of that date. */
const WEEKDAY = /^([\p{L}\p{M}ʼ’'-]{1,20})\.?,? +/u;
/** Apostrophe that spreadsheets put before a text, the blanks that are no space, and the name of the zone after its offset. */
const FOREIGN_MARKS = /^'|[\u00a0\u2007\u2009\u202f]|(?<=[+-]\d{4}) \([\p{L} ]{2,40}\)$/gu;

/** Years of three digits and less are typing errors, and `Date.UTC` takes those below 100 for the 1900s. */
const MIN_YEAR = 1000;
const LEAP_YEAR = 2000;
const MAX_OFFSET_MINUTES = 14 * 60;

/**
 * Reads one of the accepted shapes; null for another shape, for a text that is too long and for a date or time that
 * doesn't exist. A date with dots is day first in every language that writes it so; one with dashes or slashes is in
 * the order of the format.
 */
export function readDate(text: string, format: DateFormat): WrittenDate | null {
  if (text.length > BOUNDS.timeText.max) return null;
  const date = readShape(text, format);
  if (date !== null) return date;
  const plain = text.replace(FOREIGN_MARKS, (mark) => (/^['\s]?$/.test(mark) && mark !== "'" ? ' ' : ''));
  return readShape(plain, format) ?? readNamedDay(plain, format);
}

/** Whether a text is a date, with the day or with the month first. */
export function isDate(text: string): boolean {
  return readDate(text, 'mdy') !== null || readDate(text, 'dmy') !== null;
}

function readShape(text: string, format: DateFormat): WrittenDate | null {
  let match = YEAR_FIRST.exec(text);
  if (match) return written(match[1], match[3], match[4], match, 5);
  match = NUMERIC.exec(text);
  if (match) {
    return format === 'mdy' && match[2]?.startsWith('.') !== true
      ? written(match[4], match[1], match[3], match, 5)
      : written(match[4], match[3], match[1], match, 5);
  }
  match = MONTH_FIRST.exec(text);
  if (match) return written(match[3], monthNumber(match[1] ?? ''), match[2], match, 4);
  match = DAY_FIRST.exec(text);
  if (match) return written(match[3], monthNumber(match[2] ?? ''), match[1], match, 4);
  match = YEAR_AND_NAME.exec(text);
  if (match) return written(match[1], monthNumber(match[3] ?? ''), match[4], match, 5);
  match = COMPACT.exec(text) ?? COMPACT_TIME.exec(text) ?? IDEOGRAPHIC.exec(text);
  return match && written(match[1], match[2], match[3], match, 4);
}

/**
 * "Wed, 31 Jan 2024", "Wed Jan 31 2024" and "Mittwoch, 31. Januar 2024"; null when that date is another day of the week. Where one order
 * of day and month alone fits the day of the week, that is the order.
 */
function readNamedDay(text: string, format: DateFormat): WrittenDate | null {
  const weekday = WEEKDAY.exec(text);
  const days = weekdaysNamed(weekday?.[1] ?? '');
  if (weekday === null || days.size === 0) return null;
  const rest = text.slice(weekday[0].length);
  const isThatDay = (date: WrittenDate | null): date is WrittenDate =>
    date !== null && days.has(new Date(Date.UTC(date.year, date.month - 1, date.day)).getUTCDay());
  return [readShape(rest, format), readShape(rest, format === 'mdy' ? 'dmy' : 'mdy')].find(isThatDay) ?? null;
}

/** Reads a month and a day without a year; 29 February counts as real. */
export function readDayOfYear(text: string, format: DateFormat): { month: number; day: number } | null {
  if (text.length > BOUNDS.timeText.max) return null;
  let match = DAY_DASHED.exec(text);
  if (match) return dayOfYear(match[1], match[2]);
  match = DAY_NUMERIC.exec(text);
  if (match) return format === 'mdy' ? dayOfYear(match[1], match[2]) : dayOfYear(match[2], match[1]);
  match = DAY_DOTTED.exec(text);
  if (match) return dayOfYear(match[2], match[1]);
  match = DAY_MONTH_FIRST.exec(text);
  if (match) return dayOfYear(monthNumber(match[1] ?? ''), match[2]);
  match = DAY_DAY_FIRST.exec(text);
  return match && dayOfYear(monthNumber(match[2] ?? ''), match[1]);
}

export function isCalendarDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

type Digits = string | number | undefined;

/** `time` is where the groups of TIME begin in the match. */
function written(
  yearText: Digits,
  monthText: Digits,
  dayText: Digits,
  match: RegExpExecArray,
  time: number,
): WrittenDate | null {
  const [year, month, day] = [Number(yearText), Number(monthText), Number(dayText)];
  if (year < MIN_YEAR || !isCalendarDay(year, month, day)) return null;
  const [, minuteText = '0', secondText = '0', fraction = '0', half, offsetText] = match.slice(time, time + 6);
  const hour = hourOf(Number(match[time] ?? 0), half === '' ? undefined : half?.toLowerCase().replace('.', ''));
  const [minute, second] = [Number(minuteText), Number(secondText)];
  const offset = offsetText === undefined ? null : offsetMinutes(offsetText);
  if (hour === null || minute > 59 || second > 59 || (offset !== null && Math.abs(offset) > MAX_OFFSET_MINUTES))
    return null;
  const digits = fraction.padEnd(6, '0');
  const [millisecond, microsecond] = [Number(digits.slice(0, 3)), Number(digits.slice(3, 6))];
  return { year, month, day, hour, minute, second, millisecond, microsecond, offset };
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

function offsetMinutes(text: string): number {
  const digits = text.replace(/[^\d+-]/g, '');
  if (digits === '') return 0;
  const minutes = Number(digits.slice(3));
  const total = Number(digits.slice(1, 3)) * 60 + (minutes > 59 ? Infinity : minutes);
  return digits.startsWith('-') ? -total : total;
}

function dayOfYear(monthText: Digits, dayText: Digits): { month: number; day: number } | null {
  const [month, day] = [Number(monthText), Number(dayText)];
  return isCalendarDay(LEAP_YEAR, month, day) ? { month, day } : null;
}

/** In addition to those of `Intl`; 0 is Sunday. */
const MORE_NAMES: readonly (readonly [string, number])[] = [
  ...([
    ['tues', 2],
    ['weds', 3],
    ['thur', 4],
    ['thurs', 4],
    ['sonnabend', 6],
  ] as const),
];
const FIRST_SUNDAY = Date.UTC(2024, 0, 7);
const DAY_MS = 86_400_000;

const WEEKDAYS = weekdaysByName();
const NONE: ReadonlySet<number> = new Set();

/**
 * The days of the week that a name means in any language, 0 (Sunday) to 6, without its dot and in any case: "Monday", "Mo",
 * "lundi". Several where languages differ, none where it is no such name.
 */
function weekdaysNamed(name: string): ReadonlySet<number> {
  return WEEKDAYS.get(plain(name)) ?? NONE;
}

function weekdaysByName(): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>();
  const add = (name: string, day: number) => {
    const days = found.get(plain(name)) ?? new Set<number>();
    found.set(plain(name), days.add(day));
  };
  for (const [name, day] of MORE_NAMES) add(name, day);
  for (const language of LANGUAGES) {
    for (const weekday of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
      for (let day = 0; day < 7; day += 1) add(format.format(FIRST_SUNDAY + day * DAY_MS), day);
    }
  }
  return found;
}

function plain(name: string): string {
  return name.normalize('NFC').toLowerCase().replace(/\.$/, '');
}
