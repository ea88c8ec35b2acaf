import fc from 'fast-check';

/** Custom fields of every type; names and options that need quotes, and choices whose names hold separators. */
export const FIELDS = [
  { name: 'First Name', field_type: 'text' },
  { name: 'Notes, "all"; of them', field_type: 'text_multiline' },
  { name: 'Score', field_type: 'number', number_support_decimal: true },
  { name: 'Visits', field_type: 'number' },
  { name: 'Born', field_type: 'date' },
  { name: 'Name Day', field_type: 'day_of_year' },
  { name: 'Size', field_type: 'select_single_dropdown', options: ['Small', 'Very, large', `"Odd" 'one'`] },
  { name: 'Color', field_type: 'select_single_radio', options: ['=red', 'green;', 'blue|'] },
  { name: 'Interests', field_type: 'select_multiple_checkboxes', options: ['Cats', 'Dogs; big', 'a|b', 'Größe'] },
  { name: 'VIP', field_type: 'boolean' },
] as const;

/** A subscriber as it is stored; choices are places among the options of their field. */
export interface RandomSubscriber {
  readonly email: string;
  readonly status: string;
  readonly email_format: string;
  readonly confirmed: boolean;
  readonly confirm_time: string | null;
  readonly subscribe_time: string;
  readonly subscribe_ip: string | null;
  readonly remove_time: string | null;
  readonly remove_ip: string | null;
  /** By the name of the field; null for no value. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Pieces of text that CSV, spreadsheets, Postgres or an import could take for something else. */
const PIECES = [
  ...[
    '"',
    "'",
    ',',
    ';',
    '\t',
    '\n',
    '\r\n',
    '\r',
    ' ',
    '|',
    '\\',
    '\\.',
    '\\N',
    '=1+1',
    '@SUM(A1)',
    '-2',
    '+3',
    'null',
  ],
  ...[
    'Ann',
    'Größe',
    '日本',
    '\u{1F600}',
    '\u00a0',
    '\ufeff',
    '\u2028',
    '\u0085',
    '\u007f',
    '\u0001',
    '<html>',
    'PK\u0003\u0004',
    '%',
    '$1',
  ],
] as const;

const LAST_SECOND = Date.UTC(2199, 11, 31) / 1000;

/** Lists of subscribers with hostile values; with `blanks` also with white space at the ends of texts. */
export function randomSubscribers({ blanks }: { readonly blanks: boolean }): fc.Arbitrary<RandomSubscriber[]> {
  const text = fc
    .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 })
    .map((pieces) => pieces.join(''))
    .map((value) => (blanks ? value : value.trim()))
    .filter((value) => value.trim() !== '');
  const subscriber = fc.record({
    email: fc.tuple(fc.constantFrom('Ann', "o'neil", 'x+y', '=cmd', '{a', 'Zoe%'), fc.nat(999_999)).map(emailOf),
    status: fc.constantFrom('active', 'bounced', 'unsubscribed', 'scomp', 'deactivated'),
    email_format: fc.constantFrom('html', 'text', 'both'),
    confirmed: fc.boolean(),
    confirm_time: orNull(instant),
    subscribe_time: instant,
    subscribe_ip: orNull(fc.oneof(fc.ipV4(), fc.constant('2001:db8::1'))),
    remove_time: instant,
    remove_ip: orNull(fc.ipV4()),
    values: fc.record({
      'First Name': orNull(text),
      'Notes, "all"; of them': orNull(text),
      Score: orNull(fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => Number(value.toFixed(9)) || 0)),
      Visits: orNull(fc.maxSafeInteger()),
      Born: orNull(
        fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }).map(dayOf),
      ),
      'Name Day': orNull(fc.date({ noInvalidDate: true }).map((date) => dayOf(date).slice(-5))),
      Size: orNull(fc.nat(2)),
      Color: orNull(fc.nat(2)),
      Interests: orNull(fc.subarray([0, 1, 2, 3], { minLength: 1 })),
      VIP: orNull(fc.boolean()),
    }),
  });
  return fc
    .uniqueArray(subscriber, { minLength: 1, maxLength: 60, selector: ({ email }) => email.toLowerCase() })
    .map((subscribers) => subscribers.map(asStored));
}

/** Possible file formats of an export. */
export const randomFormat = fc.record({
  csv_has_headers: fc.boolean(),
  csv_field_separator: fc.constantFrom(',', ';', '\t'),
  csv_field_enclosure: fc.constantFrom('"', "'"),
  date_format: fc.constantFrom('mdy', 'dmy'),
});

/** To the microsecond. */
const instant = fc
  .tuple(fc.integer({ min: -10_000_000_000, max: LAST_SECOND }), fc.nat(999_999))
  .map(([second, micro]) =>
    new Date(second * 1000).toISOString().replace(/\.000Z$/, `.${String(micro).padStart(6, '0')}Z`),
  );

/** Becoming anything but active dates the removal; becoming active again clears it. */
function asStored(subscriber: RandomSubscriber): RandomSubscriber {
  return subscriber.status === 'active' ? { ...subscriber, remove_time: null, remove_ip: null } : subscriber;
}

function orNull<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.option(value, { freq: 4 });
}

function emailOf([name, number]: [string, number]): string {
  return `${name}${number}@Example.com`;
}

function dayOf(date: Date): string {
  return date.toISOString().slice(-24, -14);
}
