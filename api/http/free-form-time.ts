import { BOUNDS } from '../../engine/domain/bounds.ts';
import { createDateTimeParser } from '../../engine/values/date-time.ts';
import { instantIn, readTime } from './times.ts';

/** The zones that e-mail dates may name (RFC 5322, section 4.3) besides numeric ones, and UTC. */
const ZONES: ReadonlyMap<string, string> = new Map([
  ...['UT', 'UTC', 'GMT'].map((name) => [name, '+0000'] as const),
  ['EST', '-0500'],
  ['EDT', '-0400'],
  ['CST', '-0600'],
  ['CDT', '-0500'],
  ['MST', '-0700'],
  ['MDT', '-0600'],
  ['PST', '-0800'],
  ['PDT', '-0700'],
]);

/** Reads ISO 8601 or a shape that files may have, in the zone given unless the text names another; null for other texts. */
export function parseFreeFormTime(text: string, timeZone: string): Date | null {
  if (text.length > BOUNDS.timeText.max) return null;
  const numeric = text.trim().replace(/(?<= )[A-Z]{2,3}$/i, (word) => ZONES.get(word.toUpperCase()) ?? word);
  const written = readTime(numeric);
  if (written !== null) return instantIn(timeZone, written);
  const epoch = createDateTimeParser({ dateFormat: 'mdy', timeZone }).parse(numeric);
  return epoch === null ? null : new Date(epoch);
}
