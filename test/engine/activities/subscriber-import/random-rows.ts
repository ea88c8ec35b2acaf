import fc from 'fast-check';
import { EMAIL_FORMATS, SUBSCRIBER_STATUSES } from '../../../../engine/domain/subscribers.ts';
import type { FileFormat } from '../../../../engine/csv/splitter.ts';
import type { StoredValue } from '../../../../engine/values/custom-field.ts';
import type { ModelRow } from '../../../support/import-model.ts';

/** Content of a cell and its meaning: something for the row, or an error. */
interface Cell {
  readonly content: string;
  readonly means?: Partial<Omit<ModelRow, 'text' | 'errors' | 'custom_fields'>>;
  /** Custom fields by name. */
  readonly fields?: Readonly<Record<string, StoredValue | null>>;
  readonly error?: string;
}

/** A row of a file, and what the model may know of it; custom fields by name. */
export type RandomRow = ModelRow;

/** Settings that the meaning of cells depends on. */
export interface RowSettings {
  readonly columns: readonly string[];
  readonly format: FileFormat;
  readonly list: { readonly hasFormat: boolean; readonly hasConfirmed: boolean; readonly hasAlternateKey: boolean };
}

/** Stands for a byte that is not UTF-8 in a row that is still text. */
export const BAD_BYTE = '\ue000';
const NO_UTF8 = 'The row is not valid UTF-8.';
const NUL = 'The row contains a NUL byte.';
const STRAY_QUOTE = 'The row has a quoted field that is not closed, or whose closing quote is followed by other text.';

/** A row of those columns, whole or damaged; its `text` may hold NUL and BAD_BYTE. */
export function randomRow(settings: RowSettings): fc.Arbitrary<RandomRow> {
  const { columns, format, list } = settings;
  const keyColumn = columns.indexOf(list.hasAlternateKey ? 'Member' : 'email');
  const isUtf8 = format.character_set === 'UTF-8';
  const damage = fc.record({
    kind: fc.constantFrom('too short', 'too long', 'stray quote', 'nul', isUtf8 ? 'bad byte' : 'nul'),
    column: fc.nat({ max: columns.length - 1 }),
  });
  return (
    fc
      .record({
        cells: fc.tuple(...columns.map((name) => cellOf(name, settings))),
        quoted: fc.array(fc.boolean(), { minLength: columns.length + 1, maxLength: columns.length + 1 }),
        damage: fc.option(damage, { freq: 6 }),
      })
      // A row of nothing but blank cells is none.
      .filter(({ cells }) => cells.some(({ content }) => content.trim() !== ''))
      .map(({ cells, quoted, damage }) => {
        const contents = cells.map(({ content }) => content);
        const oneRow = (...row: Parameters<typeof rowOf>) => ({
          ...rowOf(...row),
          present: list.hasAlternateKey ? [] : addressesIn(row[1]),
        });
        const key = keyColumn < 0 ? undefined : cells[keyColumn]?.means?.key;
        const failed = (texts: string[], error: string, keyIsRead: boolean) =>
          oneRow([], join(texts, format, quoted), [error], keyIsRead ? (key ?? null) : null);
        const spoilt = (mark: string, error: string) => {
          const at = damage?.column ?? 0;
          return failed(contents.with(at, `${contents[at]}${mark}`), error, at !== keyColumn);
        };
        const count = (n: number) => `The number of columns is ${n} instead of ${columns.length}.`;
        switch (damage?.kind) {
          case 'too short':
            // A row of nothing but blank cells is none.
            if (contents.slice(0, damage.column).every((content) => content.trim() === '')) break;
            return {
              ...failed(contents.slice(0, damage.column), count(damage.column), keyColumn < damage.column),
              missing: columns.length - damage.column,
            };
          case 'too long':
            return failed([...contents, 'more'], count(columns.length + 1), true);
          case 'nul':
            return spoilt('\0', NUL);
          case 'bad byte':
            return spoilt(BAD_BYTE, NO_UTF8);
          case 'stray quote': {
            const quote = format.csv_field_enclosure;
            const before = contents.slice(0, damage.column).map((content) => encode(content, format, true));
            const text = [...before, `${quote}a${quote}b`, 'c'].join(format.csv_field_separator);
            return {
              ...oneRow([], text, [STRAY_QUOTE], keyColumn < damage.column ? (key ?? null) : null),
              missing: Math.max(0, columns.length - before.length - 2),
            };
          }
        }
        const errors = cells.flatMap(({ error }) => error ?? []);
        return oneRow(cells, join(contents, format, quoted), errors, key ?? null);
      })
  );
}

function addressesIn(text: string): string[] {
  return (text.match(/[\w+]{1,9}@[xy]\.(?:io|org)/gi) ?? []).map((address) => address.toLowerCase());
}

function rowOf(
  cells: readonly Cell[],
  text: string,
  errors: readonly string[],
  key: string | null,
): Omit<RandomRow, 'present'> {
  return {
    email: '',
    status: null,
    email_format: null,
    confirmed: null,
    confirm_time: null,
    subscribe_time: null,
    subscribe_ip: null,
    remove_time: null,
    remove_ip: null,
    ...Object.assign({}, ...cells.map(({ means }) => means)),
    custom_fields: Object.assign({}, ...cells.map(({ fields }) => fields)) as RandomRow['custom_fields'],
    text,
    missing: 0,
    errors,
    key,
  };
}

/** A lone empty cell is always quoted, because an empty line is no row. */
function join(contents: readonly string[], format: FileFormat, quoted: readonly boolean[]): string {
  const isEmptyLine = contents.length === 1 && contents[0] === '';
  return contents
    .map((content, index) => encode(content, format, quoted[index] === true || isEmptyLine))
    .join(format.csv_field_separator);
}

function encode(content: string, format: FileFormat, quoted: boolean): string {
  const { csv_field_enclosure: quote, csv_field_separator: separator } = format;
  const isPlain = !content.startsWith(quote) && !content.includes(separator) && !content.includes('\n');
  return isPlain && !quoted ? content : `${quote}${content.replaceAll(quote, quote + quote)}${quote}`;
}

function cellOf(column: string, { format, list }: RowSettings): fc.Arbitrary<Cell> {
  const isMdy = format.date_format === 'mdy';
  const times = (name: 'subscribe_time' | 'remove_time' | 'confirm_time'): Cell[] => [
    { content: '' },
    { content: '2021-03-04', means: { [name]: '2021-03-04T00:00:00.000Z' } },
    { content: '03/04/2021 5:06pm', means: { [name]: `2021-${isMdy ? '03-04' : '04-03'}T17:06:00.000Z` } },
    { content: 'soon', error: `${name} is not a date and time in an accepted format` },
  ];
  const ips = (name: 'subscribe_ip' | 'remove_ip'): Cell[] => [
    { content: '' },
    { content: ' 10.0.0.1', means: { [name]: '10.0.0.1' } },
    { content: '10.0.0', error: `${name} is not an IP address` },
  ];
  const isMapped = { email_format: list.hasFormat, confirmed: list.hasConfirmed, confirm_time: list.hasConfirmed };
  const cells: Record<string, Cell[]> = {
    '': [{ content: '' }, { content: 'any, "thing"\n' }],
    email: [...EMAILS.map((email) => emailCell(email, list.hasAlternateKey)), ...BAD_EMAILS],
    Member: [...MEMBERS.map(memberCell), { content: ' ', error: 'Member is required' }],
    status: [
      { content: '' },
      ...SUBSCRIBER_STATUSES.map((status) => ({ content: ` ${status.toUpperCase()}`, means: { status } })),
      { content: 'gone', error: `status must be one of ${SUBSCRIBER_STATUSES.join(', ')}` },
    ],
    email_format: [
      { content: '' },
      ...EMAIL_FORMATS.map((word) => ({ content: word, means: { email_format: word } })),
      { content: 'pdf', error: `email_format must be one of ${EMAIL_FORMATS.join(', ')}` },
    ],
    confirmed: [
      { content: '' },
      { content: 'yes', means: { confirmed: true } },
      { content: '0', means: { confirmed: false } },
      { content: 'maybe', error: 'confirmed must be true or false' },
    ],
    confirm_time: times('confirm_time'),
    subscribe_time: times('subscribe_time'),
    remove_time: times('remove_time'),
    subscribe_ip: ips('subscribe_ip'),
    remove_ip: ips('remove_ip'),
    City: [
      { content: ' ', fields: { City: null } },
      ...['Rome', 'New\nYork', '"Köln"', `O"B',;`].map((city) => ({ content: `${city} `, fields: { City: city } })),
      { content: 'Constantinople', error: 'City must have at most 10 characters' },
    ],
    Born: [
      { content: '', fields: { Born: null } },
      { content: 'Feb 3, 2001', fields: { Born: '2001-02-03' } },
      { content: '2-3-2001', fields: { Born: isMdy ? '2001-02-03' : '2001-03-02' } },
      { content: '30 February 2001', error: 'Born is not a date in an accepted format' },
    ],
    Age: [
      { content: '', fields: { Age: null } },
      { content: '07', fields: { Age: 7 } },
      { content: '30', fields: { Age: 30 } },
      { content: 'old', error: 'Age must be a whole number' },
    ],
  };
  const all = cells[column] ?? [];
  // A column that the list has no use for means nothing, whatever it says.
  if (isMapped[column as keyof typeof isMapped] === false) {
    return fc.constantFrom(...all.map(({ content }) => ({ content })));
  }
  // Cells are good more often than not, or rows of many columns would hardly ever be.
  const good = fc.constantFrom(...all.filter(({ error }) => error === undefined));
  const bad = all.filter(({ error }) => error !== undefined);
  return bad.length === 0
    ? good
    : fc.oneof({ weight: 25, arbitrary: good }, { weight: 1, arbitrary: fc.constantFrom(...bad) });
}

const EMAILS = ['ann@x.io', 'ANN@x.io', ' bob@x.io', 'cy@x.io', 'Dee@y.org ', 'eve@y.org', 'fay+1@y.org'];
const MEMBERS = ['M1', 'm1', 'M2', 'm3', 'M4'];
const BAD_EMAILS: Cell[] = [
  { content: '', error: 'email is required' },
  { content: 'a@b@c', error: 'email is not a valid address' },
];

function emailCell(content: string, hasAlternateKey: boolean): Cell {
  const email = content.trim();
  return { content, means: hasAlternateKey ? { email } : { email, key: email.toLowerCase() } };
}

function memberCell(content: string): Cell {
  return { content, means: { key: content.toLowerCase() }, fields: { Member: content } };
}
