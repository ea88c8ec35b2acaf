/** Languages whose names of months and days of the week are read in dates. */
export const LANGUAGES = [
  ...['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'da', 'nb', 'sv', 'fi', 'pl', 'cs', 'ru', 'uk', 'tr'],
  ...['hu', 'ro', 'el', 'bg', 'hr', 'sk', 'sl', 'ca', 'id'],
] as const;
