/** The marks that may separate the fields of a CSV, each with its name in the plural. */
export const SEPARATOR_NAMES = {
  ',': 'commas',
  '\t': 'tabs',
  ';': 'semicolons',
  '|': 'vertical bars',
  '^': 'carets',
} as const;

export type FieldSeparator = keyof typeof SEPARATOR_NAMES;

export const FIELD_SEPARATORS = Object.keys(SEPARATOR_NAMES) as [FieldSeparator, ...FieldSeparator[]];

/** They and the blank, as they stand in a class of a regular expression. */
export const BLANKS_OR_SEPARATORS = ` ${FIELD_SEPARATORS.join('')}`;
