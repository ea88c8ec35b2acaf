/** Names what is accepted in place of a cell with a fault; null where the fault says it. */
export function faultHint(fault: string): string | null {
  return HINTS.find(([pattern]) => pattern.test(fault))?.[1] ?? null;
}

/** Accepted cells in place of one with a fault, by the sentence of the fault. */
const HINTS: readonly (readonly [fault: RegExp, hint: string])[] = [
  [
    / is not a date in an accepted format$/,
    'Accepted: 1990-12-31, 31.12.1990, 12/31/1990 in the order of the file, or 31 Dec 1990.',
  ],
  [/ is not a day of the year in an accepted format$/, 'Accepted: 12-31, 31 December, or a whole date.'],
  [/ is not a date and time in an accepted format$/, 'Accepted: 2026-01-31 10:30, or a date alone.'],
  [/ must be a whole number$/, 'Accepted: 12. Decimals need a field for numbers with decimals.'],
  [/ must be a number$/, 'Accepted: 12 or 12.5, with the decimal mark of the file.'],
  [
    / must be true or false$/,
    'Accepted: true and false, yes and no, 1 and 0. Other words: say what they mean under “How its cells are read”.',
  ],
  [
    / is not one of the field's options/,
    'Add the choice to the field, or say what the word means under “How its cells are read”.',
  ],
  [
    / names a choice that is not one of the field's options$/,
    'Add the choice to the field, or name the mark between choices under “How its cells are read”.',
  ],
  [/ is not a valid address$/, 'Accepted: one address, such as ann@example.com.'],
  [/ is not an IP address$/, 'Accepted: 192.0.2.7 or 2001:db8::7.'],
  [/ is required$/, 'Fill the cell, or give a default in the rules.'],
  [/^The number of columns is /, 'A cell that has the separator in it needs quotes around it.'],
  [/^The row has a quoted field /, 'Close the quote at the end of the cell, or double quotes within it.'],
];
