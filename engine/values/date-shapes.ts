import { BOUNDS } from '../domain/bounds.ts';

export type DateFormat = 'mdy' | 'dmy';

/** What a text says, before any time zone: a date of the real calendar, and a time of day when there is one. */
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

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH_NAME =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/;

const TIME = String.raw`(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?: ?([ap]m))?(?: ?(z|[+-]\d\d:?\d\d))?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})-(\d\d?)-(\d\d?)(?:(?:t| +)${TIME})?$`, 'i');
const NUMERIC = new RegExp(String.raw`^(\d\d?)([-/])(\d\d?)\2(\d{4})(?: +${TIME})?$`, 'i');
const MONTH_FIRST = new RegExp(String.raw`^([a-z]{3,9})\.? +(\d\d?),? +(\d{4})(?:,? +${TIME})?$`, 'i');
const DAY_FIRST = new RegExp(String.raw`^(\d\d?) +([a-z]{3,9})\.?,? +(\d{4})(?:,? +${TIME})?$`, 'i');

const DAY_NUMERIC = /^(\d\d?)[-/](\d\d?)$/;
const DAY_MONTH_FIRST = /^([a-z]{3,9})\.? +(\d\d?)$/i;
const DAY_DAY_FIRST = /^(\d\d?) +([a-z]{3,9})\.?$/i;

/** Years of three digits and less are typing errors, and `Date.UTC` takes those below 100 for the 1900s. */
const MIN_YEAR = 1000;
const LEAP_YEAR = 2000;
const MAX_OFFSET_MINUTES = 14 * 60;

/** Reads one of the accepted shapes; null for another shape, for a text that is too long and for a date or time that doesn't exist. */
export function readDate(text: string, format: DateFormat): WrittenDate | null {
  if (text.length > BOUNDS.timeText.max) return null;
  let match = YEAR_FIRST.exec(text);
  if (match) return written(match[1], match[2], match[3], match, 4);
  match = NUMERIC.exec(text);
  if (match) {
    return format === 'mdy'
      ? written(match[4], match[1], match[3], match, 5)
      : written(match[4], match[3], match[1], match, 5);
  }
  match = MONTH_FIRST.exec(text);
  if (match) return written(match[3], monthNumber(match[1]), match[2], match, 4);
  match = DAY_FIRST.exec(text);
  if (match) return written(match[3], monthNumber(match[2]), match[1], match, 4);
  return null;
}

/** Reads a month and a day without a year; 29 February counts as real. */
export function readDayOfYear(text: string, format: DateFormat): { month: number; day: number } | null {
  if (text.length > BOUNDS.timeText.max) return null;
  let match = DAY_NUMERIC.exec(text);
  if (match) return format === 'mdy' ? dayOfYear(match[1], match[2]) : dayOfYear(match[2], match[1]);
  match = DAY_MONTH_FIRST.exec(text);
  if (match) return dayOfYear(monthNumber(match[1]), match[2]);
  match = DAY_DAY_FIRST.exec(text);
  return match && dayOfYear(monthNumber(match[2]), match[1]);
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
  const hour = hourOf(Number(match[time] ?? 0), half?.toLowerCase());
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
  if (text.toLowerCase() === 'z') return 0;
  const minutes = Number(text.slice(-2));
  const total = Number(text.slice(1, 3)) * 60 + (minutes > 59 ? Infinity : minutes);
  return text.startsWith('-') ? -total : total;
}

function dayOfYear(monthText: Digits, dayText: Digits): { month: number; day: number } | null {
  const [month, day] = [Number(monthText), Number(dayText)];
  return isCalendarDay(LEAP_YEAR, month, day) ? { month, day } : null;
}

function monthNumber(name = ''): number {
  const lower = name.toLowerCase();
  return MONTH_NAME.test(lower) ? MONTHS.indexOf(lower.slice(0, 3)) + 1 : 0;
}
