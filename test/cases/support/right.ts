import type { Field, FileCase, Right, Subscriber } from './file-case.ts';
import * as values from './right-values.ts';

const text = (name: string): Field => ({ name, field_type: 'text' });
const date = (name: string): Field => ({ name, field_type: 'date' });
const whole = (name: string): Field => ({ name, field_type: 'number' });
const decimal = (name: string): Field => ({ name, field_type: 'number', number_support_decimal: true });
const [NAME, CITY, FIRST] = [text('Name'), text('City'), text('First Name')];
const EXPLICIT = { fields: [NAME, CITY], mapping: ['email', 'Name', 'City'] };
const AUTO = { ...EXPLICIT, mapping: 'auto' } as const;
const VALUES = ['email', '', 'V'];
const [JSON_TEXT, HTML] = ['The file is JSON, not a table. Export it as CSV', 'The file is an HTML page, not a table.'];
const SWALLOWED =
  'Name holds line breaks and rows of other people: a quotation mark is missing, or there is one too many';

/** The list of people, whose addresses and statuses are given as `ann bounced`, each with its values. */
const listOf = (people: Readonly<Record<string, string>>): Right => {
  const lines = Object.entries(people).map(([who, cells]) => [who.replace(' ', '@x.example,'), cells]);
  return { people: lines.map((line) => line.filter((each) => each !== '').join(',')), counts: { added: lines.length } };
};
const two = (ann: string, bob: string): Right => listOf({ 'ann active': ann, 'bob active': bob });
const known = (...people: readonly string[]): Subscriber[] =>
  people.map((each) => ({ email: `${each.split(' ')[0]}@x.example`, status: each.split(' ')[1] ?? 'active' }));
/** Rows `d0`, `d1` … with a value each; those of null have failed. */
const rowsOf = (of: readonly (string | number | null)[], ...notices: string[]): Right => {
  const people = of.flatMap((value, at) => (value === null ? [] : [`d${at}@x.example,active,${value}`]));
  const counts = { added: people.length, failed: of.length - people.length };
  return { people, counts, notices: [...notices, 'not_imported'] };
};
/** A date as an export has it. */
const american = (of: string | null) => of?.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1') ?? null;
const [PLAIN, QUOTED] = [two('Ann,Bonn', 'Bob,Ulm'), two('"Lee, Ann",Bonn', '"Ray, Bob",Ulm')];
const CYRILLIC = two('Анна,Москва', 'Борис,Казань');
const GUESSED = { notices: ['guessed_encoding'] };
const DETECTED = { settings: { file_format: { character_set: 'auto' } } };
const WESTERN = two('Ann “the”,€ Stadt', 'René,Ulm');

/** Each file with its calls: what the README of the files says. */
export const FILE_CASES: readonly FileCase[] = [
  { file: '01-sep-line.csv', ...AUTO, right: two('Ann,Bonn', 'Bob,Köln') },
  { file: '04-blank-rows.csv', ...AUTO, right: PLAIN },
  { file: '04-blank-rows.csv', ...AUTO, settings: { max_failed_records: 0 }, right: PLAIN },
  { file: '07-cr-only.csv', fields: [NAME], mapping: 'auto', right: two('Ann', 'Bob') },
  { file: '07-cr-only.csv', fields: [NAME], mapping: ['email', 'Name'], right: two('Ann', 'Bob') },
  { file: '13-cp1251.csv', ...AUTO, right: { ...CYRILLIC, ...GUESSED } },
  { file: '13-cp1251.csv', ...EXPLICIT, ...DETECTED, right: { ...CYRILLIC, ...GUESSED } },
  { file: '14-cp1252.csv', ...AUTO, right: { ...WESTERN, ...GUESSED } },
  { file: '14-cp1252.csv', ...EXPLICIT, ...DETECTED, right: { ...WESTERN, ...GUESSED } },
  { file: '14-cp1252.csv', ...EXPLICIT, settings: { file_format: { character_set: 'ISO-8859-1' } }, right: WESTERN },
  {
    ...{ file: '16-one-bad-byte.csv', ...AUTO },
    right: {
      people: Array.from({ length: 30 }, (_, at) => `u${at}@x.example,active,Jürgen Šafářová ${at},Łódź`),
      counts: { added: 30, failed: 1 },
      failed: [[31, 'bad@x.example', 'The row is not valid UTF-8.']],
    },
  },
  { file: '18-space-quote.csv', ...AUTO, right: QUOTED },
  { file: '19-quote-space.csv', ...AUTO, right: QUOTED },
  {
    ...{ file: '22-apostrophes.csv', ...AUTO },
    right: listOf({
      'ann active': "O'Brien,'s-Hertogenbosch",
      'bob active': "D'Arcy,'s-Gravenhage",
      'cid active': "Cid,'t Harde",
    }),
  },
  { file: '24-preamble.csv', ...AUTO, right: { ...PLAIN, notices: ['skipped_lines'] } },
  {
    ...{ file: '40-addresses.csv', mapping: ['', 'email'] },
    right: {
      people: values.RIGHT_ADDRESSES.filter((each) => !values.ADDRESS_TWINS.includes(each)).map(
        (each) => `${each},active`,
      ),
      counts: { added: 27, failed: 47, skipped_duplicate: 3 },
      notices: ['cleaned_addresses', 'not_imported', 'swallowed_rows'],
    },
  },
  {
    ...{ file: '41-dates.csv', fields: [date('V')], mapping: VALUES },
    right: rowsOf(values.RIGHT_DATES.map(american), 'contradicted_date_format'),
  },
  {
    ...{ file: '42-numbers.csv', fields: [decimal('V')], mapping: VALUES },
    right: rowsOf(values.RIGHT_NUMBERS, 'guessed_decimal_mark', 'cleaned_amounts', 'formula_texts'),
  },
  {
    ...{ file: '42-numbers.csv', fields: [decimal('V')], mapping: VALUES },
    ...{ settings: { file_format: { decimal_mark: ',' } } },
    right: rowsOf(values.RIGHT_COMMA_NUMBERS, 'cleaned_amounts', 'formula_texts'),
  },
  {
    ...{ file: '43-booleans.csv', fields: [{ name: 'V', field_type: 'boolean' }], mapping: VALUES },
    right: rowsOf(values.RIGHT_BOOLEANS),
  },
  {
    ...{ file: '50-status-words.csv', fields: [FIRST], mapping: 'auto' },
    right: listOf({ 'ann active': 'Ann', 'bob active': 'Bob', 'cid unsubscribed': 'Cid', 'dan bounced': 'Dan' }),
  },
  {
    ...{ file: '51-unsubscribed-at.csv', fields: [FIRST], mapping: 'auto' },
    right: {
      ...listOf({ 'ann unsubscribed': 'Ann', 'bob unsubscribed': 'Bob' }),
      left: { 'ann@x.example': '2025-03-01T10:00:00.000Z', 'bob@x.example': '2025-04-01T11:00:00.000Z' },
    },
  },
  {
    ...{ file: '52-unsubscribed-bool.csv', fields: [FIRST], mapping: 'auto' },
    right: listOf({ 'ann unsubscribed': 'Ann', 'bob active': 'Bob' }),
  },
  {
    ...{ file: '54-accepts.csv', fields: [FIRST, text('Last Name')], mapping: 'auto' },
    right: listOf({ 'ann active': 'Ann,Lee', 'bob unsubscribed': 'Bob,Ray' }),
  },
  {
    ...{ file: '60b-deactivate-dirty.csv', ...EXPLICIT, known: known('ann', 'bob', 'cid', 'dan', 'eve', 'fay') },
    settings: { deactivate_subscribers_not_in_import: true },
    right: {
      people: ['ann', 'bob', 'cid', 'dan', 'eve', 'fay'].map((name) => `${name}@x.example,active,,`),
      ...{ counts: { skipped_overwrite: 6 }, deactivated: 0, notices: ['cleaned_addresses'] },
    },
  },
  {
    ...{ file: '61-dotted.csv', fields: [text('Vorname'), date('Geburtsdatum')], mapping: 'auto' },
    right: two('Ann,12/31/1990', 'Bob,02/01/1985'),
  },
  {
    ...{ file: '75-mailchimp-unsub.csv', fields: [FIRST], mapping: 'auto' },
    right: {
      ...{ ...listOf({ 'ann unsubscribed': 'Ann' }), notices: ['not_imported'] },
      left: { 'ann@x.example': '2019-02-12T18:06:58.000Z' },
    },
  },
  { file: '80-json.json', fields: [NAME], mapping: 'auto', right: { refusal: JSON_TEXT } },
  { file: '80-json.json', fields: [NAME], mapping: ['email'], right: { refusal: JSON_TEXT } },
  { file: '80-table.xls', fields: [NAME], mapping: 'auto', right: { refusal: HTML } },
  { file: '80-table.xls', fields: [NAME], mapping: ['email'], right: { refusal: HTML } },
  {
    ...{ file: '91-failed-log-resaved.csv', ...AUTO, before: 'email,Name,City\nbob@x.example,Bob\n' },
    right: {
      ...{ people: [], counts: { failed: 1 } },
      failed: [[1, 'bob@x.example', 'City has the reason of a failed log: The number of columns is 2 instead of 3.']],
    },
  },
  {
    ...{ file: '96b-swallowed.csv', ...EXPLICIT },
    right: {
      people: ['ann@x.example,active,ann,Ulm', 'fay@x.example,active,fay,Ulm'],
      counts: { added: 2, failed: 1 },
      notices: ['swallowed_rows'],
      failed: [
        [2, 'bob@x.example', SWALLOWED],
        ...['cid', 'dan', 'eve'].map(
          (name) => [2, `${name}@x.example`, 'The row is within a field of row 2.'] as const,
        ),
      ],
    },
  },
  {
    ...{ file: '101-de-numbers.csv', fields: [decimal('Umsatz'), whole('Punkte')], mapping: 'auto' },
    right: two('1234.5,5', '12.75,6'),
  },
  {
    ...{ file: '101c-pandas.csv', fields: [whole('Points')], mapping: 'auto' },
    right: {
      people: ['ann@x.example,active,5', 'bob@x.example,active,', 'cid@x.example,active,7'],
      counts: { added: 3 },
    },
  },
  {
    ...{ file: '101d-json-choices.csv', mapping: ['email', 'Topics'] },
    fields: [
      {
        ...{ name: 'Topics', field_type: 'select_multiple_checkboxes' },
        options: [{ name: 'Cats' }, { name: 'Dogs' }],
      },
    ],
    right: two('Cats|Dogs', 'Dogs'),
  },
  {
    ...{ file: '103-idn-twins.csv', mapping: ['email'] },
    right: { people: ['ann@münchen.example,active'], counts: { added: 1, skipped_duplicate: 1 } },
  },
  {
    ...{ file: '105-remove-time.csv', mapping: ['email', 'status', 'remove_time'] },
    right: {
      ...listOf({ 'ann unsubscribed': '', 'bob unsubscribed': '' }),
      left: { 'ann@x.example': '2025-01-02T00:00:00.000Z', 'bob@x.example': '2025-01-02T00:00:00.000Z' },
    },
  },
  {
    ...{ file: '110-cli.csv', fields: [whole('Points'), date('Birthday')], mapping: 'auto' },
    right: {
      people: [
        'ann@x.example,active,5,12/31/1990',
        'bob@x.example,active,,02/01/1985',
        'cid@x.example,unsubscribed,1,02/01/1985',
      ],
      counts: { added: 3 },
    },
  },
  {
    ...{ file: '112-console-status.csv', fields: [CITY], mapping: ['email', 'City'] },
    known: known('ac active', 'bo bounced', 'de deactivated', 'sc scomp', 'un unsubscribed'),
    settings: { overwrite: true },
    ofApi: {
      overwrite_what: { custom_fields: true, status: true },
      overwrite_when_status: { active: true, unsubscribed: true, bounced: true, deactivated: true, scomp: true },
    },
    right: {
      people: ['ac active', 'bo bounced', 'de deactivated', 'sc scomp', 'un unsubscribed'].map(
        (each) => `${each.replace(' ', '@x.example,')},Ulm`,
      ),
      counts: { updated: 5 },
    },
  },
  {
    ...{ file: '112-console-status.csv', fields: [CITY], mapping: ['email', 'City'], settings: { overwrite: true } },
    known: known('ac active', 'bo bounced', 'de deactivated', 'sc scomp', 'un unsubscribed'),
    right: {
      people: [
        'ac@x.example,active,Ulm',
        ...['bo@x.example,bounced,', 'de@x.example,deactivated,', 'sc@x.example,scomp,', 'un@x.example,unsubscribed,'],
      ],
      counts: { updated: 1, skipped_bounced: 1, skipped_deactivated: 1, skipped_scomp: 1, skipped_unsubscribed: 1 },
    },
  },
];

/** Field ids count for the import that waits until `Place` is renamed, and another field has its name. */
export const RENAMED_CASE: FileCase = {
  ...{ file: '113-renamed-field.csv', fields: [text('Place')], mapping: ['email', 'Place'] },
  right: { people: ['cid@x.example,active,Bonn'], counts: { added: 1 } },
};
