import { LANGUAGES } from './languages.ts';

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
export function weekdaysNamed(name: string): ReadonlySet<number> {
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
