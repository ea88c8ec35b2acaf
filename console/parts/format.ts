/** Numbers, sizes and times in the browser's language. */

const counts = new Intl.NumberFormat();

/** 48210 as "48,210"; null, which stands for an unknown number, as a dash. */
export function formatCount(count: number | null): string {
  return count === null ? '–' : counts.format(count);
}

/** "1,234 rows", "1 row". */
export function formatCountOf(count: number | null, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A number with all its digits: "1,234.56". */
export function formatNumber(number: number): string {
  return new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 }).format(number);
}

/** A day of the API, "1990-12-31", as "31 Dec 1990". */
export function formatDate(day: string): string {
  return formatDay(day, { dateStyle: 'medium' });
}

/** A day of the API without a year, "12-31", as "31 December". */
export function formatDayOfYear(day: string): string {
  // A leap year, which has every day.
  return formatDay(`2000-${day}`, { day: 'numeric', month: 'long' });
}

function formatDay(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`));
}

/** Bytes in the unit that leaves at most four digits: "12.3 MB". */
export function formatBytes(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const digits = step === 0 ? 0 : 1;
  const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: digits }).format(bytes / 1000 ** step);
  return `${number} ${UNITS[step] ?? ''}`;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Seconds as "40 s", "3 min 20 s", "2 h 5 min". */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${formatCount(hours)} h` : `${formatCount(hours)} h ${minutes % 60} min`;
}

/**
 * A time of the API in the zone that it is written in, which is the organization's, with the zone named:
 * "23 Nov 2026, 08:05:12 UTC".
 */
export function formatTime(iso: string | null, hasSeconds = true): string {
  if (iso === null) return '–';
  const offset = /([+-]\d\d:?\d\d)$/.exec(iso)?.[1] ?? '+00:00';
  const isUtc = /^[+-]00:?00$/.test(offset);
  const time = new Intl.DateTimeFormat(undefined, {
    dateStyle: 'medium',
    timeStyle: hasSeconds ? 'medium' : 'short',
    timeZone: isUtc ? 'UTC' : offset,
  }).format(new Date(iso));
  return `${time} ${isUtc ? 'UTC' : `UTC${offset}`}`;
}

/** A time in the zone of the browser, with the zone named: "23 Nov 2026, 09:05 CET". */
export function formatLocalTime(at: Date): string {
  return new Intl.DateTimeFormat(undefined, {
    ...{ day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
  }).format(at);
}

/** The time of an event that this tab received, by the browser's clock: "08:05:12 CET". */
export function formatClock(at: Date): string {
  return new Intl.DateTimeFormat(undefined, {
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' },
  }).format(at);
}
