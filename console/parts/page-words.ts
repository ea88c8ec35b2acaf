/** Parameters of an import, by the words that the page has for them. */
const WORDS: readonly (readonly [parameter: string, words: string])[] = [
  ['deactivate_subscribers_not_in_import', '“Subscribers that the file lacks”'],
  ['max_failed_records', '“Pause when more rows fail than”'],
  ['max_deactivated', '“Pause before more are deactivated than”'],
  ['default_custom_fields', 'Defaults'],
  ['subscriber_defaults.status', '“Status of rows that have none”'],
  ['subscriber_defaults', '“Status of rows that have none”'],
  ['overwrite_when_status', '“if their status is”'],
  ['overwrite_what', '“are updated”'],
  ['column_mapping', 'Columns'],
  ['column_rules', '“How its cells are read”'],
  ['file_format', 'The way the file is read'],
  ['file_source', 'The file'],
  ['begins_at', '“Begin at”'],
];

/** Words of the inside of the service, by what people read in their place. */
const INSIDE: readonly (readonly [inside: RegExp, words: string])[] = [
  [
    /Postgres refused the work with SQLSTATE (\w+)(?: \([^)]*\))?/g,
    'the database refused it (code $1, for an operator)',
  ],
  [/\bThe (?:chunk|range) \d+\b/g, 'A part of the file'],
  [/\b(?:the )?(?:chunk|range) \d+\b/g, 'a part of the file'],
];

/** A sentence of the service with the page's words for the parameters that it names, and for what is inside of the service. */
export function inPageWords(sentence: string): string {
  const said = INSIDE.reduce((text, [inside, words]) => text.replaceAll(inside, words), sentence);
  return WORDS.reduce((text, [parameter, words]) => text.replaceAll(parameter, words), said);
}
