import { IANAZone } from 'luxon';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CACHED_DAYS = 20_000;

/**
 * Creates the function from what the clocks of a zone show, in milliseconds as if it were UTC, to the instant in epoch
 * milliseconds. A time that the clocks show twice, when they are set back, is the first of the two instants. A time that
 * they skip, when they are set forward, is moved by what is skipped: 02:30 becomes 03:30.
 * @throws RangeError when the zone is unknown.
 */
export function createZoneClock(timeZone: string): (wallMs: number) => number {
  if (timeZone === 'UTC') return (wallMs) => wallMs;
  if (!IANAZone.isValidZone(timeZone)) throw new RangeError(`The time zone ${timeZone} is unknown.`);
  const zone = IANAZone.create(timeZone);

  /** The offsets of the zone around what its clocks show; no zone is further than a day from UTC. */
  function offsetsBetween(firstWallMs: number, lastWallMs: number): number[] {
    const offsets = new Set<number>();
    for (let at = firstWallMs - DAY_MS; at <= lastWallMs + DAY_MS; at += 12 * HOUR_MS) offsets.add(offsetAt(at));
    return [...offsets];
  }
  function offsetAt(instantMs: number): number {
    return zone.offset(instantMs) * 60_000;
  }
  function convert(wallMs: number): number {
    const instants = offsetsBetween(wallMs, wallMs).map((offset) => wallMs - offset);
    const shown = instants.filter((instant) => instant + offsetAt(instant) === wallMs);
    return shown.length > 0 ? Math.min(...shown) : Math.max(...instants);
  }

  // A conversion takes microseconds, a file holds few different days: most have one offset from the day before to the next.
  const offsetOfDay = new Map<number, number | null>();
  function offsetOn(day: number): number | null {
    let offset = offsetOfDay.get(day);
    if (offset === undefined) {
      const [first = null, another] = offsetsBetween(day * DAY_MS, (day + 1) * DAY_MS);
      offset = another === undefined ? first : null;
      if (offsetOfDay.size >= CACHED_DAYS) offsetOfDay.clear();
      offsetOfDay.set(day, offset);
    }
    return offset;
  }

  return (wallMs) => {
    const offset = offsetOn(Math.floor(wallMs / DAY_MS));
    return offset === null ? convert(wallMs) : wallMs - offset;
  };
}
