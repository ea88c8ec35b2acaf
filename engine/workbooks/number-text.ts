import type { NumberFormat } from './number-formats.ts';

/** First year of the day numbers of a workbook: 1900, with a 29 February that 1900 never had, or 1904. */
export type DateEpoch = 1900 | 1904;

const DAY_SECONDS = 86_400;
const DAY_MS = DAY_SECONDS * 1000;
/** Days from the first day of 1900 as it is counted from March on to that of 1904. */
const DAYS_TO_1904 = 1_462;
const MARCH_1900 = 61;
const YEAR_10000 = 2_958_466;
/** Day 0 of the days from March 1900 on. */
const DAY_0 = Date.UTC(1899, 11, 30);

/**
 * The text of a number in a cell: the shortest decimal one without exponent, or in a cell with the style of a date or time
 * `YYYY-MM-DD`, `YYYY-MM-DD HH:MM:SS` or `HH:MM:SS`. A text that is no number is left as it is.
 */
export function numberText(text: string, format: NumberFormat, epoch: DateEpoch): string {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return text;
  if (format === 'number') return decimalText(value);
  if (typeof format === 'object') {
    return Number.isInteger(value) && value >= 0 ? decimalText(value).padStart(format.zeros, '0') : decimalText(value);
  }
  return dateText(epoch === 1904 ? value + DAYS_TO_1904 : value, format) ?? decimalText(value);
}

/** Null for a number that is no date of these centuries. */
function dateText(serial: number, format: 'date' | 'time' | 'date_time'): string | null {
  if (serial < 0 || serial >= YEAR_10000) return null;
  const seconds = Math.round(serial * DAY_SECONDS);
  const day = format === 'date' ? Math.floor(serial) : Math.floor(seconds / DAY_SECONDS);
  if (format === 'time') return timeText(seconds);
  if (day === 0) return format === 'date' ? null : timeText(seconds);
  const date = day === MARCH_1900 - 1 ? '1900-02-29' : isoDay(day);
  return format === 'date' ? date : `${date} ${timeText(seconds % DAY_SECONDS)}`;
}

function isoDay(day: number): string {
  return new Date(DAY_0 + (day < MARCH_1900 ? day + 1 : day) * DAY_MS).toISOString().slice(0, 10);
}

/** Hours of elapsed time may be more than those of a day. */
function timeText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** The shortest decimal text that is this number, without an exponent. */
function decimalText(value: number): string {
  const text = String(value);
  const at = text.indexOf('e');
  if (at < 0) return text;
  const exponent = Number(text.slice(at + 1));
  const [whole = '', fraction = ''] = text.slice(0, at).replace('-', '').split('.');
  const sign = value < 0 ? '-' : '';
  return exponent > 0
    ? `${sign}${whole}${fraction.padEnd(exponent, '0')}`
    : `${sign}0.${'0'.repeat(-exponent - 1)}${whole}${fraction}`;
}
