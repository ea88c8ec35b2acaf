import { LANGUAGES } from './languages.ts';

/** In addition to the short and the full names: `Intl` gives the English September as "Sep", no names of Austria, and short ones without dots. */
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
  const short = new Map<string, number>();
  for (const language of LANGUAGES) {
    for (const [name, month] of shortNamesOf(language)) {
      const other = short.get(name);
      short.set(name, other === undefined || other === month ? month : 0);
    }
  }
  // A full name or an English short one counts more than a short one of another language.
  return new Map([...short, ...found]);
}

/** The names alone and within a date: many languages inflect them there. In English the short ones, too, which files of all languages have. */
function* namesOf(language: string): Generator<readonly [string, number]> {
  const styles: Intl.DateTimeFormatOptions[] = [
    { month: 'long' },
    { month: 'long', day: 'numeric' },
    ...(language === 'en' ? [{ month: 'short' } as const] : []),
  ];
  for (const style of styles) yield* namesIn(language, style);
}

/** Short names, without the dots that end them. */
function* shortNamesOf(language: string): Generator<readonly [string, number]> {
  const styles: Intl.DateTimeFormatOptions[] = [{ month: 'short' }, { month: 'short', day: 'numeric' }];
  for (const style of styles) {
    for (const [name, month] of namesIn(language, style)) {
      const short = name.replace(/\.$/, '');
      if (/^[\p{L}\p{M}]{3,}$/u.test(short)) yield [short, month];
    }
  }
}

function* namesIn(language: string, style: Intl.DateTimeFormatOptions): Generator<readonly [string, number]> {
  const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' });
  for (let month = 1; month <= 12; month += 1) {
    const part = format.formatToParts(Date.UTC(2024, month - 1, 1)).find(({ type }) => type === 'month');
    if (part !== undefined) yield [plain(part.value), month];
  }
}

function plain(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
