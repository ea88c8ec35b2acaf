import { LANGUAGES } from './languages.ts';

/** In addition to the three letters and the full name: `Intl` gives the English September as "Sep", and no names of Austria. */
const MORE_NAMES: readonly (readonly [string, number])[] = [
  ['sept', 9],
  ['jänner', 1],
  ['feber', 2],
];

/** Names of months are those of `LANGUAGES`; one that two of them give to different months is not read. */
const MONTHS = monthsByName();

/** The month of a name in any case, 1 to 12, or 0 when it is the name of none: "March", "mar", "März", "marca". */
export function monthNumber(name: string): number {
  return MONTHS.get(plain(name)) ?? 0;
}

function monthsByName(): ReadonlyMap<string, number> {
  const found = new Map<string, number>(MORE_NAMES);
  for (const language of LANGUAGES) {
    for (const [name, month] of namesOf(language)) {
      const other = found.get(name);
      // 0 marks a name of two months, so that a third language does not bring it back.
      found.set(name, other === undefined || other === month ? month : 0);
    }
  }
  return found;
}

/** The names alone and within a date: many languages inflect them there. */
function* namesOf(language: string): Generator<readonly [string, number]> {
  const styles: Intl.DateTimeFormatOptions[] = [
    { month: 'long' },
    { month: 'long', day: 'numeric' },
    ...(language === 'en' ? [{ month: 'short' } as const] : []),
  ];
  for (const style of styles) {
    const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' });
    for (let month = 1; month <= 12; month += 1) {
      const part = format.formatToParts(Date.UTC(2024, month - 1, 1)).find(({ type }) => type === 'month');
      if (part !== undefined) yield [plain(part.value), month];
    }
  }
}

function plain(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
