/** Kind of a number format, as far as an import distinguishes it. `zeros`: with that many digits, zeros in front. */
export type NumberFormat = 'number' | 'date' | 'time' | 'date_time' | { readonly zeros: number };

/** The formats that a workbook names by their numbers alone. */
const BUILT_IN: readonly (readonly [first: number, last: number, format: NumberFormat])[] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'date_time'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 47, 'time'],
  [50, 54, 'date'],
  [55, 56, 'time'],
  [57, 58, 'date'],
];

/** The format of a number below 164, which the workbook does not spell out. */
export function builtInFormat(id: number): NumberFormat {
  return BUILT_IN.find(([first, last]) => id >= first && id <= last)?.[2] ?? 'number';
}

/** Texts, escaped characters and fillers; and in brackets colours, conditions, languages and elapsed time. */
const LITERAL = /"[^"]*"?|[\\_*].|\[[^[\]]*\]/gi;
const ELAPSED = /^\[(?:h+|m+|s+)\]$/i;
const HALF_OF_DAY = /am\/pm|a\/p/gi;

/** Reads a format as a workbook spells it: of the letters that are no text, y, d and m show a date, h and s a time. */
export function readNumberFormat(code: string): NumberFormat {
  const [first = ''] = code.replace(LITERAL, (part) => (ELAPSED.test(part) ? part : '')).split(';');
  const shown = first.replace(HALF_OF_DAY, 'h');
  if (/^0{2,32}$/.test(shown)) return { zeros: shown.length };
  if (/^general$/i.test(shown.trim())) return 'number';
  const isTime = /[hs]/i.test(shown) || /\[m+\]/i.test(shown);
  const isDate = /[yd]/i.test(shown) || /m{3,}/i.test(shown) || (!isTime && /m/i.test(shown));
  if (isDate) return isTime ? 'date_time' : 'date';
  return isTime ? 'time' : 'number';
}
