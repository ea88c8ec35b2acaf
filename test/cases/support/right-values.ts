/** Addresses of 40-addresses.csv that are read, as an import stores them. */
const CLEANED = 'nb zw lrm bom wj emb mt mt2 mt3 ang ang2 com apo apo2 td tc ts'.split(' ');
export const RIGHT_ADDRESSES: readonly string[] = [
  'ann+news@x.example',
  'ANN@X.EXAMPLE',
  ...CLEANED.map((name) => `${name}@x.example`),
  'idn@münchen.example',
  'idn@MÜNCHEN.example',
  'idn@xn--mnchen-3ya.example',
  'idn@mu\u0308nchen.example',
  'pe%40x@x.example',
  'first/last@x.example',
  'what?@x.example',
  'ti@İstanbul.example',
  'nl@x.example',
  '`bt@x.example',
  '!#$@x.example',
];
/** Spellings of an address that the list has by then. */
export const ADDRESS_TWINS: readonly string[] = RIGHT_ADDRESSES.slice(20, 23);

/** The dates of 41-dates.csv, by row: null where a cell is no date. */
export const RIGHT_DATES: readonly (string | null)[] = rows(72, {
  '2024-01-31': [
    ...[0, 1, 2, 3, 4, 5, 6, 7, 10, 13, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30],
    ...[32, 33, 34, 35, 36, 56, 66, 68, 71],
  ],
  '1970-01-01': [46],
  '2024-12-13': [60],
  '2024-01-05': [63],
  '2024-05-05': [64],
  '2024-09-05': [65],
});

/** Numbers of 42-numbers.csv whose reading depends on the decimal mark, and all others. */
const OTHER_NUMBERS = [
  ...[10, 10, null, null, null, null, null, 5, -5, -5, null, null, 7, null, 42, 42, null, null],
  ...[null, null, null, null, null, null, null, null, null, null, null, null, '', '', 5, 0.5, 5, 5, null],
];
/** The numbers of 42-numbers.csv with decimals, by row: null where a cell is no number, and a blank one as it is. */
export const RIGHT_NUMBERS: readonly (number | string | null)[] = [
  ...[5, 5, 5, null, 1.234, 1234, 1234, 1234, 12.5, 12.5, 1234.56, 1234.56],
  ...OTHER_NUMBERS,
];
/** Values where the decimal mark is a comma. */
export const RIGHT_COMMA_NUMBERS: readonly (number | string | null)[] = [
  ...[5, 5, 5, 1.234, 1234, 1234, 1234, 1234, 12.5, null, 1234.56, null],
  ...OTHER_NUMBERS.map((value, at) => (at === 32 || at === 33 ? null : value)),
];

/** The booleans of 43-booleans.csv, by row. */
export const RIGHT_BOOLEANS: readonly (string | null)[] = rows(50, {
  true: [0, 1, 2, 3, 4, 5, 6, 7],
  false: [23, 46, 47, 48],
});

/** So many rows with a value each, or null. */
function rows(count: number, values: Readonly<Record<string, readonly number[]>>): (string | null)[] {
  const found = Array.from({ length: count }, (): string | null => null);
  for (const [value, places] of Object.entries(values)) for (const at of places) found[at] = value;
  return found;
}
